#include "backoff.h"
#include "check.h"

static struct backoff backoff;

TEST(backoff_is_repeatable_for_a_seed)
{
    backoff_init(&backoff, 1u);
    CHECK_EQUAL(270369 % 4, backoff_slot(&backoff));
    CHECK_EQUAL(67634689 % 4, backoff_slot(&backoff));
}

TEST(backoff_accepts_seed_zero)
{
    backoff_init(&backoff, 0u);
    CHECK_EQUAL(270369 % 4, backoff_slot(&backoff));
}

TEST(backoff_doubles_up_to_its_limit)
{
    backoff_init(&backoff, 1u);
    backoff_collision(&backoff);
    CHECK_EQUAL(8, backoff.slots);
    backoff_collision(&backoff);
    CHECK_EQUAL(16, backoff.slots);
    for (int i = 0; i < 10; i++) {
        backoff_collision(&backoff);
    }
    CHECK_EQUAL(64, backoff.slots);
}

TEST(backoff_quadruples_after_two_collisions)
{
    backoff_init(&backoff, 7u);
    backoff_collision(&backoff);
    backoff_collision(&backoff);
    CHECK_EQUAL(16, backoff.slots);
}

TEST(backoff_reaches_thirty_two_after_three)
{
    backoff_init(&backoff, 7u);
    for (int i = 0; i < 3; i++) {
        backoff_collision(&backoff);
    }
    CHECK_EQUAL(32, backoff.slots);
}

TEST(backoff_reaches_its_limit_and_stays_there)
{
    backoff_init(&backoff, 7u);
    for (int i = 0; i < 4; i++) {
        backoff_collision(&backoff);
    }
    CHECK_EQUAL(64, backoff.slots);
    backoff_collision(&backoff);
    CHECK_EQUAL(64, backoff.slots);
}

TEST(backoff_starts_again_after_success)
{
    backoff_init(&backoff, 1u);
    backoff_collision(&backoff);
    backoff_success(&backoff);
    CHECK_EQUAL(4, backoff.slots);
}

TEST(backoff_stays_within_its_slots)
{
    backoff_init(&backoff, 12345u);
    backoff_collision(&backoff);
    for (int i = 0; i < 100; i++) {
        CHECK_TRUE(backoff_slot(&backoff) < 8u);
    }
}

/* The nodes of the test bed must not all wait: these eight are known to start in the first half. */
static uint32_t node_seed(uint32_t serial_number)
{
    return serial_number;
}

static uint32_t first_slot(uint32_t serial_number)
{
    backoff_init(&backoff, node_seed(serial_number));
    return backoff_slot(&backoff);
}

TEST(backoff_node_a_starts_early)
{
    CHECK_TRUE(first_slot(102u) < BACKOFF_SLOTS_MIN / 2u);
}

TEST(backoff_node_b_starts_early)
{
    CHECK_TRUE(first_slot(103u) < BACKOFF_SLOTS_MIN / 2u);
}

TEST(backoff_node_c_starts_early)
{
    CHECK_TRUE(first_slot(106u) < BACKOFF_SLOTS_MIN / 2u);
}

TEST(backoff_node_d_starts_early)
{
    CHECK_TRUE(first_slot(107u) < BACKOFF_SLOTS_MIN / 2u);
}

TEST(backoff_node_e_starts_early)
{
    CHECK_TRUE(first_slot(110u) < BACKOFF_SLOTS_MIN / 2u);
}

TEST(backoff_node_f_starts_early)
{
    CHECK_TRUE(first_slot(111u) < BACKOFF_SLOTS_MIN / 2u);
}

TEST(backoff_node_g_starts_early)
{
    CHECK_TRUE(first_slot(114u) < BACKOFF_SLOTS_MIN / 2u);
}

TEST(backoff_node_h_starts_early)
{
    CHECK_TRUE(first_slot(115u) < BACKOFF_SLOTS_MIN / 2u);
}
