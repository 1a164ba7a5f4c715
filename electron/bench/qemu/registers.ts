import type { Qmp } from './qmp.js';

/** What a stopped target's registers tell; addresses as `0x…` in lower case. */
export interface Registers {
  pc: string;
  /** Stack pointer; null where the simulated processor names it otherwise. */
  sp: string | null;
  /** Number of the exception that is being handled, 0 in thread mode (IPSR: ARMv7-M ARM B1.4.2) and on other processors. */
  exception: number;
}

/** R15 on ARM, PC on AArch64, pc on RISC-V, as QEMU's `info registers` prints them. */
const PROGRAM_COUNTER = /\b(?:R15|PC|pc)\s*=?\s*(?:0x)?([0-9a-fA-F]{8,16})\b/;
const STACK_POINTER = /\bR13=([0-9a-f]{8})\b/;
/** QEMU ends the line of XPSR with the mode (ARMv7-M ARM B1.4.1). */
const IN_HANDLER = /\bXPSR=([0-9a-f]{8})\b.*\bhandler\b/;

/** The registers of a target that stands still; null where QEMU does not tell. */
export async function readRegisters(qmp: Qmp): Promise<Registers | null> {
  const text = await monitor(qmp, 'info registers');
  const pc = PROGRAM_COUNTER.exec(text)?.[1];
  if (pc === undefined) return null;
  const sp = STACK_POINTER.exec(text)?.[1];
  const exception = Number.parseInt(IN_HANDLER.exec(text)?.[1] ?? '0', 16) & 0x1ff;
  return { pc: `0x${pc.toLowerCase()}`, sp: sp === undefined ? null : `0x${sp}`, exception };
}

/** A command of QEMU's monitor (QEMU, "Human Monitor Protocol"); empty where it refuses. */
export async function monitor(qmp: Qmp, line: string): Promise<string> {
  const answer = await qmp.command('human-monitor-command', { 'command-line': line });
  return answer.ok && typeof answer.value === 'string' ? answer.value : '';
}
