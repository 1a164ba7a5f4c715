#include <stdint.h>

#include "console.h"
#include "semihost.h"

/* ARMv7-M Architecture Reference Manual, B3.2.15 to B3.2.18. */
#define SCB_CFSR (*(volatile uint32_t *)0xE000ED28u)
#define SCB_HFSR (*(volatile uint32_t *)0xE000ED2Cu)
#define SCB_MMFAR (*(volatile uint32_t *)0xE000ED34u)
#define SCB_BFAR (*(volatile uint32_t *)0xE000ED38u)
#define FAULT_EXIT_CODE 99

/* What the core pushes on exception entry (B1.5.6), lowest address first. */
struct exception_frame {
    uint32_t r0, r1, r2, r3, r12, lr, pc, xpsr;
};

void Fault_Handler(void);
void fault_report(const struct exception_frame *frame, uint32_t exception);

static const char *const exception_names[] = {
    [2] = "NMI", [3] = "HardFault", [4] = "MemManage", [5] = "BusFault", [6] = "UsageFault",
};

static void field(const char *name, uint32_t value)
{
    uart_put(' ');
    console_text(name);
    uart_put('=');
    console_hex(value);
}

void fault_report(const struct exception_frame *frame, uint32_t exception)
{
    console_text("\r\nFAULT ");
    console_text(exception >= 2u && exception <= 6u ? exception_names[exception] : "unexpected interrupt");
    field("pc", frame->pc);
    field("lr", frame->lr);
    field("cfsr", SCB_CFSR);
    field("hfsr", SCB_HFSR);
    field("bfar", SCB_BFAR);
    field("mmfar", SCB_MMFAR);
    console_text("\r\n");
    semihost_exit(FAULT_EXIT_CODE);
}

__attribute__((naked)) void Fault_Handler(void)
{
    __asm__ volatile("mrs r0, msp\n"
                     "mrs r1, ipsr\n"
                     "b fault_report\n");
}
