import { createHash } from 'node:crypto';
import { median, times, type Verdict } from '../loop/statistics.js';
import { missingPeer } from '../parts/peer.js';

const PAIRS = 5;
const TARGET = 1.05;

/** Does one flash; a number that it gives is its time, ms, where that is not the time that the call takes. */
export type Flash = (bytes: Buffer) => Promise<unknown>;

/**
 * Ours and the other tool in turns on the same device; the middle of the ratios of the pairs counts. Where the other tool is not
 * installed, ours is measured alone.
 */
export async function pairs(
  what: string,
  tool: string,
  ours: Flash,
  theirs: Flash,
  size: number,
): Promise<Verdict> {
  const missing = missingPeer(tool);
  const seconds = (values: readonly number[]) => `${(median(values) / 1000).toFixed(2)} s`;
  const [our, their]: [number[], number[]] = [[], []];
  for (let pair = 0; pair < PAIRS; pair++) {
    const bytes = noise(pair, size);
    our.push(await timed(() => ours(bytes)));
    if (missing === null) their.push(await timed(() => theirs(bytes)));
  }
  if (missing !== null)
    return { what: `${what}: ours ${seconds(our)}`, figure: missing, target: null, met: null };
  const ratio = median(our.map((value, index) => value / (their[index] ?? Number.NaN)));
  return {
    what: `${what}: ours ${seconds(our)}, ${tool} ${seconds(their)}, ratio of ${PAIRS} pairs`,
    figure: times(ratio),
    target: `<= ${times(TARGET)}`,
    met: ratio <= TARGET,
  };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  const own = await work();
  return typeof own === 'number' ? own : performance.now() - began;
}

/** Bytes that no two pages share, different for each pair, so that nothing is skipped as already there. */
function noise(seed: number, size: number): Buffer {
  const blocks = Array.from({ length: Math.ceil(size / 32) }, (_, i) =>
    createHash('sha256').update(`${seed}:${i}`).digest(),
  );
  return Buffer.concat(blocks).subarray(0, size);
}
