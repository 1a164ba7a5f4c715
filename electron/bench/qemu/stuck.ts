import type { Qmp } from './qmp.js';

const SAMPLES = 5;

/** R15 on ARM, PC on AArch64, pc on RISC-V, as QEMU's `info registers` prints them. */
const PROGRAM_COUNTER = /\b(?:R15|PC|pc)\s*=?\s*(?:0x)?([0-9a-fA-F]{8,16})\b/;

/**
 * Where a hanging target spends its time: its program counter, sampled a few times, as `0x…`. The machine is stopped for
 * each sample, as a running one does not keep the counter up to date, and stays stopped. Empty where QEMU does not tell.
 */
export async function sampleProgramCounter(qmp: Qmp): Promise<string[]> {
  const samples: string[] = [];
  for (let i = 0; i < SAMPLES; i++) {
    if (i > 0) await qmp.command('cont');
    const stopped = await qmp.command('stop');
    if (!stopped.ok) break;
    const answer = await qmp.command('human-monitor-command', { 'command-line': 'info registers' });
    const text = answer.ok && typeof answer.value === 'string' ? answer.value : '';
    const counter = PROGRAM_COUNTER.exec(text)?.[1];
    if (counter !== undefined) samples.push(`0x${counter.toLowerCase()}`);
  }
  return samples;
}
