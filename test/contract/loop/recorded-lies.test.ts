import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { collectResult } from '../../../electron/tools/results/collect.js';
import type { TestWork } from '../../../electron/tools/target/test-work.js';
import type { ExecResult } from '../../../shared/process.js';
import { outcome } from '../../fixtures/firmware-effects.js';
import { scriptedRun, tempDir, value } from '../../fixtures/firmware-run.js';
import { liesOn, MACHINES, NAMED, SUMMARY, TWO } from '../../fixtures/loop/lies.js';
import { type Recording, readRecording } from '../../fixtures/loop/recordings.js';

const NOT_RUN: ExecResult = {
  ...{ ended: 'not-found', exitCode: null, signal: null, durationMs: 0 },
  ...{ stdout: new Uint8Array(), stderr: new Uint8Array() },
};

/** What a recorded session comes to: its result, and the end of a run whose target says just that each time. */
async function judged({ console, ...end }: Recording, parser: 'unity' | 'tap' | 'ztest', cases: string[]) {
  const dir = tempDir();
  mkdirSync(path.join(dir, 'artifacts'));
  const consoleFile = path.join(dir, 'console.log');
  writeFileSync(consoleFile, console);
  const image = path.join(dir, 'app.elf');
  writeFileSync(image, '');
  const work = {
    loaded: { task: { test: { cases, heldOut: [] } }, subdir: '' },
    profile: { kind: 'qemu', toolchainPrefix: 'arm-none-eabi-' },
    exec: async () => NOT_RUN,
    paths: { artifacts: path.join(dir, 'artifacts') },
  } as unknown as TestWork;
  const subject = { image: 'x', imagePath: image, tree: dir, unbuilt: false };
  const session = { ...end, consoleFile, stuckPcs: [], stderr: '', duration_ms: 1 };
  const how = { operation: 'symbols', baseline: null, parser, expected: null };
  const { result } = value(await collectResult(work, subject, session, how));
  const run = scriptedRun({
    task: { cases },
    script: { RESULT_COLLECTION: Array.from({ length: 40 }, () => outcome('result_normalized', { result })) },
  });
  await run.go();
  return { result, end: run.context().outcome };
}

it.each(MACHINES.flatMap((machine) => liesOn(machine).map((lie) => ({ machine, ...lie }))))(
  'what a firmware on $machine said gets no pass: $what',
  async ({ machine, what, parser = 'unity', cases = NAMED, told }) => {
    const { result, end } = await judged(readRecording(what, machine), parser, cases);
    const bad = result.cases.filter((c) => c.status !== 'pass').map((c) => `${c.name}: ${c.status}`);
    expect([result.incomplete ?? '', ...bad].join('\n')).toMatch(told);
    expect(end?.status).not.toBe('SUCCESS');
  },
);

it('what a firmware says that tells the truth gets its pass', async () => {
  const console = [...TWO, ...SUMMARY, ''].join('\r\n');
  const truth = { ended_by: 'pattern' as const, exit_code: null, signal: null, console };
  const { result, end } = await judged(truth, 'unity', NAMED);
  expect(result).toMatchObject({ incomplete: null, cases: [{ status: 'pass' }, { status: 'pass' }] });
  expect(end?.status).toBe('SUCCESS');
});
