import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeText } from '../../../../../electron/agents/judgement/code/code-text.js';
import { markWith } from '../../../../../electron/agents/openai/untrusted.js';
import { codeOf, functionOf, shownOf, testFile, testResult } from './trees.js';

const FAILS = [{ name: 'test_wrap', status: 'fail' as const, location: { file: 'test/t.c', line: 3 } }];
const LETTERS = [...'abcdefgh'];

/** Eight files of long functions; the case calls into `c.c`, and that into `g.c`. */
const LATE = {
  sources: Object.fromEntries(
    LETTERS.map((letter) => [
      `src/${letter}.c`,
      Array.from({ length: 12 }, (_, i) =>
        functionOf(`${letter}_f${i}`, 40, letter === 'c' && i === 5 ? ['g_f7'] : []),
      ).join('\n'),
    ]),
  ),
  tests: { 'test/t.c': testFile({ test_wrap: ['c_f5'], test_other: ['d_f1'] }) },
  cases: FAILS,
};
const PASSES = [...FAILS, { name: 'test_other', status: 'pass' as const }];

describe('what a model is shown of the sources', () => {
  it('is what the failing case calls, whole, two calls deep, in whatever file that lies', async () => {
    const text = await shownOf(LATE, 20_000);
    for (const name of ['c_f5', 'g_f7']) {
      expect(text).toMatch(new RegExp(`\\n\\d+\\| int ${name}\\(int a\\)\\n`));
      expect(text).toContain(`/* end of ${name} */`);
      expect(text).toContain(`#define ${name.toUpperCase()}_STEP`);
    }
    expect(text.indexOf('c_f5(int a)')).toBeLessThan(text.indexOf('g_f7(int a)'));
  });

  it('begins with the failing case, to read only, and leaves out those that pass', async () => {
    const text = await shownOf({ ...LATE, cases: PASSES });
    expect(text).toMatch(
      /^Source of the failing cases.*to read only.*\n<data id "test\/t\.c \(read-only\)">\n1\| void test_wrap/,
    );
    expect(text).not.toContain('test_other');
  });

  it('tells the rest by signature and line', async () => {
    const text = await shownOf(LATE, 20_000);
    expect(text).toMatch(
      /… src\/h\.c, \d+ lines left out: 12 functions of 540 lines; ask with "need":\n… {3}3-\d+: int h_f0\(int a\)/,
    );
    expect(text).toMatch(
      /… lines \d+ to \d+ left out: 5 functions of 225 lines; ask with "need":\n… {3}\d+-\d+: int c_f0/,
    );
  });

  it('tells all signatures of the file that the failure leads to before it shows another one whole', async () => {
    const many = Array.from({ length: 200 }, (_, i) => functionOf(`c_f${i}`, 40));
    const other = Array.from({ length: 30 }, (_, i) => functionOf(`a_f${i}`, 10));
    const text = await shownOf(
      { ...LATE, sources: { 'src/a.c': other.join('\n'), 'src/c.c': many.join('\n') } },
      20_000,
    );
    for (let i = 0; i < 200; i += 1) expect(text).toContain(`int c_f${i}(int a)`);
    expect(text.length).toBeGreaterThan(19_000);
  });

  it('tells no signature of a file that must not be sent', async () => {
    const text = await shownOf({ ...LATE, isWithheld: (file) => file === 'src/h.c' }, 20_000);
    expect(text).toContain('… src/h.c: [withheld: ');
    expect(text).not.toContain('h_f0');
    expect(text).toContain('a_f0');
  });

  it('names suspects with their scores', async () => {
    expect(await shownOf(LATE)).toMatch(
      /\n0\.\d\d src\/c\.c:\d+ c_f5\(\): c_f5\(\) is reached from 1 of 1 failing/,
    );
  });

  it('is everything where that fits, without marks', async () => {
    const text = await shownOf({
      ...LATE,
      sources: { 'src/c.c': functionOf('c_f5', 3) },
      tests: { 'test/t.c': testFile({ test_wrap: ['c_f5'] }) },
    });
    expect(text).toContain('end of c_f5');
    expect(text).not.toMatch(/^…/m);
  });

  it('has no licence, and says that a comment is missing', async () => {
    const licence = `/*\n * Copyright somebody\n * All rights reserved, or not.\n */\n\n#include "c.h"\n\n`;
    const text = await shownOf({ ...LATE, sources: { 'src/c.c': licence + functionOf('c_f5', 3) } });
    expect(text).not.toContain('Copyright');
    expect(text).toContain('… lines 1 to 4 left out: a comment\n');
    expect(text).toContain('#include "c.h"');
  });

  it('has the contract of a header, which stands above its include guard', async () => {
    const header = '/* What c_f5 counts. */\n#ifndef C_H\n#define C_H\nint c_f5(int a);\n#endif\n';
    const licence = '/* Copyright somebody */\n#ifndef L_H\n#define L_H\nint c_f6(int a);\n#endif\n';
    const sources = { 'src/c.c': functionOf('c_f5', 3), 'src/c.h': header, 'src/l.h': licence };
    const text = await shownOf({ ...LATE, sources });
    expect(text).toContain('\n1| /* What c_f5 counts. */\n2| #ifndef C_H\n');
    expect(text).toContain('… line 1 left out: a comment\n2| #ifndef L_H\n');
  });

  it('keeps the conditions under which a function is compiled', async () => {
    const source = `#if defined(FAST)\n${functionOf('c_f1', 40)}#else\n${functionOf('c_f5', 4)}#endif\n${functionOf('c_f6', 900)}`;
    const text = await shownOf({ ...LATE, sources: { 'src/c.c': source } }, 3000);
    expect(text).toMatch(/\n1\| #if defined\(FAST\)\n/);
    expect(text).toMatch(/\n\d+\| #else\n/);
    expect(text).toMatch(/\n\d+\| #endif\n/);
  });

  it('shows a part of a function that is too long, around the line that the evidence names', async () => {
    const sources = { 'src/c.c': functionOf('c_f5', 4000) };
    const build = {
      success: false,
      exit_code: 2,
      timed_out: false,
      diagnostics: [
        {
          severity: 'error' as const,
          message: 'oops',
          origin: 'compiler' as const,
          fixits: [],
          location: { file: 'src/c.c', line: 3000 },
        },
      ],
      artifacts: [],
      duration_ms: 1,
    };
    const text = await shownOf({ sources, more: { build } }, 12_000);
    expect(text).toContain('\n3000| ');
    expect(text).toContain('| int c_f5(int a)\n');
    expect(text).toMatch(/\n… lines \d+ to \d+ left out; ask with "need"\n/);
  });

  it.each([
    ['CASE(test_wrap)\nCASE(test_other)\n'],
    ['int main(void)\n{\n    RUN(test_wrap);\n\n    RUN(test_other);\n}\n'],
    ['struct row rows[] = {\n    {"test_wrap", test_wrap},\n    {"test_other", test_other},\n};\n'],
  ])('begins with the case that a session which died was about to run: %j', async (list) => {
    const passed = [{ name: 'test_wrap', status: 'pass' as const }];
    const tests = { ...LATE.tests, 'test/list.h': list };
    const more = { test: testResult(passed, { ended_by: 'crash' }) };
    const text = await shownOf({ ...LATE, tests, more });
    expect(text).toMatch(/test\/t\.c \(read-only\)">\n… lines 1 to 4 left out\n6\| void test_other/);
    expect(text).toContain('end of d_f1');
  });

  it('never shows what names a held-out case, nor its function', async () => {
    const tests = {
      'test/t.c': `${testFile({ test_wrap: ['c_f5'], test_secret: ['c_f5'] })}\nvoid rows(void)\n{\n    RUN(test_wrap);\n    RUN(test_secret);\n}\n`,
    };
    const rows = { name: 'rows', status: 'fail' as const, location: { file: 'test/t.c', line: 14 } };
    const isHeldOut = (name: string) => name === 'test_secret';
    const text = await shownOf({ ...LATE, tests, cases: [...FAILS, rows], isHeldOut });
    expect(text).toContain('RUN(test_wrap);');
    expect(text).toContain('/* left out */');
    expect(text).not.toContain('secret');
  });
});

describe('the budget of a prompt', () => {
  const trees = fc
    .record({
      files: fc.integer({ min: 1, max: 9 }),
      functions: fc.integer({ min: 1, max: 8 }),
      lines: fc.integer({ min: 1, max: 60 }),
      called: fc.nat(),
      budget: fc.integer({ min: 4000, max: 30_000 }),
    })
    .map(({ files, functions, lines, called, budget }) => {
      const names = LETTERS.slice(0, files).flatMap((letter) =>
        Array.from({ length: functions }, (_, i) => ({ file: `src/${letter}.c`, name: `${letter}_f${i}` })),
      );
      const chosen = names[called % names.length] ?? { file: '', name: '' };
      const sources: Record<string, string> = {};
      for (const { file, name } of names)
        sources[file] = `${sources[file] ?? ''}${functionOf(name, lines)}\n`;
      const tests = { 'test/t.c': testFile({ test_wrap: [chosen.name] }) };
      return { tree: { sources, tests, cases: FAILS }, chosen, budget, lines };
    });

  it('is never exceeded; what the failing case calls is whole, and every line is shown or told to be left out', async () => {
    await fc.assert(
      fc.asyncProperty(trees, async ({ tree, chosen, budget, lines }) => {
        const code = await codeOf(tree);
        const { text } = codeText(markWith('id'), code, budget);
        expect(text.length).toBeLessThanOrEqual(budget);
        if (lines * 45 + 1500 < budget * 0.8) expect(text).toContain(`/* end of ${chosen.name} */`);
        for (const [file, source] of Object.entries(tree.sources))
          expect(unaccounted(text, file, source.trimEnd().split('\n'))).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  it('is spent where there is more to show', async () => {
    const { text } = codeText(markWith('id'), await codeOf(LATE), 30_000);
    expect(text.length).toBeGreaterThan(27_000);
  });
});

/** Lines of a file that a prompt neither shows nor says to leave out. */
function unaccounted(text: string, file: string, lines: readonly string[]): number[] {
  const block = text.split(`<data id "${file}">\n`)[1]?.split('\n</data')[0];
  if (block === undefined) return text.includes(`… ${file}, `) || /left out: .*; ask/.test(text) ? [] : [0];
  const told = new Set<number>();
  for (const row of block.split('\n')) {
    const shown = /^(\d+)\|/.exec(row);
    const gap = /^… lines? (\d+)(?: to (\d+))? left out/.exec(row);
    if (shown) told.add(Number(shown[1]));
    if (gap) for (let line = Number(gap[1]); line <= Number(gap[2] ?? gap[1]); line++) told.add(line);
  }
  return lines.flatMap((line, index) => (line.trim() === '' || told.has(index + 1) ? [] : [index + 1]));
}
