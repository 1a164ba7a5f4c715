import { afterAll, describe, expect, it } from 'vitest';
import type { SessionEnd } from '../../../../electron/bench/environment.js';
import { openSymbols } from '../../../../electron/bench/results/symbols.js';
import { ProfileSchema } from '../../../../shared/profile.js';
import { inEnglish } from '../../../../shared/texts/words.js';
import { openBench, profileOf } from '../../../fixtures/qemu/bench.js';
import { buildFirmware, type Machine } from '../../../fixtures/qemu/firmware.js';

const bench = openBench();
afterAll(() => bench.close());
const never = new AbortController().signal;

/** How a scenario ended, and the functions in which it was seen. */
async function seenIn(machine: Machine, scenario: string, ...flags: string[]) {
  const shipped = profileOf(`qemu-${machine}`);
  const testEnd = { ...(shipped.kind === 'qemu' ? shipped.testEnd : {}), silenceSec: 2 };
  const profile = ProfileSchema.parse({ ...shipped, testEnd });
  const image = buildFirmware(scenario, bench.root, machine, flags);
  const environment = bench.open(profile, { image, timeoutMs: 120_000 });
  const started = await environment.start(never);
  const end = started.ok ? await environment.run(never, () => undefined) : started;
  await environment.stop();
  if (!end.ok) throw new Error(inEnglish(end.error.message));
  return { end: end.value, functions: await functionsOf(image, end.value) };
}

async function functionsOf(image: string, end: SessionEnd): Promise<Set<string | undefined>> {
  const symbols = openSymbols({
    elf: image,
    prefix: 'arm-none-eabi-',
    exec: bench.exec,
    workTree: bench.root,
    operation: 'op-symbols',
  });
  const found = await symbols.lookup(end.stuckPcs.map(Number));
  return new Set(found.map((at) => at?.function));
}

describe.each(['lm3s6965evb', 'mps2-an385'] as const)('where a target on %s hangs', (machine) => {
  it('is the handler of an interrupt that never returns', async () => {
    const { end, functions } = await seenIn(machine, 'hangs_in_interrupt');
    expect(end.ended_by).toBe('silence');
    expect([...functions]).toEqual(['on_tick']);
  });

  it('is the sleep from which no interrupt wakes it', async () => {
    const { functions } = await seenIn(machine, 'sleeps_for_ever');
    expect([...functions]).toEqual(['main']);
  });

  it('is either place of a deadlock, or the loop around them', async () => {
    const { end, functions } = await seenIn(machine, 'deadlocks');
    expect(end.stuckPcs).toHaveLength(5);
    for (const name of functions) expect(['wait_for_second', 'wait_for_first', 'main']).toContain(name);
  });
});

describe('a fault whose handler only spins', () => {
  it('is told by the instruction that faulted', async () => {
    const { end, functions } = await seenIn('mps2-an385', 'faults_silently');
    expect(end.ended_by).toBe('silence');
    expect([...functions]).toEqual(['store']);
  });

  it('is a crash where the target said before that every case passes', async () => {
    const { end, functions } = await seenIn('mps2-an385', 'faults_silently', '-DSAYS_IT_PASSED');
    expect(end).toMatchObject({ ended_by: 'crash', exit_code: null, signal: null });
    expect([...functions]).toEqual(['store']);
  });
});
