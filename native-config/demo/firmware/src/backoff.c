#include "backoff.h"

/* Marsaglia, "Xorshift RNGs" (2003), triple 13/17/5; its state must not be zero. */
static uint32_t xorshift32(uint32_t x)
{
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    return x;
}

void backoff_init(struct backoff *backoff, uint32_t seed)
{
    backoff->random = seed == 0u ? 1u : seed;
    backoff->slots = BACKOFF_SLOTS_MIN;
}

uint32_t backoff_slot(struct backoff *backoff)
{
    backoff->random = xorshift32(backoff->random);
    return backoff->random % backoff->slots;
}

void backoff_collision(struct backoff *backoff)
{
    if (backoff->slots < BACKOFF_SLOTS_MAX) {
        backoff->slots = backoff->slots * 2u;
    }
}

void backoff_success(struct backoff *backoff)
{
    backoff->slots = BACKOFF_SLOTS_MIN;
}
