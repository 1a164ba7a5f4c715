import { setTimeout as sleep } from 'node:timers/promises';
import type { Qmp } from './qmp.js';

const SAMPLES = 5;
/** Between samples the target runs so long, ms: of no common measure with the usual ticks of 1 and 10 ms. */
const APART_MS = 3.7;
/** A sample within an interrupt says little; so many are taken before that is believed. */
const TRIES = 15;

/**
 * Where a hanging target spends its time: its program counter, sampled a few times, as `0x…`. The machine is stopped for
 * each sample, as a running one does not keep the counter up to date, and stays stopped. Samples within an exception
 * count only where there are no others: QEMU stops most readily as an interrupt arrives. A fault handler that spins tells
 * nothing: there it is the instruction that faulted. Empty where QEMU does not tell.
 */
export async function sampleProgramCounter(qmp: Qmp): Promise<string[]> {
  const samples: string[] = [];
  const handlers: string[] = [];
  for (let i = 0; i < TRIES && samples.length < SAMPLES; i++) {
    if (i > 0) {
      await qmp.command('cont');
      await sleep(APART_MS);
    }
    const stopped = await qmp.command('stop');
    if (!stopped.ok) break;
    const registers = await readRegisters(qmp);
    if (registers === null) continue;
    if (inFault(registers)) return [(await readFaultedPc(qmp, registers)) ?? registers.pc];
    (registers.exception === 0 ? samples : handlers).push(registers.pc);
  }
  return samples.length > 0 ? samples : handlers.slice(0, SAMPLES);
}

/** HardFault, MemManage, BusFault and UsageFault: ARMv7-M ARM B1.5.2, exception numbers. */
const inFault = ({ exception }: Registers): boolean => exception >= 3 && exception <= 6;

/** Whether the target stands in a fault handler, which may have printed nothing. Stops the machine. */
export async function standsInFault(qmp: Qmp): Promise<boolean> {
  const stopped = await qmp.command('stop');
  const registers = stopped.ok ? await readRegisters(qmp) : null;
  return registers !== null && inFault(registers);
}

/** A handler may have pushed so many words onto the stack below which the frame lies. */
const WORDS_SEARCHED = 48;
const FRAME_WORDS = 8;
/** XPSR of code that ran: the Thumb bit is set (ARMv7-M ARM B1.4.2), the reserved bits 23-20 are clear. */
const isStatus = (word: number): boolean => (word & 0x01f00000) === 0x01000000;
/** Code lies below the system region, at an even address. */
const isCode = (word: number): boolean => word > 1 && word < 0xe0000000 && (word & 1) === 0;

/**
 * The instruction that faulted, from the frame that the processor pushed as it entered the handler: r0-r3, r12, lr, pc,
 * xPSR (ARMv7-M ARM B1.5.6). Null where none is found on the current stack.
 */
async function readFaultedPc(qmp: Qmp, { sp }: Registers): Promise<string | null> {
  if (sp === null) return null;
  const dump = await monitor(qmp, `x /${WORDS_SEARCHED + FRAME_WORDS}xw ${sp}`);
  const words = dump
    .split(/\r?\n/)
    .flatMap((line) => line.replace(/^[0-9a-f]+:/, '').match(/0x[0-9a-f]{8}\b/g) ?? [])
    .map(Number);
  for (let at = 0; at + FRAME_WORDS <= words.length; at++) {
    const pc = words[at + 6] ?? 0;
    if (isStatus(words[at + 7] ?? 0) && isCode(pc)) return `0x${pc.toString(16).padStart(8, '0')}`;
  }
  return null;
}

/** What a stopped target's registers tell; addresses as `0x…` in lower case. */
interface Registers {
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
async function readRegisters(qmp: Qmp): Promise<Registers | null> {
  const text = await monitor(qmp, 'info registers');
  const pc = PROGRAM_COUNTER.exec(text)?.[1];
  if (pc === undefined) return null;
  const sp = STACK_POINTER.exec(text)?.[1];
  const exception = Number.parseInt(IN_HANDLER.exec(text)?.[1] ?? '0', 16) & 0x1ff;
  return { pc: `0x${pc.toLowerCase()}`, sp: sp === undefined ? null : `0x${sp}`, exception };
}

/** A command of QEMU's monitor (QEMU, "Human Monitor Protocol"); empty where it refuses. */
async function monitor(qmp: Qmp, line: string): Promise<string> {
  const answer = await qmp.command('human-monitor-command', { 'command-line': line });
  return answer.ok && typeof answer.value === 'string' ? answer.value : '';
}
