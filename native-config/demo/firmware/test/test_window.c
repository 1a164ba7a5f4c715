#include "check.h"
#include "window.h"

static struct window window;

static void fill(const int32_t *samples, size_t count)
{
    window_clear(&window);
    for (size_t i = 0; i < count; i++) {
        window_add(&window, samples[i]);
    }
}

TEST(window_mean_of_some)
{
    static const int32_t samples[] = {10, 20, 60};

    fill(samples, 3u);
    CHECK_EQUAL(30, window_mean(&window));
}

TEST(window_forgets_the_oldest)
{
    static const int32_t samples[] = {900, 1, 2, 3, 4, 5, 6, 7, 8};

    fill(samples, 8u);
    CHECK_TRUE(window_full(&window));
    fill(samples, 9u);
    CHECK_EQUAL(4, window_mean(&window));
}

TEST(window_median_of_unsorted)
{
    static const int32_t samples[] = {30, -5, 12, 99, 7};

    fill(samples, 5u);
    CHECK_EQUAL(12, window_median(&window));
}

TEST(window_median_of_falling)
{
    static const int32_t samples[] = {3, 2, 1};

    fill(samples, 3u);
    CHECK_EQUAL(2, window_median(&window));
}

TEST(window_median_of_two)
{
    static const int32_t samples[] = {8, 4};

    fill(samples, 2u);
    CHECK_EQUAL(8, window_median(&window));
}

TEST(window_median_of_three_below_zero)
{
    static const int32_t samples[] = {-1, -2, -3};

    fill(samples, 3u);
    CHECK_EQUAL(-2, window_median(&window));
}

TEST(window_median_with_the_lowest_between)
{
    static const int32_t samples[] = {5, 1, 3};

    fill(samples, 3u);
    CHECK_EQUAL(3, window_median(&window));
}

TEST(window_median_of_three_in_reverse)
{
    static const int32_t samples[] = {30, 20, 10};

    fill(samples, 3u);
    CHECK_EQUAL(20, window_median(&window));
}

TEST(window_median_with_the_highest_first)
{
    static const int32_t samples[] = {9, 1, 5, 3, 7};

    fill(samples, 5u);
    CHECK_EQUAL(5, window_median(&window));
}

TEST(window_median_of_a_full_window)
{
    static const int32_t samples[] = {8, 7, 6, 5, 4, 3, 2, 1};

    fill(samples, 8u);
    CHECK_EQUAL(5, window_median(&window));
}

TEST(window_spread_of_falling)
{
    static const int32_t samples[] = {9, 5, 1};

    fill(samples, 3u);
    CHECK_EQUAL(8, window_spread(&window));
}

TEST(window_spread_of_a_single_dip)
{
    static const int32_t samples[] = {7, 7, 2, 7};

    fill(samples, 4u);
    CHECK_EQUAL(5, window_spread(&window));
}

TEST(window_spread_below_zero)
{
    static const int32_t samples[] = {-9, -2, -30};

    fill(samples, 3u);
    CHECK_EQUAL(28, window_spread(&window));
}

TEST(window_spread_is_high_minus_low)
{
    static const int32_t samples[] = {4, -6, 11, 3};

    fill(samples, 4u);
    CHECK_EQUAL(17, window_spread(&window));
}

TEST(window_empty_is_zero)
{
    window_clear(&window);
    CHECK_EQUAL(0, window_mean(&window));
    CHECK_EQUAL(0, window_median(&window));
    CHECK_EQUAL(0, window_spread(&window));
}
