import { setTimeout as sleep } from 'node:timers/promises';
import type { Qmp } from './qmp.js';

const SAMPLES = 5;
/** Between samples the target runs so long, ms: of no common measure with the usual ticks of 1 and 10 ms. */
const APART_MS = 3.7;
/** A sample within an interrupt says little; so many are taken before that is believed. */
const TRIES = 15;

/** R15 on ARM, PC on AArch64, pc on RISC-V, as QEMU's `info registers` prints them. */
const PROGRAM_COUNTER = /\b(?:R15|PC|pc)\s*=?\s*(?:0x)?([0-9a-fA-F]{8,16})\b/;

/** QEMU ends the line of XPSR with the mode (ARMv7-M B1.4.1): `handler` is an exception, e.g. the tick. */
const IN_HANDLER = /\bXPSR=.*\bhandler\b/;

/**
 * Where a hanging target spends its time: its program counter, sampled a few times, as `0x…`. The machine is stopped for
 * each sample, as a running one does not keep the counter up to date, and stays stopped. Samples within an exception
 * count only where there are no others: QEMU stops most readily as an interrupt arrives. Empty where it does not tell.
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
    const answer = await qmp.command('human-monitor-command', { 'command-line': 'info registers' });
    const text = answer.ok && typeof answer.value === 'string' ? answer.value : '';
    const counter = PROGRAM_COUNTER.exec(text)?.[1];
    if (counter === undefined) continue;
    (IN_HANDLER.test(text) ? handlers : samples).push(`0x${counter.toLowerCase()}`);
  }
  return samples.length > 0 ? samples : handlers.slice(0, SAMPLES);
}
