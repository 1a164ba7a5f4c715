#ifndef CONSOLE_H
#define CONSOLE_H

#include <stdint.h>

/* Each board brings these two in boards/<board>/uart.c. */
void uart_init(void);
void uart_put(char c);

void console_text(const char *text);
void console_number(int32_t number);

/* Eight digits with 0x in front. */
void console_hex(uint32_t number);

#endif
