import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SessionEnd } from '../../../../electron/bench/environment.js';
import { buildClone, isBuilt, testInClone } from '../../../../electron/tools/build/clone-output.js';
import { openSession } from '../../../../electron/tools/target/session.js';
import { ok } from '../../../../shared/problem.js';
import { until } from '../../../fixtures/until.js';
import { hostBench } from '../../effects/firmware-loop/trial/trial-bench.js';
import { value } from '../../workspace/repositories.js';

const FILES = {
  'app.c': 'int main(void) { return 0; }\n',
  Makefile: 'app: app.c\n\tcp app.c app\n\techo built >> log\n',
};

async function built() {
  const { bench } = await hostBench(FILES, { parser: 'tap', command: ['true'], cases: ['*'] });
  const build = () =>
    buildClone(bench, { command: ['make'], operation: 'build' }, new AbortController().signal);
  expect(await build()).toMatchObject({ success: true });
  const file = (name: string): string => path.join(bench.paths.clone, name);
  /** A test that leaves a part of a program behind, newer than what it is made from. */
  const test = (ended_by: SessionEnd['ended_by'], write = () => writeFileSync(file('app'), 'half')) =>
    testInClone(bench, async () => {
      write();
      return ok({ ...END, ended_by });
    });
  return { bench, build, file, test, app: () => readFileSync(file('app'), 'utf8') };
}

const END: SessionEnd = {
  ...{ ended_by: 'exit', exit_code: 0, signal: null, consoleFile: '', stuckPcs: [], stderr: '' },
  duration_ms: 1,
};

describe('the build output in the clone of a run', () => {
  it('is removed where the test that wrote it was cut off, and built anew', async () => {
    const { bench, build, file, test, app } = await built();
    await test('timeout');
    expect(isBuilt(bench)).toBe(false);
    expect(existsSync(file('app'))).toBe(false);
    await build();
    expect(app()).toBe(FILES['app.c']);
    expect(isBuilt(bench)).toBe(true);
  });

  it('is kept where the test ended by itself, or wrote nothing', async () => {
    const { bench, build, file, test } = await built();
    await test('crash', () => undefined);
    // longer than the clock of the file system may lag
    await new Promise((resolve) => setTimeout(resolve, 50));
    await test('timeout', () => undefined);
    expect(isBuilt(bench)).toBe(true);
    await build();
    expect(readFileSync(file('log'), 'utf8')).toBe('built\n');
  });

  it('is removed at once where the build wrote too much, or the test', async () => {
    const endless = 'while :; do head -c 1000000 /dev/zero >> dump; sleep 0.01; done';
    const files = { Makefile: `all:\n\t${endless}\n` };
    const tap = { parser: 'tap', command: ['sh', '-c', endless], cases: ['*'] };
    const { bench } = await hostBench(files, tap, { maxWrittenBytes: 4_000_000 });
    const { signal } = new AbortController();
    const dump = path.join(bench.paths.clone, 'dump');
    const build = await buildClone(bench, { command: ['make'], operation: 'build' }, signal);
    expect(build).toMatchObject({ success: false, overrun: { code: 'DISK_FULL', where: bench.paths.clone } });
    expect([existsSync(dump), isBuilt(bench)]).toEqual([false, true]);

    const tree = bench.paths.clone;
    const subject = { image: 'x', imagePath: null, tree, unbuilt: false };
    const target = openSession(bench, 'r.1.test', subject, { timeoutMs: 60_000 });
    value(await target.start(signal));
    const end = await testInClone(bench, () => target.run(signal, () => undefined));
    await target.stop();
    expect(end).toMatchObject({ ok: false, error: { code: 'DISK_FULL', where: tree } });
    expect(existsSync(dump)).toBe(false);
  });

  it('is not trusted any more where the test was never heard of again', async () => {
    const { bench, build, file, app } = await built();
    void testInClone(bench, () => new Promise(() => undefined));
    await until(() => !isBuilt(bench));
    writeFileSync(file('app'), 'half');
    await build();
    expect(app()).toBe(FILES['app.c']);
  });
});
