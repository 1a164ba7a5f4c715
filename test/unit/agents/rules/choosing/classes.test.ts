import { describe, expect, it } from 'vitest';
import type { Likeness, ProgramInput } from '../../../../../electron/agents/provider.js';
import { classesOf, type Plausible } from '../../../../../electron/agents/rules/choosing/classes.js';
import { ENOUGH_INPUTS } from '../../../../../electron/agents/rules/choosing/inputs.js';
import type { Flag } from '../../../../../shared/choice.js';

const plausible = (
  patch: string,
  likeness: Likeness | null,
  { score = 1, flags = [] }: { score?: number; flags?: Flag[] } = {},
): Plausible => ({
  patch,
  candidate: {
    edits: [],
    ...{ kind: 'k', what: patch, score, turn: 1, common: 1 },
    ...{ destructive: false, contrived: false, layout: false },
    place: { file: 'a.c', line: 1, function: null },
  },
  ...{ found_ms: 5, flags, common: 1, executing: null, likeness },
});

const inputs: ProgramInput[] = Array.from({ length: ENOUGH_INPUTS + 1 }, (_, at) => ({
  program: 'app',
  cwd: '',
  args: ['x', String(at)],
  stdin: at === 3 ? 'three\n' : null,
}));
const answers = (more: Record<number, string | null> = {}) => inputs.map((_, at) => more[at] ?? 'same');
const patches = (found: readonly Plausible[]) =>
  classesOf(found, inputs).map(({ patch, same }) => [patch, ...same.map((each) => each.patch)]);

describe('classes of edits that pass', () => {
  it('are one where their objects are equal', () => {
    const a = plausible('a', { objects: '1', answers: [] });
    const b = plausible('b', { objects: '1', answers: [] });
    const c = plausible('c', { objects: '2', answers: [] });
    expect(patches([a, b, c])).toEqual([['a', 'b'], ['c']]);
  });

  it('are one where they agree on enough inputs, and never on fewer', () => {
    const a = plausible('a', { objects: '1', answers: answers() });
    const b = plausible('b', { objects: '2', answers: answers() });
    expect(patches([a, b])).toEqual([['a', 'b']]);
    const few = (objects: string) => ({ objects, answers: answers().slice(0, ENOUGH_INPUTS - 1) });
    expect(patches([plausible('a', few('1')), plausible('b', few('2'))])).toEqual([['a'], ['b']]);
  });

  it('do not count an input on which both hang', () => {
    const hung = (objects: string) => ({
      objects,
      answers: answers().map((each, at) => (at < 2 ? null : each)),
    });
    expect(patches([plausible('a', hung('1')), plausible('b', hung('2'))])).toEqual([['a'], ['b']]);
  });

  it('of which nothing is known are each their own', () => {
    expect(patches([plausible('a', null), plausible('b', null)])).toEqual([['a'], ['b']]);
  });

  it('have what is flagged last, then the likeliest first, and tell on which input they differ from the first', () => {
    const flagged = plausible('f', { objects: '1', answers: answers() }, { score: 9, flags: ['deleted'] });
    const likely = plausible('l', { objects: '2', answers: answers({ 3: 'other' }) }, { score: 5 });
    const less = plausible('m', { objects: '3', answers: answers({ 3: null, 4: 'mine' }) }, { score: 2 });
    const found = classesOf([flagged, less, likely], inputs);
    expect(found.map(({ patch }) => patch)).toEqual(['l', 'm', 'f']);
    expect(found.map(({ difference }) => difference)).toEqual([
      null,
      { argv: ['app', 'x', '3'], stdin: 'three\n', answer: 'same', first: 'other' },
      { argv: ['app', 'x', '3'], stdin: 'three\n', answer: 'same', first: 'other' },
    ]);
  });
});
