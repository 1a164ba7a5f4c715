#include "tick.h"

/* ARMv7-M Architecture Reference Manual, B3.3 "The system timer, SysTick". */
#define SYST_CSR (*(volatile uint32_t *)0xE000E010u)
#define SYST_RVR (*(volatile uint32_t *)0xE000E014u)
#define SYST_CVR (*(volatile uint32_t *)0xE000E018u)
#define CSR_ENABLE 0x1u
#define CSR_TICKINT 0x2u
#define CSR_CLKSOURCE 0x4u
#define CYCLES_PER_TICK 16000u

static volatile uint32_t ticks_seen;

void SysTick_Handler(void);

void SysTick_Handler(void)
{
    ticks_seen++;
}

void tick_init(void)
{
    SYST_RVR = CYCLES_PER_TICK - 1u;
    SYST_CVR = 0u;
    SYST_CSR = CSR_ENABLE | CSR_TICKINT | CSR_CLKSOURCE;
}

uint32_t tick_now(void)
{
    return ticks_seen;
}

void tick_wait(uint32_t ticks)
{
    uint32_t start = ticks_seen;

    while (ticks_seen - start < ticks) {
    }
}

uint32_t tick_jitter(void)
{
    uint32_t mixed = 2166136261u; /* FNV-1a offset basis and prime */

    for (int round = 0; round < 2; round++) {
        uint32_t turns = 0u;
        uint32_t start = ticks_seen;

        while (ticks_seen == start) {
            turns++;
        }
        mixed = (mixed ^ turns) * 16777619u;
    }
    /* The product's upper bits depend on all of the input, its lowest only on the input's lowest. */
    return mixed ^ (mixed >> 16);
}
