#include <stdint.h>

#include "console.h"
#include "semihost.h"
#include "tick.h"

/* ARMv7-M Architecture Reference Manual, B3.2.8 (CCR) and B3.2.13 (SHCSR). */
#define SCB_CCR (*(volatile uint32_t *)0xE000ED14u)
#define SCB_SHCSR (*(volatile uint32_t *)0xE000ED24u)
#define CCR_DIV_0_TRP 0x10u
#define SHCSR_MEM_BUS_USAGE 0x70000u

extern uint32_t link_data_load[], link_data_start[], link_data_end[];
extern uint32_t link_bss_start[], link_bss_end[], link_stack_top[];

int main(void);
void Reset_Handler(void);
void Fault_Handler(void);
void SysTick_Handler(void);

__attribute__((section(".vectors"), used)) static const void *const vectors[] = {
    link_stack_top, Reset_Handler, Fault_Handler, Fault_Handler, Fault_Handler, Fault_Handler,
    Fault_Handler,  0,             0,             0,             0,             Fault_Handler,
    Fault_Handler,  0,             Fault_Handler, SysTick_Handler,
};

void Reset_Handler(void)
{
    uint32_t *from = link_data_load;

    for (uint32_t *to = link_data_start; to < link_data_end; to++) {
        *to = *from;
        from++;
    }
    for (uint32_t *to = link_bss_start; to < link_bss_end; to++) {
        *to = 0u;
    }
    SCB_CCR |= CCR_DIV_0_TRP;
    SCB_SHCSR |= SHCSR_MEM_BUS_USAGE;
    uart_init();
    tick_init();
    semihost_exit(main());
}
