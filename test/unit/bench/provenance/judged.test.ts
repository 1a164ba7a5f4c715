import { describe, expect, it } from 'vitest';
import { judgeWritten } from '../../../../electron/bench/provenance/judged.js';
import type { WriterStack } from '../../../../electron/bench/provenance/written.js';
import { parseCases } from '../../../../electron/bench/results/parse.js';

const of = {
  patched: { files: new Set(['src/ring.c']), defined: new Set(['ring_put', 'note']) },
  isChanged: (name: string) => name === 'ring_put',
  isJudge: (file: string) => file.startsWith('test/'),
};
const frame = (name: string, file: string) => ({ symbol: name, places: [{ function: name, file }] });
const MAIN = frame('main', 'test/main.c');
const PRINT = frame('printf', 'lib/printf.c');
const RING = frame('ring_put', 'src/ring.c');
const stack = (...frames: WriterStack['frames']): WriterStack => ({ isKnown: true, frames });

const read = (console: string) => parseCases(console, 'tap', { expected: null });

/** Lines, each with the stack that wrote it. */
function judged(lines: [string, WriterStack | null][], below: string[] | null = null) {
  const stacks = lines.flatMap(([, by]) => (by === null ? [] : [by]));
  const by = lines.flatMap(([text, by]) =>
    [...`${text}\n`].map(() => (by === null ? -1 : stacks.indexOf(by))),
  );
  const bytes = Buffer.from(lines.map(([text]) => `${text}\n`).join(''));
  const written = { bytes, by: Int32Array.from(by), stacks, below: below && new Set(below) };
  return judgeWritten(written, { read, passes: ['a'] }, of);
}

const TEST = stack(MAIN, PRINT);
const plan: [string, WriterStack] = ['1..1', TEST];

describe('verdicts are checked', () => {
  it('where each of their lines was written by a test', () => {
    expect(judged([plan, ['ok 1 - a', TEST]])).toEqual({ outcome: 'checked', writers: [] });
  });

  it('where patched code wrote another line', () => {
    expect(judged([plan, ['hello', stack(MAIN, RING, PRINT)], ['ok 1 - a', TEST]]).outcome).toBe('checked');
  });
});

describe('verdicts are not checked', () => {
  it.each<[string, WriterStack | null, string[]]>([
    ['patched code called what prints', stack(MAIN, RING, PRINT), ['ring_put']],
    ['patched code prints for the test', stack(MAIN, RING), ['ring_put']],
    ['an unchanged function of a patched file prints', stack(MAIN, frame('note', 'src/ring.c')), []],
    [
      'a patched function was put into the test',
      stack({ ...MAIN, places: [...RING.places, ...MAIN.places] }),
      ['ring_put'],
    ],
    [
      'nothing says where a patched function stands',
      stack(MAIN, { symbol: 'ring_put.part.0', places: [] }),
      [],
    ],
    ['no test is below', stack(frame('task', 'src/task.c'), PRINT), []],
    ['the stack is not known', { ...TEST, isKnown: false }, []],
    ['nobody is known to have written it', null, []],
  ])('where %s', (_, by, writers) => {
    expect(judged([plan, ['ok 1 - a', by]])).toEqual({ outcome: 'patched', writers });
  });

  it('where a line is begun by patched code and ended by a test', () => {
    const bytes = Buffer.from('ok 1 - a\n');
    const by = Int32Array.from([1, 1, 1, 0, 0, 0, 0, 0, 0]);
    const written = { bytes, by, stacks: [TEST, stack(MAIN, RING, PRINT)], below: null };
    expect(judgeWritten(written, { read, passes: ['a'] }, of).outcome).toBe('patched');
  });

  it('where patched code called what the tests print by: it may have kept text for later', () => {
    expect(judged([plan, ['ok 1 - a', TEST]], ['printf']).outcome).toBe('borrowed');
    expect(judged([plan, ['ok 1 - a', TEST]], ['queue_puts']).outcome).toBe('borrowed');
    expect(judged([plan, ['ok 1 - a', TEST]], ['memcpy']).outcome).toBe('checked');
  });

  it('where the run that is watched does not show the pass: a program may know that it is watched', () => {
    expect(judged([plan, ['not ok 1 - a', TEST]]).outcome).toBe('unconfirmed');
    expect(judged([plan]).outcome).toBe('unconfirmed');
  });
});
