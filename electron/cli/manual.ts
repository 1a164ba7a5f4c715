import type { Say } from '../../shared/texts/language.js';
import { BENCH_PAGES } from './manual/bench.js';
import type { Page } from './manual/page.js';
import { RUN_PAGES } from './manual/runs.js';

/** One page for each command; the usage and the README are made of it. */
export const MANUAL = { ...RUN_PAGES, ...BENCH_PAGES };

export type CommandName = keyof typeof MANUAL;

export const isCommand = (name: string): name is CommandName => Object.hasOwn(MANUAL, name);

/** The page of one command as text, in the reader's language. */
export function manualOf(name: CommandName, say: Say): string {
  const { synopsis, about, options, examples }: Page = MANUAL[name];
  const width = Math.max(0, ...options.map(([option]) => option.length));
  return [
    `benchloop ${name} ${synopsis}`,
    '',
    say(about),
    ...(options.length > 0
      ? ['', ...options.map(([option, text]) => `  ${option.padEnd(width)}  ${say(text)}`)]
      : []),
    '',
    say(examples.length === 1 ? 'Example:' : 'Examples:'),
    ...examples.map((example) => `  ${example}`),
  ].join('\n');
}
