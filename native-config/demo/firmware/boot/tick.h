#ifndef TICK_H
#define TICK_H

#include <stdint.h>

/* Starts SysTick; one tick is about a millisecond. */
void tick_init(void);
uint32_t tick_now(void);
void tick_wait(uint32_t ticks);

/*
 * A number that differs from one start to the next: how often a loop turns between ticks depends on
 * the phase of two clocks. Good enough to seed the back-off, not for keys.
 */
uint32_t tick_jitter(void);

#endif
