#include "check.h"
#include "sched.h"

static struct sched sched;

static void count(void *context)
{
    uint32_t *calls = context;

    (*calls)++;
}

TEST(sched_runs_a_task_when_it_is_due)
{
    uint32_t calls = 0u;

    sched_init(&sched, NULL, NULL);
    CHECK_TRUE(sched_add(&sched, count, &calls, 10u, 100u));
    CHECK_EQUAL(0, sched_poll(&sched, 109u));
    CHECK_EQUAL(1, sched_poll(&sched, 110u));
    CHECK_EQUAL(0, sched_poll(&sched, 111u));
    CHECK_EQUAL(1, calls);
}

TEST(sched_repeats_without_drift)
{
    uint32_t calls = 0u;

    sched_init(&sched, NULL, NULL);
    (void)sched_add(&sched, count, &calls, 10u, 0u);
    CHECK_EQUAL(1, sched_poll(&sched, 13u));
    CHECK_EQUAL(0, sched_poll(&sched, 19u));
    CHECK_EQUAL(1, sched_poll(&sched, 20u));
    CHECK_EQUAL(1, sched_poll(&sched, 30u));
    CHECK_EQUAL(3, calls);
}

TEST(sched_keeps_two_periods_apart)
{
    uint32_t fast = 0u;
    uint32_t slow = 0u;

    sched_init(&sched, NULL, NULL);
    (void)sched_add(&sched, count, &fast, 2u, 0u);
    (void)sched_add(&sched, count, &slow, 5u, 0u);
    for (uint32_t now = 1u; now <= 20u; now++) {
        (void)sched_poll(&sched, now);
    }
    CHECK_EQUAL(10, fast);
    CHECK_EQUAL(4, slow);
}

TEST(sched_counts_from_when_a_task_was_added)
{
    uint32_t calls = 0u;

    sched_init(&sched, NULL, NULL);
    (void)sched_add(&sched, count, &calls, 10u, 50u);
    CHECK_EQUAL(1, sched_poll(&sched, 60u));
    CHECK_EQUAL(0, sched_poll(&sched, 61u));
    CHECK_EQUAL(1, sched_poll(&sched, 70u));
}

TEST(sched_counts_from_a_later_start)
{
    uint32_t calls = 0u;

    sched_init(&sched, NULL, NULL);
    (void)sched_add(&sched, count, &calls, 20u, 100u);
    CHECK_EQUAL(1, sched_poll(&sched, 120u));
    CHECK_EQUAL(0, sched_poll(&sched, 121u));
    CHECK_EQUAL(1, sched_poll(&sched, 140u));
}

TEST(sched_runs_once_a_long_period)
{
    uint32_t calls = 0u;

    sched_init(&sched, NULL, NULL);
    (void)sched_add(&sched, count, &calls, 100u, 50u);
    for (uint32_t now = 51u; now <= 450u; now++) {
        (void)sched_poll(&sched, now);
    }
    CHECK_EQUAL(4, calls);
}

TEST(sched_catches_up_one_run_at_a_time)
{
    uint32_t calls = 0u;

    sched_init(&sched, NULL, NULL);
    (void)sched_add(&sched, count, &calls, 10u, 0u);
    for (int i = 0; i < 5; i++) {
        (void)sched_poll(&sched, 35u);
    }
    CHECK_EQUAL(3, calls);
}

TEST(sched_runs_once_a_period)
{
    uint32_t calls = 0u;

    sched_init(&sched, NULL, NULL);
    (void)sched_add(&sched, count, &calls, 7u, 3u);
    for (uint32_t now = 4u; now <= 31u; now++) {
        (void)sched_poll(&sched, now);
    }
    CHECK_EQUAL(4, calls);
}

TEST(sched_survives_the_tick_overflow)
{
    uint32_t calls = 0u;

    sched_init(&sched, NULL, NULL);
    (void)sched_add(&sched, count, &calls, 10u, 0xFFFFFFFAu);
    CHECK_EQUAL(0, sched_poll(&sched, 0xFFFFFFFFu));
    CHECK_EQUAL(0, sched_poll(&sched, 3u));
    CHECK_EQUAL(1, sched_poll(&sched, 4u));
}

TEST(sched_idles_when_nothing_is_due)
{
    uint32_t calls = 0u;
    uint32_t idles = 0u;

    sched_init(&sched, count, &idles);
    (void)sched_add(&sched, count, &calls, 10u, 0u);
    (void)sched_poll(&sched, 5u);
    (void)sched_poll(&sched, 10u);
    CHECK_EQUAL(1, idles);
    CHECK_EQUAL(1, calls);
}

TEST(sched_needs_no_idle_function)
{
    sched_init(&sched, NULL, NULL);
    CHECK_EQUAL(0, sched_poll(&sched, 1u));
}

TEST(sched_refuses_what_it_cannot_run)
{
    uint32_t calls = 0u;

    sched_init(&sched, NULL, NULL);
    CHECK_TRUE(!sched_add(&sched, NULL, NULL, 10u, 0u));
    CHECK_TRUE(!sched_add(&sched, count, &calls, 0u, 0u));
    for (uint8_t i = 0; i < SCHED_TASKS_MAX; i++) {
        CHECK_TRUE(sched_add(&sched, count, &calls, 1u, 0u));
    }
    CHECK_TRUE(!sched_add(&sched, count, &calls, 1u, 0u));
}
