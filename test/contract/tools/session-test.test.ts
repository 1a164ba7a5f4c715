import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { consoleRead } from '../../../electron/tools/board/console-read.js';
import { decodeFaultOf } from '../../../electron/tools/board/decode-fault.js';
import { buildTask } from '../../../electron/tools/build/build-task.js';
import { runTest } from '../../../electron/tools/target/run-test.js';
import { english } from '../../fixtures/english.js';
import { tempDir, value } from '../../fixtures/firmware-run.js';
import {
  OFF_BY_ONE,
  ON_QEMU,
  ringProject,
  TYPO,
  targetProject,
  writeTask,
} from '../../fixtures/loop/projects.js';
import { openSession } from '../../fixtures/session.js';

/** A session on the broken ring buffer in QEMU. */
async function onQemu(edits = OFF_BY_ONE, test: Record<string, unknown> = {}) {
  const dir = tempDir();
  targetProject(path.join(dir, 'fw'), edits);
  const parts = { ...ON_QEMU, test: { ...(ON_QEMU.test as object), ...test } };
  return openSession({ task: writeTask(path.join(dir, 'task.yaml'), './fw', parts), approves: ['build'] });
}

describe('the tests of a session in QEMU', () => {
  it('are built, booted and read: a failing case has its message, values and place', async () => {
    const { call, clone, asked } = await onQemu();
    const first = value(await call(runTest, {}));
    expect(first).toMatchObject({ ended_by: 'exit', left_out: 0, unknown_cases: [], incomplete: null });
    const failed = first.cases.filter(({ status }) => status === 'fail');
    expect(failed).toMatchObject([
      {
        name: 'ring_refuses_when_full',
        ...{ message: 'Expected TRUE Was FALSE', expected: 'TRUE', actual: 'FALSE' },
        location: { file: 'test/main.c', line: 1 },
      },
      { name: 'ring_counts' },
    ]);
    expect(first.cases[0]).toEqual(failed[0]);
    expect(first.console).toContain('FAIL');
    expect(asked()).toMatchObject([{ scope: 'build' }]);

    const file = path.join(clone, 'src', 'ring.c');
    writeFileSync(file, readFileSync(file, 'utf8').replace('count > RING_SIZE', 'count >= RING_SIZE'));
    const second = value(await call(runTest, {}));
    expect(second.cases.map(({ status }) => status)).toEqual(second.cases.map(() => 'pass'));
    expect(second.image).not.toBe(first.image);
  });

  it('build what is to be tested once: the same sources are the same image', async () => {
    const { call } = await onQemu();
    const built = value(await call(buildTask, {}));
    expect(built).toMatchObject({ success: true, diagnostics: [], artifacts: [{ kind: 'elf' }] });
    expect(value(await call(runTest, {})).image).toBe(built.artifacts[0]?.id);
  });

  it('never tell of held-out cases, neither in cases nor on the console', async () => {
    const { call } = await onQemu(OFF_BY_ONE, { cases: ['ring_*'], heldOut: ['ring_counts'] });
    for (const args of [{}, { cases: ['ring_counts'] }]) {
      const { unknown_cases, ...result } = value(await call(runTest, args));
      expect(JSON.stringify(result)).not.toContain('ring_counts');
      expect(unknown_cases).toEqual(args.cases ?? []);
      expect([0, null]).toContain(result.exit_code);
    }
  });

  it('give only the cases that are asked for, and name those that nobody knows', async () => {
    const { call } = await onQemu();
    const all = value(await call(runTest, {}));
    const name = all.cases[0]?.name ?? '';
    const some = value(await call(runTest, { cases: [name, 'ring_that_is_not'] }));
    expect(some.cases.map((one) => one.name)).toEqual([name]);
    expect(some.unknown_cases).toEqual(['ring_that_is_not']);
  });

  it('fail with the first error where the sources do not compile, and build shows all of it', async () => {
    const { call } = await onQemu(TYPO);
    expect(await call(runTest, {})).toMatchObject({ ok: false, error: { code: 'BUILD_FAILURE' } });
    const built = value(await call(buildTask, {}));
    expect(built).toMatchObject({
      success: false,
      diagnostics: [{ severity: 'error', file: 'src/ring.c', line: expect.any(Number) }],
      artifacts: [],
    });
  });

  it('leave no console behind: reading one says when it exists', async () => {
    const { call } = await onQemu();
    expect(english(await call(consoleRead, { board: 'qemu-lm3s6965evb', seconds: 0 }))).toMatchObject({
      ok: false,
      error: { code: 'BOARD_NOT_FOUND', message: expect.stringContaining('only while run_test runs') },
    });
  });

  it('name the source line of an address, in the image that was built last', async () => {
    const { call } = await onQemu();
    value(await call(buildTask, {}));
    const decoded = value(
      await call(decodeFaultOf, { text: 'HardFault\npc=0x00000100 lr=0x00000200\ncfsr=0x00010000\n' }),
    );
    expect(decoded).toMatchObject({ symbols: { match: 'unproven' }, missing_tool: null });
  });
});

describe('the tests of a session on this computer', () => {
  it('run in the clone as it stands', async () => {
    const dir = tempDir();
    ringProject(path.join(dir, 'fw'), OFF_BY_ONE);
    const { call } = await openSession({
      task: writeTask(path.join(dir, 'task.yaml'), './fw'),
      approves: ['build'],
    });
    const result = value(await call(runTest, {}));
    expect(result.cases.filter(({ status }) => status === 'fail')).toHaveLength(2);
    expect(result.ended_by).toBe('exit');
  });
});

describe('a session without a task', () => {
  it('neither builds nor tests, and says what it lacks', async () => {
    const { call } = await openSession();
    for (const done of [await call(buildTask, {}), await call(runTest, {})])
      expect(english(done)).toMatchObject({
        ok: false,
        error: { code: 'USAGE', next: expect.stringContaining('--task') },
      });
  });
});
