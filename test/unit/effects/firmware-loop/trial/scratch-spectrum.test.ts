import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { keepCoverage } from '../../../../../electron/effects/firmware-loop/trial/kept-coverage.js';
import { spectrumOf } from '../../../../../electron/effects/firmware-loop/trial/scratch-spectrum.js';
import { type Coverage, CoverageSchema, linesOf } from '../../../../../shared/coverage.js';
import type { Exec } from '../../../../../shared/process.js';
import { ProfileSchema } from '../../../../../shared/profile.js';
import { buildOf, testOf } from '../../../../fixtures/firmware-values.js';
import { value } from '../../../workspace/repositories.js';
import { hostBench } from './trial-bench.js';

const UNIT = 'int small(int v)\n{\n    return v + 1;\n}\nint large(int v)\n{\n    return v * 2;\n}\n';
const MAIN = `#include <stdio.h>
#include <string.h>
int small(int);
int large(int);
int main(int c, char **v) {
    if (c < 2 || strcmp(v[1], "small") == 0) printf("ok 1 - small %d\\n", small(2));
    if (c < 2 || strcmp(v[1], "large") == 0) printf("ok 2 - large %d\\n", large(2));
    return 0;
}
`;
const FILES = {
  'unit.c': UNIT,
  'main.c': MAIN,
  Makefile: 'app: unit.c main.c\n\tgcc -o app unit.c main.c\n',
};
const never = new AbortController().signal;

async function setting(heldOut: string[] = [], select = true) {
  const test = { command: ['./app'], parser: 'tap', timeoutSec: 30, select, cases: ['*'], heldOut };
  const { bench, ctx } = await hostBench(FILES, test);
  const last_test_result = testOf('x', { small: 'fail', large: 'fail' });
  return { bench, ctx: { ...ctx, last_test_result, last_build_result: buildOf('x') } };
}

describe('spectrumOf', () => {
  it('tells which lines each case executes, and is measured once for one image', async () => {
    const { bench, ctx } = await setting();
    const first = spectrumOf(ctx, bench, 'r.1.trace', never);
    expect(spectrumOf(ctx, bench, 'r.2.trace', never)).toBe(first);
    const { byCase } = value(await first);
    expect([...(byCase?.get('small')?.get('unit.c') ?? [])]).toContain(3);
    expect([...(byCase?.get('small')?.get('unit.c') ?? [])]).not.toContain(7);
  });

  it('is the same in a run that goes on after a restart, though another measurement would differ', async () => {
    const { bench, ctx } = await setting();
    const first = value(await spectrumOf(ctx, bench, 'r.1.trace', never));
    const untold = { ...ctx, last_test_result: testOf('x', { small: 'fail' }) };
    const again = value(await spectrumOf(untold, { ...bench }, 'r.2.trace', never));
    expect(again).toEqual(first);
    expect([...(again.byCase?.keys() ?? [])]).toEqual(['small', 'large']);
  });

  it('does not name a held-out case', async () => {
    const { bench, ctx } = await setting(['large']);
    const { byCase } = value(await spectrumOf(ctx, bench, 'r.1.trace', never));
    expect([...(byCase?.keys() ?? [])]).toEqual(['small']);
  });

  it('says that nothing is known where the last build failed', async () => {
    const { bench, ctx } = await setting();
    const unbuilt = { ...ctx, last_build_result: buildOf('x', 1) };
    expect(await spectrumOf(unbuilt, bench, 'r.1.trace', never)).toMatchObject({
      ok: false,
      error: { code: 'ANALYSIS_FAILURE' },
    });
  });
});

/** A QEMU whose session has run one instruction, and how long it was given for that, ms. */
function tracing() {
  const limits: number[] = [];
  const exec: Exec = async ({ argv, timeoutMs }) => {
    const log = argv[argv.indexOf('-D') + 1];
    if (argv[0] === 'prlimit' && log !== undefined) {
      limits.push(timeoutMs);
      writeFileSync(log, 'Trace 0: 0x7f41d0000100 [00800400/00000100/00000110/ff000201] small\n');
    }
    const exitCode = argv[0] === 'prlimit' ? 0 : 1;
    const output = { stdout: new Uint8Array(), stderr: new Uint8Array() };
    return { ...output, ended: 'exit', exitCode, signal: null, durationMs: 1 };
  };
  return { limits, exec };
}

describe('the trace of a simulated session', () => {
  const simulated = ProfileSchema.parse({
    ...{ id: 'q', kind: 'qemu', title: 'Q', binary: 'qemu-system-arm', machine: 'm', uart: 0 },
    ...{ health: { timeoutSec: 5 }, testEnd: { silenceSec: 5 } },
  });
  const limitOf = async (searchSec: number): Promise<number[]> => {
    const { bench, ctx } = await setting();
    const { limits, exec } = tracing();
    const policy = { ...bench.policy, searchSec };
    const at = { ...bench, policy, profile: simulated, exec };
    expect(await spectrumOf(ctx, at, 'r.1.trace', never)).toMatchObject({ value: { isCut: false } });
    return limits;
  };

  it('may take the time of the test, so that a busy computer learns what an idle one does', async () => {
    expect(await limitOf(600)).toEqual([30_000]);
  });

  it('takes no more than its share of the time for the search, and always enough for a short session', async () => {
    expect(await limitOf(100)).toEqual([15_000]);
    expect(await limitOf(1)).toEqual([2500]);
  });
});

describe('what a run keeps of it', () => {
  const kept = async (heldOut: string[], select = true): Promise<Coverage | null> => {
    const { bench, ctx } = await setting(heldOut, select);
    const measured = value(await spectrumOf(ctx, bench, 'r.1.trace', never));
    const artifact = await keepCoverage(ctx, bench, measured);
    if (artifact === null) return null;
    const file = path.join(bench.paths.artifacts, artifact.path);
    return CoverageSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  };

  it('is files of the commit, their lines by case, and nothing of a held-out one', async () => {
    const of = await kept(['large']);
    const unit = of?.files.find((file) => file.path === 'unit.c');
    expect(of?.cases?.map(({ name, status }) => [name, status])).toEqual([['small', 'fail']]);
    expect(linesOf(unit?.ran ?? '').has(3)).toBe(true);
    expect(linesOf(unit?.ran ?? '').has(7)).toBe(false);
    expect(linesOf(unit?.code ?? '').has(7)).toBe(true);
    expect(JSON.stringify(of)).not.toMatch(/large|return/);
  });

  it('is nothing where held-out cases run together with the others', async () => {
    expect(await kept(['large'], false)).toBeNull();
    expect((await kept([], false))?.cases).toBeNull();
  });
});
