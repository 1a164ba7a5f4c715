import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { keepCoverage } from '../../../../../electron/effects/firmware-loop/trial/kept-coverage.js';
import { spectrumOf } from '../../../../../electron/effects/firmware-loop/trial/scratch-spectrum.js';
import { type Coverage, CoverageSchema, linesOf } from '../../../../../shared/coverage.js';
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
