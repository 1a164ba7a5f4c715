import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { markSelfReported } from '../../../../../electron/effects/firmware-loop/results/self-reported.js';
import { nameFunctions } from '../../../../../electron/tools/results/asserting-function.js';
import { git, placeOf } from '../../../../../electron/workspace/git.js';
import { testOf } from '../../../../fixtures/firmware-values.js';
import { temporary } from '../../../workspace/repositories.js';
import { hostBench } from '../trial/trial-bench.js';

const own = (cases: readonly { name: string; self_reported?: true | undefined }[]): string[] =>
  cases.filter((one) => one.self_reported).map(({ name }) => name);

async function patched(file: string, text: string) {
  const { bench, ctx } = await hostBench(
    { 'src/a.c': 'int a;\n', 'test/t.c': 'int t;\n' },
    { command: ['./t'] },
  );
  writeFileSync(path.join(bench.paths.clone, file), text);
  const place = placeOf(bench.paths.clone);
  await git(place, ['-c', 'user.name=t', '-c', 'user.email=t@t', 'commit', '-qam', 'patch']);
  const head = await git(place, ['rev-parse', 'HEAD']);
  const current_commit = head.ok ? head.value.trim() : '';
  const base_commit = ctx.repo_snapshot?.base_commit ?? '';
  return { bench, ctx: { ...ctx, repo_snapshot: { base_commit, current_commit } } };
}

describe('a verdict', () => {
  const result = testOf('i', { test_a: 'pass', test_b: 'pass' });

  it('of `exit` is always the word of the program alone', async () => {
    const { bench, ctx } = await hostBench({ 'src/a.c': 'int a;\n' }, { command: ['./t'] });
    expect(own((await markSelfReported(ctx, bench, 'exit', result)).cases)).toEqual(['test_a', 'test_b']);
    expect(own((await markSelfReported(ctx, bench, 'tap', result)).cases)).toEqual([]);
  });

  it('is so where a patched file holds the case, or prints verdicts', async () => {
    const named = await patched('src/a.c', 'int a;\nvoid test_b(void) {}\n');
    expect(own((await markSelfReported(named.ctx, named.bench, 'tap', result)).cases)).toEqual(['test_b']);
    const prints = await patched('src/a.c', 'int a;\nconst char *f = "ok %d - %s";\n');
    expect(own((await markSelfReported(prints.ctx, prints.bench, 'tap', result)).cases)).toHaveLength(2);
    const neither = await patched('src/a.c', 'int a, b;\n');
    expect(own((await markSelfReported(neither.ctx, neither.bench, 'tap', result)).cases)).toEqual([]);
  });
});

describe('the place of a failed case', () => {
  it('gets the function that the source has there, and keeps one that the output named', async () => {
    const tree = temporary('tree');
    writeFileSync(path.join(tree, 't.c'), 'void test_a(void)\n{\n}\n');
    const at = (line: number, more = {}) => ({
      name: `c${line}`,
      status: 'fail' as const,
      location: { file: 't.c', line, ...more },
    });
    const found = await nameFunctions(
      async (text, line) => (text.includes('test_a') && line === 2 ? 'test_a' : null),
      tree,
      testOf('i', {}, { cases: [at(2), at(3), at(1, { function: 'main' })] }),
    );
    expect(found.cases.map(({ location }) => location?.function)).toEqual(['test_a', undefined, 'main']);
  });
});
