import { describe, expect, it } from 'vitest';
import type { ProgramInput } from '../../../../../electron/agents/provider.js';
import {
  ENOUGH_INPUTS,
  variedInputs,
  WANTED_INPUTS,
} from '../../../../../electron/agents/rules/choosing/inputs.js';

const start = (stdin: string | null, args: string[] = [], program = 'app'): ProgramInput => ({
  program,
  cwd: '',
  args,
  stdin,
});

describe('inputs that are varied from those of the tests', () => {
  it('are the examples and others of their form, each once, and the same whenever they are asked for', () => {
    const examples = [start('3\n1 2 3\n'), start('2\n40 -7\n')];
    const made = variedInputs(examples);
    expect(made).toHaveLength(WANTED_INPUTS);
    expect(made.slice(0, 2)).toEqual(examples);
    expect(new Set(made.map((each) => JSON.stringify(each))).size).toBe(WANTED_INPUTS);
    for (const { stdin } of made) {
      const [count, ...numbers] = (stdin ?? '').trim().split(/\s+/).map(Number);
      expect(numbers, stdin ?? '').toHaveLength(count ?? 0);
      expect(numbers.every(Number.isInteger)).toBe(true);
    }
    expect(variedInputs(examples)).toEqual(made);
  });

  it('vary arguments where there is no standard input', () => {
    const made = variedInputs([start(null, ['gate', '421'])]);
    expect(made.length).toBeGreaterThanOrEqual(ENOUGH_INPUTS);
    expect(made.every(({ stdin, args }) => stdin === null && args.length === 2)).toBe(true);
  });

  it('are those of the program that is started most often', () => {
    const made = variedInputs([start('1\n', [], 'rare'), start('2\n'), start('3\n')]);
    expect(new Set(made.map(({ program }) => program))).toEqual(new Set(['app']));
  });

  it.each([
    ['starts nothing', []],
    ['starts a program that reads nothing', [start(null), start('')]],
    ['reads more than an example has', [start('1 '.repeat(4000))]],
  ])('are none where a test %s', (_, starts) => {
    expect(variedInputs(starts)).toEqual([]);
  });
});
