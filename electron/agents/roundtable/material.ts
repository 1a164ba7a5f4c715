import type { TestResult } from '../../../shared/results.js';
import type { Mark } from '../openai/untrusted.js';
import type { NamedText } from './contract.js';

/** What reviewer and tester are shown of a proposal. Why its author made it is left out. */
export interface Material {
  goal: string;
  /** What the operator said after an earlier end. */
  messages: readonly string[];
  diff: string;
  contract: readonly NamedText[];
  /** Of the tree without the change, without held-out cases; null where nothing ran. */
  test: TestResult | null;
  /** Argument vectors that may run. */
  allowed: readonly (readonly string[])[];
}

const GOAL = 2000;
const DIFF = 24_000;
const CONTRACT = 8000;
const CASES = 4000;
const SHOWN_CASES = 30;

/** The proposal as a message, length-limited and marked. */
export function materialText(mark: Mark, o: Material): string {
  const parts = [
    mark('goal of the task', [o.goal, ...o.messages].join('\n'), GOAL),
    mark('proposed change', o.diff === '' ? '(none)' : o.diff, DIFF),
    ...o.contract.slice(0, 8).map(({ file, text }) => mark(`contract in ${file}`, text, CONTRACT / 4)),
    casesText(mark, o.test),
    mark(
      'commands that may run',
      o.allowed.map((argv) => JSON.stringify(argv)).join('\n') || '(none)',
      CASES,
    ),
  ];
  return parts.join('\n\n');
}

function casesText(mark: Mark, test: TestResult | null): string {
  if (test === null) return 'Cases without the change: none were run.';
  const failing = test.cases.filter(({ status }) => status !== 'pass' && status !== 'skip');
  const shown = failing.slice(0, SHOWN_CASES).map(({ name, status, message = '', location }) => {
    const at = location ? `${location.file}:${location.line}: ` : '';
    return `${at}${name}: ${status} ${message}`;
  });
  const head = `Cases that fail without the change: ${failing.length} of ${test.cases.length}.`;
  return shown.length === 0 ? head : `${head}\n${mark('failing cases', shown.join('\n'), CASES)}`;
}
