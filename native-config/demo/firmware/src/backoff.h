#ifndef BACKOFF_H
#define BACKOFF_H

#include <stdint.h>

/*
 * Random back-off before a node sends, so that two nodes that collided do not collide again. The
 * number of slots to choose from doubles with each collision (binary exponential back-off).
 */
#define BACKOFF_SLOTS_MIN 4u
#define BACKOFF_SLOTS_MAX 64u

struct backoff {
    uint32_t random;
    uint32_t slots;
};

void backoff_init(struct backoff *backoff, uint32_t seed);

/* Slot to send in: 0 up to slots - 1. */
uint32_t backoff_slot(struct backoff *backoff);

void backoff_collision(struct backoff *backoff);
void backoff_success(struct backoff *backoff);

#endif
