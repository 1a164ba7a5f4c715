/* ST RM0090 (STM32F405), section 30.6 "USART registers", and 7.3.14 "RCC_APB2ENR". */
#include "console.h"

#define RCC_APB2ENR (*(volatile uint32_t *)0x40023844u)
#define USART1_SR (*(volatile uint32_t *)0x40011000u)
#define USART1_DR (*(volatile uint32_t *)0x40011004u)
#define USART1_BRR (*(volatile uint32_t *)0x40011008u)
#define USART1_CR1 (*(volatile uint32_t *)0x4001100Cu)
#define APB2ENR_USART1EN 0x10u
#define SR_TXE 0x80u
#define CR1_UE_TE 0x2008u
#define BRR_115200 139u /* of 16 MHz */

void uart_init(void)
{
    RCC_APB2ENR |= APB2ENR_USART1EN;
    USART1_BRR = BRR_115200;
    USART1_CR1 = CR1_UE_TE;
}

void uart_put(char c)
{
    while ((USART1_SR & SR_TXE) == 0u) {
    }
    USART1_DR = (uint8_t)c;
}
