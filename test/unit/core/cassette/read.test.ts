import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readCassette } from '../../../../electron/core/cassette/read.js';
import { english } from '../../../fixtures/english.js';

const held = (kind: string, included: boolean) => ({ kind, count: 1, bytes: 1, included, cut: 0 });
const STRUCTURE = {
  ...{ benchloop: 'cassette', run: 'r1', machine: 'errand', version: 1, initial_state: 'A' },
  ...{ initial_context: {}, transition_count: 0, transitions: [], format: 2 },
};
const ALONE = { ...STRUCTURE, holds: [held('structure', true), held('source', false)] };
const HEAD = { ...STRUCTURE, holds: [held('structure', true), held('source', true)] };
const part = (path: string, n = 0) => ({ file: { kind: 'source', path, part: n, text: `${path} ${n}` } });
const END = { end: { files: 2, lines: 4 } };
const WHOLE = [HEAD, part('a.c'), part('a.c', 1), part('b.c'), END].map((row) => JSON.stringify(row));

/** What comes of reading a file with that text. */
async function read(words: string) {
  const dir = mkdtempSync(path.join(tmpdir(), 'read-cassette-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const file = path.join(dir, 'run.cassette');
  writeFileSync(file, words);
  return english(await readCassette(file));
}

it.each([
  ['whole', `${WHOLE.join('\n')}\n`, 2],
  ['whole without its last line end', WHOLE.join('\n'), 2],
  ['of a structure that includes nothing', `${JSON.stringify(ALONE)}\n`, 0],
  ['of a release before files', JSON.stringify({ ...STRUCTURE, format: undefined }, null, 0), 0],
])('a cassette is read where it is %s', async (_, words, files) => {
  const done = await read(words);
  expect(done.ok && done.value.files).toHaveLength(files);
});

const half = (line = ''): string => line.slice(0, line.length / 2);
const [head = '', first = '', ...rest] = WHOLE;

it.each([
  [
    'behind its first line',
    `${head}\n`,
    /not whole: it lacks the files that its first line names \(source\)/,
  ],
  ['within its first line', half(head), /not whole: line 1 is cut off/],
  ['within the structure that it is alone', half(JSON.stringify(ALONE)), /not whole: line 1 is cut off/],
  ['behind a line', [head, first, ''].join('\n'), /not whole: its end is missing/],
  ['within a line', [head, half(first)].join('\n'), /not whole: line 2 is cut off/],
  ['within its end', [...WHOLE.slice(0, -1), half(WHOLE.at(-1))].join('\n'), /not whole: line 5 is cut off/],
  ['before its end', WHOLE.slice(0, -1).join('\n'), /not whole: its end is missing/],
  ['in its middle', [head, ...rest].join('\n'), /not whole: some of its lines are missing/],
])('a cassette that is cut %s is refused in plain words', async (_, words, told) => {
  const refused = await read(words);
  expect(refused).toMatchObject({ ok: false, error: { code: 'USAGE' } });
  const message = refused.ok ? '' : refused.error.message;
  expect(message).toMatch(told);
  expect(message).not.toMatch(/JSON|Unexpected|Unterminated|invalid_/);
});

it.each([
  ['is another thing', 'goal: x\n', /^this is no cassette$/],
  ['is other JSON', '{"a": 1}\n', /^this is no cassette$/],
  ['is empty', '', /^this is no cassette$/],
  ['has a line that is none of ours', `${head}\nnull\n`, /line 2 is cut off, or is not as it was written/],
  ['goes on behind its end', [...WHOLE, first].join('\n'), /goes on behind its end, in line 6/],
])('a file is refused where it %s', async (_, words, told) => {
  expect(await read(words)).toMatchObject({ ok: false, error: { message: expect.stringMatching(told) } });
});
