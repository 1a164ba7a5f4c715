#ifndef WINDOW_H
#define WINDOW_H

#include <stdbool.h>
#include <stdint.h>

#define WINDOW_SIZE 8u

/* The last WINDOW_SIZE samples and what is computed over them. */
struct window {
    int32_t samples[WINDOW_SIZE];
    uint8_t count;
    uint8_t next;
};

void window_clear(struct window *window);
void window_add(struct window *window, int32_t sample);
bool window_full(const struct window *window);

/* Each is 0 for an empty window. The median of an even count is the upper one of the middle two. */
int32_t window_mean(const struct window *window);
int32_t window_median(const struct window *window);
int32_t window_spread(const struct window *window);

#endif
