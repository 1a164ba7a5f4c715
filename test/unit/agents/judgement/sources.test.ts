import { describe, expect, it } from 'vitest';
import { readSources } from '../../../../electron/agents/judgement/sources.js';
import { markWith } from '../../../../electron/agents/openai/untrusted.js';
import type { TestResult } from '../../../../shared/results.js';
import { benchOf, build, evidence } from '../openai/bench.js';

const mark = markWith('id');

const failingTest: TestResult = {
  image: 'x',
  ended_by: 'exit',
  exit_code: 1,
  cases: [{ name: 'ring_wraps', status: 'fail' }],
  doubled: [],
  announced: null,
  incomplete: null,
  metrics: {},
  artifacts: [],
};

const names = async (files: Record<string, string>, more = {}) =>
  (await readSources(benchOf(files).io().scratch, evidence(more), null)).files.map(({ file }) => file);

describe('readSources', () => {
  const files = { 'src/a.c': 'a', 'src/ring.c': 'b', 'src/z.c': 'c' };

  it('puts what a failing case is named after first, then the rest by name', async () => {
    expect(await names(files, { test: failingTest })).toEqual(['src/ring.c', 'src/a.c', 'src/z.c']);
  });

  it('puts the place of an error before that', async () => {
    const broken = build(false, 'oops');
    for (const diagnostic of broken.diagnostics) diagnostic.location = { file: 'src/z.c', line: 1 };
    expect(await names(files, { test: failingTest, build: broken })).toEqual([
      'src/z.c',
      'src/ring.c',
      'src/a.c',
    ]);
  });

  it('stays within its size, however many and long the files are', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 30 }, (_, i) => [`f${i}.c`, 'int x;\n'.repeat(9000)]),
    );
    const sources = await readSources(benchOf(many).io().scratch, evidence(), null);
    expect(sources.files.length).toBeGreaterThan(0);
    expect(sources.text(mark).length).toBeLessThan(65_000);
  });

  it('shows a long file around the line that matters, in whole lines', async () => {
    const text = Array.from({ length: 9000 }, (_, i) => `line ${i + 1};`).join('\n');
    const test: TestResult = { ...failingTest, stuck_at: { file: 'long.c', line: 6000 } };
    const sources = await readSources(benchOf({ 'long.c': text }).io().scratch, evidence({ test }), null);
    expect(sources.text(mark)).toContain('\n6000| line 6000;\n');
    expect(sources.text(mark)).not.toContain('line 1;');
    expect(
      sources
        .text(mark)
        .split('\n')
        .filter((line) => !/^((\d+)\| line \2;|<.*>|Source files.*:)$/.test(line)),
    ).toEqual([]);
  });

  it('numbers the lines, and says which are shown of a long file', async () => {
    const text = Array.from({ length: 9000 }, (_, i) => `line ${i + 1};`).join('\n');
    const test: TestResult = { ...failingTest, stuck_at: { file: '/work/fw/long.c', line: 9000 } };
    const long = await readSources(benchOf({ 'long.c': text }).io().scratch, evidence({ test }), null);
    expect(long.text(mark)).toMatch(/"long\.c, lines \d+ to 9000 of 9000"/);
    const short = await readSources(benchOf({ 'a.c': 'a;\r\n\r\nb;\r\n' }).io().scratch, evidence(), null);
    expect(short.text(mark)).toContain('"a.c">\n1| a;\n2|\n3| b;\n</data');
  });

  it('says where not all files are shown', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 9 }, (_, i) => [`f${i}.c`, 'int x;\n'.repeat(9000)]),
    );
    const sources = await readSources(benchOf(many).io().scratch, evidence(), null);
    expect(sources.text(mark)).toContain(`(${sources.files.length} of 9 are shown`);
  });
});
