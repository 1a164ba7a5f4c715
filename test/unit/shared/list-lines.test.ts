import { expect, it } from 'vitest';
import { runLine } from '../../../shared/list-lines.js';
import { inEnglish } from '../../../shared/texts/words.js';

const lineFor = (goal: string): string =>
  runLine({ run: 'r-1', final_status: null, state: 'INIT', goal, waiting_for: null }, inEnglish);
const BEFORE = `r-1  ${'INIT'.padEnd(18)}  `;

it('a run is one line, whatever its goal is', () => {
  expect(lineFor('make it pass')).toBe(`${BEFORE}make it pass`);
  expect(lineFor('make it pass\n  and\r\nfast\n')).toBe(`${BEFORE}make it pass · and · fast`);
  expect(lineFor('a\tb\u001b[2J')).toBe(`${BEFORE}a b<ESC>[2J`);
});

it('a long goal is cut, with a mark, where a whole one of the same width is not', () => {
  expect(lineFor('x'.repeat(80))).toBe(`${BEFORE}${'x'.repeat(80)}`);
  expect(lineFor('x'.repeat(10_000))).toBe(`${BEFORE}${'x'.repeat(79)}…`);
  // two columns each
  expect(lineFor('修'.repeat(41))).toBe(`${BEFORE}${'修'.repeat(39)}…`);
});
