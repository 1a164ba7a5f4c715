#ifndef SEMIHOST_H
#define SEMIHOST_H

/*
 * Ends the program with an exit code for the debugger or simulator: SYS_EXIT_EXTENDED (0x20) with
 * ADP_Stopped_ApplicationExit, Arm "Semihosting for AArch32 and AArch64", section 7.
 */
_Noreturn void semihost_exit(int code);

#endif
