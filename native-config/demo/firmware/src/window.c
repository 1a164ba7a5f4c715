#include "window.h"

void window_clear(struct window *window)
{
    window->count = 0u;
    window->next = 0u;
}

void window_add(struct window *window, int32_t sample)
{
    window->samples[window->next] = sample;
    window->next = (uint8_t)((window->next + 1u) % WINDOW_SIZE);
    if (window->count < WINDOW_SIZE) {
        window->count++;
    }
}

bool window_full(const struct window *window)
{
    return window->count == WINDOW_SIZE;
}

int32_t window_mean(const struct window *window)
{
    int32_t sum = 0;

    if (window->count == 0u) {
        return 0;
    }
    for (uint8_t i = 0; i < window->count; i++) {
        sum += window->samples[i];
    }
    return sum / (int32_t)window->count;
}

int32_t window_median(const struct window *window)
{
    int32_t sorted[WINDOW_SIZE] = {0};

    for (uint8_t i = 0; i < window->count; i++) {
        uint8_t at = i;

        while (at > 0u && sorted[at - 1u] > window->samples[i]) {
            sorted[at] = sorted[at - 1u];
            at--;
        }
        sorted[at] = window->samples[i];
    }
    return sorted[window->count / 2u];
}

int32_t window_spread(const struct window *window)
{
    int32_t low = window->samples[0];
    int32_t high = window->samples[0];

    if (window->count == 0u) {
        return 0;
    }
    for (uint8_t i = 1; i < window->count; i++) {
        if (window->samples[i] < low) {
            low = window->samples[i];
        }
        if (window->samples[i] > high) {
            high = window->samples[i];
        }
    }
    return high - low;
}
