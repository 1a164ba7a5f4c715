#include "console.h"

void console_text(const char *text)
{
    while (*text != '\0') {
        uart_put(*text);
        text++;
    }
}

void console_number(int32_t number)
{
    char digits[10];
    uint32_t rest = number < 0 ? 0u - (uint32_t)number : (uint32_t)number;
    int count = 0;

    if (number < 0) {
        uart_put('-');
    }
    do {
        digits[count] = (char)('0' + rest % 10u);
        rest = rest / 10u;
        count++;
    } while (rest != 0u);
    while (count > 0) {
        count--;
        uart_put(digits[count]);
    }
}

void console_hex(uint32_t number)
{
    console_text("0x");
    for (int shift = 28; shift >= 0; shift -= 4) {
        uart_put("0123456789abcdef"[(number >> shift) & 0xFu]);
    }
}
