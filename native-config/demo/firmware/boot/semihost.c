#include "semihost.h"

#include <stdint.h>

#define SYS_EXIT_EXTENDED 0x20u
#define ADP_STOPPED_APPLICATION_EXIT 0x20026u

_Noreturn void semihost_exit(int code)
{
    const uint32_t arguments[2] = {ADP_STOPPED_APPLICATION_EXIT, (uint32_t)code};
    register uint32_t operation __asm__("r0") = SYS_EXIT_EXTENDED;
    register const uint32_t *parameter __asm__("r1") = arguments;

    __asm__ volatile("bkpt #0xAB" : "+r"(operation) : "r"(parameter) : "memory");
    for (;;) {
    }
}
