#ifndef SCHED_H
#define SCHED_H

#include <stdbool.h>
#include <stdint.h>

#define SCHED_TASKS_MAX 4u

typedef void (*sched_function)(void *context);

struct sched_task {
    sched_function run;
    void *context;
    uint32_t period; /* ticks */
    uint32_t due;
};

/* Cooperative scheduler: tasks run to their end, in the order in which they were added. */
struct sched {
    struct sched_task tasks[SCHED_TASKS_MAX];
    uint8_t count;
    sched_function idle; /* may be NULL */
    void *idle_context;
};

void sched_init(struct sched *sched, sched_function idle, void *idle_context);

/* First due one period after now. False when there is no room, no function or no period. */
bool sched_add(struct sched *sched, sched_function run, void *context, uint32_t period, uint32_t now);

/*
 * Runs every task that is due and returns how many ran; calls the idle function when none did.
 * Ticks may wrap around: a time counts as reached for half the counter's range.
 */
uint8_t sched_poll(struct sched *sched, uint32_t now);

#endif
