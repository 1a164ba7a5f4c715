/* Arm Cortex-M System Design Kit Technical Reference Manual, "APB UART". */
#include "console.h"

#define UART0_DATA (*(volatile uint32_t *)0x40004000u)
#define UART0_STATE (*(volatile uint32_t *)0x40004004u)
#define UART0_CTRL (*(volatile uint32_t *)0x40004008u)
#define UART0_BAUDDIV (*(volatile uint32_t *)0x40004010u)
#define STATE_TX_FULL 0x1u
#define CTRL_TX_ENABLE 0x1u
#define BAUDDIV_115200 217u /* of 25 MHz */

void uart_init(void)
{
    UART0_BAUDDIV = BAUDDIV_115200;
    UART0_CTRL = CTRL_TX_ENABLE;
}

void uart_put(char c)
{
    while ((UART0_STATE & STATE_TX_FULL) != 0u) {
    }
    UART0_DATA = (uint8_t)c;
}
