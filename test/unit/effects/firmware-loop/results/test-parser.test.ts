import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  chooseParser,
  expectedOf,
  parserOf,
} from '../../../../../electron/effects/firmware-loop/results/test-parser.js';
import { observe } from '../../../../../electron/machine/firmware-loop/observations.js';
import { parserFault } from '../../../../../electron/tools/results/task-parser.js';
import { testOf } from '../../../../fixtures/firmware-values.js';
import { temporary, value } from '../../../workspace/repositories.js';
import { hostBench } from '../trial/trial-bench.js';

const SOURCES = { Makefile: 'all:\n', 'src/a.c': 'int a;\n' };

function ended(text: string) {
  const consoleFile = path.join(temporary('session'), 'console.log');
  writeFileSync(consoleFile, text);
  const end = { ended_by: 'exit', exit_code: 0, signal: null, stderr: '', duration_ms: 1 } as const;
  return { ...end, stuckPcs: [], consoleFile };
}

describe('the parser of a run', () => {
  it('is proposed by the untouched tree, then kept whatever is printed later', async () => {
    const { bench, ctx } = await hostBench(SOURCES, { command: ['./t'] });
    expect(parserOf(ctx, bench)).toBeNull();
    const chosen = value(await chooseParser(ctx, bench, ended('1..2\nok 1 - a\nok 2 - b\n')));
    expect(chosen.proposed).toBe('tap');
    const event = (parser: 'tap' | 'unity') => ({
      type: 'result_normalized' as const,
      at: 1,
      reason: '',
      evidence: [],
      result: testOf('i', { a: 'pass' }),
      parser,
    });
    const after = observe(observe(ctx, event('tap')), event('unity'));
    expect(parserOf(after, bench)).toMatchObject({ name: 'tap' });
  });

  it('is never proposed by patched code', async () => {
    const { bench, ctx } = await hostBench(SOURCES, { command: ['./t'] });
    const patched = { ...ctx, repo_snapshot: { base_commit: 'a', current_commit: 'b' } };
    const chosen = await chooseParser(patched, bench, ended('1..1\nok 1 - a\n'));
    expect(chosen).toMatchObject({ ok: false, error: { code: 'TASK_MALFORMED' } });
  });

  it('is named by what only one parser needs, and then nothing is proposed', async () => {
    const { bench, ctx } = await hostBench(SOURCES, { command: ['./t'], results: ['r.xml'] });
    expect(parserOf(ctx, bench)).toMatchObject({ name: 'junit' });
  });

  it('expects each case as often as the baseline reports it, once where there is none', async () => {
    const { ctx } = await hostBench(SOURCES, { command: ['./t'], parser: 'tap' });
    expect(expectedOf(ctx, true)).toBeNull();
    expect(expectedOf(ctx, false)?.('a')).toBe(1);
    const result = testOf('i', {}, { cases: [{ name: 'a', status: 'pass', reports: 2 }] });
    const known = { ...ctx, baseline: { built: true, image: null, result } };
    expect(expectedOf(known, true)?.('a')).toBe(2);
    expect(expectedOf(known, false)?.('b')).toBe(1);
  });
});

describe('a task', () => {
  const fault = async (test: Record<string, unknown>) => {
    const { bench } = await hostBench(SOURCES, { command: ['./t'] });
    const task = { ...bench.loaded.task, test: { ...bench.loaded.task.test, ...test } };
    const found = parserFault(task, bench.profile);
    return found && `${found.at.join('.')}: ${found.message}`;
  };
  const pattern = { results: ['(?<case>a)'], pass: ['a'], fail: [], skip: [], details: [] };

  it('is told what its parser lacks', async () => {
    expect(await fault({ parser: 'junit' })).toContain('test.results');
    expect(await fault({ parser: 'pattern' })).toContain('test.pattern');
    expect(await fault({ parser: 'tap', results: ['r.xml'] })).toContain('it belongs to junit');
    expect(await fault({ selectWith: ['--only'] })).toContain('{case}');
    expect(await fault({ pattern })).toBeNull();
  });

  it('is told which expression cannot be used', async () => {
    const wrong = (text: string) => fault({ pattern: { ...pattern, results: ['(?<case>a)', text] } });
    expect(await wrong('(?=x)')).toContain('test.pattern.results.1: the expression is no RE2 expression');
    expect(await wrong('abc')).toContain('lacks the group (?<case>');
    expect(await wrong('(?<case>(a{1,100}){1,10}){1,1}(b{1,100}){1,10}')).toContain('is too large');
  });
});
