#include "check.h"
#include "ring.h"

#define SIZE 4u
#define GUARD 0xA5u

static uint8_t storage[SIZE + 1u];
static struct ring ring;

static void start_with(uint16_t size)
{
    storage[size] = GUARD;
    ring_init(&ring, storage, size);
}

static void start(void)
{
    start_with(SIZE);
}

static uint8_t take(void)
{
    uint8_t byte = 0xEEu;

    (void)ring_get(&ring, &byte);
    return byte;
}

TEST(ring_starts_empty)
{
    uint8_t byte = 1u;

    start();
    CHECK_EQUAL(0, ring_used(&ring));
    CHECK_EQUAL(SIZE, ring_free(&ring));
    CHECK_TRUE(!ring_get(&ring, &byte));
    CHECK_EQUAL(1, byte);
}

TEST(ring_returns_bytes_in_order)
{
    start();
    CHECK_TRUE(ring_put(&ring, 10u));
    CHECK_TRUE(ring_put(&ring, 20u));
    CHECK_EQUAL(10, take());
    CHECK_EQUAL(20, take());
}

TEST(ring_holds_its_whole_size)
{
    start();
    for (uint8_t i = 0; i < SIZE; i++) {
        CHECK_TRUE(ring_put(&ring, i));
    }
    CHECK_EQUAL(SIZE, ring_used(&ring));
    CHECK_EQUAL(0, ring_free(&ring));
}

TEST(ring_refuses_when_full)
{
    start();
    for (uint8_t i = 0; i < SIZE; i++) {
        (void)ring_put(&ring, i);
    }
    CHECK_TRUE(!ring_put(&ring, 99u));
    CHECK_EQUAL(SIZE, ring_used(&ring));
    CHECK_EQUAL(0, take());
}

TEST(ring_wraps_in_order)
{
    start();
    for (uint8_t i = 0; i < 3u * SIZE; i++) {
        CHECK_TRUE(ring_put(&ring, i));
        CHECK_TRUE(ring_put(&ring, (uint8_t)(i + 100u)));
        CHECK_EQUAL(i, take());
        CHECK_EQUAL(i + 100, take());
    }
}

TEST(ring_stays_within_its_storage)
{
    start();
    for (uint8_t i = 0; i < 3u * SIZE; i++) {
        (void)ring_put(&ring, i);
        (void)take();
    }
    CHECK_EQUAL(GUARD, storage[SIZE]);
}

static void run_through(uint16_t size)
{
    start_with(size);
    for (uint8_t i = 0; i < 3u * SIZE; i++) {
        (void)ring_put(&ring, i);
        (void)take();
    }
}

TEST(ring_of_one_stays_within_its_storage)
{
    run_through(1u);
    CHECK_EQUAL(GUARD, storage[1]);
}

TEST(ring_of_two_stays_within_its_storage)
{
    run_through(2u);
    CHECK_EQUAL(GUARD, storage[2]);
}

TEST(ring_of_three_stays_within_its_storage)
{
    run_through(3u);
    CHECK_EQUAL(GUARD, storage[3]);
}
