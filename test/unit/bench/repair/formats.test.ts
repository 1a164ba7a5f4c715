import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bitsOf } from '../../../bench/repair/codeflaws.js';
import { casesIn } from '../../../bench/repair/history/try-tests.js';
import { shuffled } from '../../../bench/repair/pass.js';
import { RunReportSchema, readRecords } from '../../../bench/repair/record.js';

let dir = '';
beforeAll(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'benchloop-record-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const line = JSON.stringify({
  set: 'history',
  case: 'a',
  project: 'p',
  seconds: 1,
  took: 1,
  report: null,
  candidates: [
    {
      ...{ patch: 'x', what: 'w', kind: 'k', place: { file: 'a.c', line: 1, function: null }, flags: [] },
      ...{ common: 1, score: 1, executing: null, found_ms: 5, same: [], difference: null },
      ...{ class: 1, status: 'open', confidence: null, judged: { built: true, truth: 'right' } },
    },
  ],
});

describe('a recording', () => {
  it('is read without a line that was cut off', async () => {
    const file = path.join(dir, 'cut.jsonl');
    await writeFile(file, `${line}\n${line.slice(0, 20)}`);
    const records = await readRecords(file);
    expect(records).toHaveLength(1);
    expect(records[0]?.candidates[0]).toMatchObject({ found_ms: 5, judged: { heldOut: '' } });
  });

  it('names the line that is none', async () => {
    const file = path.join(dir, 'bad.jsonl');
    await writeFile(file, `${line}\n{"set":"other"}\n`);
    await expect(readRecords(file)).rejects.toThrow('bad.jsonl:2: no such record');
  });
});

describe('the report of a run', () => {
  const report = { type: 'report', final_status: 'FAILURE', patch: null };

  it('may list no candidates, and fields that this bench does not know', () =>
    expect(RunReportSchema.parse({ ...report, boards: [] }).candidates).toEqual([]));

  it('is none with a candidate that has no patch', () =>
    expect(RunReportSchema.safeParse({ ...report, candidates: [{ what: 'x' }] }).success).toBe(false));
});

describe('results of tests', () => {
  it('become a character for each example, in their order', () => {
    const examples = ['a', 'b', 'c'].map((name) => ({ name }));
    expect(bitsOf('not ok 1 - b\nok 2 - a\n1..2\n', examples)).toBe('10?');
  });

  it('are read from TAP and Unity', () =>
    expect([
      ...casesIn('noise\nok 1 - one\r\nnot ok 2 - two\ntest.c:12:three:PASS\ntest.c:13:four:FAIL: why\n'),
    ]).toEqual([
      ['one', true],
      ['two', false],
      ['three', true],
      ['four', false],
    ]));

  it('of a case that is told twice pass only where both do', () =>
    expect([...casesIn('not ok 1 - one\nok 2 - one\n')]).toEqual([['one', false]]));
});

describe('the order of a pass', () => {
  const cases = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => ({ name }));

  it('is the same whichever way the cases come, and not that of their names', () => {
    const names = shuffled(cases).map(({ name }) => name);
    expect(shuffled([...cases].reverse()).map(({ name }) => name)).toEqual(names);
    expect(names).not.toEqual(cases.map(({ name }) => name));
  });
});
