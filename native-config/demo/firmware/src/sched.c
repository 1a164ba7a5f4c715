#include "sched.h"

#include <stddef.h>

void sched_init(struct sched *sched, sched_function idle, void *idle_context)
{
    sched->count = 0u;
    sched->idle = idle;
    sched->idle_context = idle_context;
}

bool sched_add(struct sched *sched, sched_function run, void *context, uint32_t period, uint32_t now)
{
    if (sched->count >= SCHED_TASKS_MAX || run == NULL || period == 0u) {
        return false;
    }
    struct sched_task *task = &sched->tasks[sched->count];
    task->run = run;
    task->context = context;
    task->period = period;
    task->due = now + period;
    sched->count++;
    return true;
}

static bool is_due(const struct sched_task *task, uint32_t now)
{
    return (int32_t)(now - task->due) >= 0;
}

uint8_t sched_poll(struct sched *sched, uint32_t now)
{
    uint8_t ran = 0u;

    for (uint8_t i = 0; i < sched->count; i++) {
        struct sched_task *task = &sched->tasks[i];

        if (is_due(task, now)) {
            task->due += task->period;
            task->run(task->context);
            ran++;
        }
    }
    if (ran == 0u && sched->idle != NULL) {
        sched->idle(sched->idle_context);
    }
    return ran;
}
