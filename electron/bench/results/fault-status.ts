/**
 * Bits of the Cortex-M fault status registers with their meanings: ARMv7-M Architecture Reference Manual
 * (ARM DDI 0403E), B3.2.15 CFSR (MMFSR bits 0-7, BFSR 8-15, UFSR 16-31) and B3.2.16 HFSR.
 */
const CFSR: readonly (readonly [number, string, string])[] = [
  [0, 'IACCVIOL', 'instruction fetch from a region that forbids execution'],
  [1, 'DACCVIOL', 'data access to a region that forbids it'],
  [3, 'MUNSTKERR', 'memory protection fault while leaving an exception'],
  [4, 'MSTKERR', 'memory protection fault while entering an exception (stack overflow?)'],
  [5, 'MLSPERR', 'memory protection fault while saving floating-point state'],
  [8, 'IBUSERR', 'bus error on an instruction fetch'],
  [9, 'PRECISERR', 'bus error on a data access, at this instruction'],
  [10, 'IMPRECISERR', 'bus error on a data access some instructions earlier'],
  [11, 'UNSTKERR', 'bus error while leaving an exception'],
  [12, 'STKERR', 'bus error while entering an exception (stack overflow?)'],
  [13, 'LSPERR', 'bus error while saving floating-point state'],
  [16, 'UNDEFINSTR', 'undefined instruction'],
  [17, 'INVSTATE', 'branch to an address without the Thumb bit (a corrupt or null function pointer?)'],
  [18, 'INVPC', 'invalid return from an exception'],
  [19, 'NOCP', 'coprocessor (floating point) used while it is disabled'],
  [20, 'STKOF', 'stack overflow'],
  [24, 'UNALIGNED', 'unaligned access'],
  [25, 'DIVBYZERO', 'division by zero'],
];

const HFSR: readonly (readonly [number, string, string])[] = [
  [1, 'VECTTBL', 'the vector table could not be read'],
  [30, 'FORCED', 'a configurable fault was escalated to HardFault'],
  [31, 'DEBUGEVT', 'a debug event with no debugger (a breakpoint instruction?)'],
];

/** B3.2.15: the fault address registers hold something only where these bits are set. */
const MMARVALID = 1 << 7;
const BFARVALID = 1 << 15;

const named = (table: typeof CFSR, value: number): string[] =>
  table.filter(([bit]) => (value >>> bit) & 1).map(([, name, meaning]) => `${name}: ${meaning}`);

/** What the status registers say, one sentence per bit that is set. */
export const causesOf = (cfsr: number | undefined, hfsr: number | undefined): string[] => [
  ...named(CFSR, cfsr ?? 0),
  ...named(HFSR, hfsr ?? 0),
];

/** The address that the fault was about, where CFSR says that a register holds it. */
export function faultAddress(cfsr: number | undefined, mmfar?: number, bfar?: number): number | undefined {
  if (cfsr === undefined) return bfar ?? mmfar;
  if (cfsr & MMARVALID) return mmfar;
  return cfsr & BFARVALID ? bfar : undefined;
}
