import type { Qmp } from './qmp.js';
import { monitor, type Registers } from './registers.js';

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
export async function readFaultedPc(qmp: Qmp, { sp }: Registers): Promise<string | null> {
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
