/* Texas Instruments LM3S6965 data sheet, chapter 12 "UARTs". */
#include "console.h"

#define UART0_DR (*(volatile uint32_t *)0x4000C000u)
#define UART0_FR (*(volatile uint32_t *)0x4000C018u)
#define UART0_CTL (*(volatile uint32_t *)0x4000C030u)
#define FR_TXFF 0x20u
#define CTL_UARTEN_TXE_RXE 0x301u

void uart_init(void)
{
    UART0_CTL = CTL_UARTEN_TXE_RXE;
}

void uart_put(char c)
{
    while ((UART0_FR & FR_TXFF) != 0u) {
    }
    UART0_DR = (uint8_t)c;
}
