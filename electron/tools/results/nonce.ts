import { randomBytes } from 'node:crypto';
import type { Profile } from '../../../shared/profile.js';
import type { Task } from '../../../shared/task.js';
import { cleanLines } from '../../bench/results/console-lines.js';
import { type Beside, type CaseParser, parseCases } from '../../bench/results/parse.js';
import type { Typed } from '../../bench/typing.js';
import { type ParserFault, parserOfTask } from './task-parser.js';

/** Stands in `send` and `expect` for the nonce of the session. */
const PLACE = '{nonce}';
/** 16 hexadecimal digits: nobody has printed them before. */
const BYTES = 8;

/** How a program on this computer is given the nonce. */
export const NONCE_VARIABLE = 'BENCHLOOP_NONCE';

export const freshNonce = (): string => randomBytes(BYTES).toString('hex');

/** What a task asks of a session, its defaults put in; null where it asks for no nonce. */
function asked({ test: { nonce } }: Task): { prompt: string | null; send: string; expect: string } | null {
  if (nonce === undefined) return null;
  const { prompt = null, send = `${PLACE}\n`, expect = PLACE } = nonce === true ? {} : nonce;
  return { prompt, send, expect };
}

const withNonce = (template: string, nonce: string): string => template.replaceAll(PLACE, nonce);

/** What is typed on the console of a session. */
export function typedFor(task: Task, nonce: string): Typed | undefined {
  const how = asked(task);
  return how === null ? undefined : { prompt: how.prompt, text: withNonce(how.send, nonce) };
}

/** Whether the test of a profile is a program of this computer, which has no console to type on. */
const runsProgram = (profile: Profile): boolean =>
  profile.kind === 'host' || (profile.kind === 'script' && profile.console === undefined);

/** Why a task cannot ask for a nonce there; null where it can, or asks for none. */
export function nonceFault(task: Task, profile: Profile): ParserFault | null {
  const { nonce } = task.test;
  if (nonce === undefined) return null;
  const parser = parserOfTask(task);
  if (parser === 'junit' || parser === 'exit')
    return fault(
      `the parser ${parser} reads no verdict from what is printed, so a nonce can stand beside none`,
    );
  if (profile.kind === 'bmc')
    return fault(`nothing but the command of the test is typed on the console of profile ${profile.id}`);
  if (nonce !== true && runsProgram(profile) && (nonce.prompt ?? nonce.send) !== undefined)
    return fault(
      `on profile ${profile.id} the test is a program, on which nothing is typed`,
      `leave \`prompt\` and \`send\` out: the program has the nonce as ${NONCE_VARIABLE}`,
    );
  return null;
}

const fault = (
  message: string,
  next = 'remove it, or use a profile and a parser whose console tells the verdict',
): ParserFault => ({
  at: ['test', 'nonce'],
  message,
  next,
});

/** A finished session, as its results are read. */
export interface Heard {
  console: string;
  parser: CaseParser;
  beside: Beside;
  /** That was given to the session; absent: none was. */
  nonce: string | undefined;
}

/**
 * Why what was printed may be no answer to this session: recorded, or printed before. The nonce counts in the last line that a result is read
 * from and after it. Null where the task asks for none, and where it came back.
 */
export function whyNoNonce(task: Task, { console, parser, beside, nonce }: Heard): string | null {
  const how = asked(task);
  if (how === null) return null;
  if (nonce === undefined) return 'the nonce did not come back with the verdict: none was sent';
  const lines = cleanLines(console);
  const expected = withNonce(how.expect, nonce);
  const isIn = (some: readonly string[]): boolean => some.some((line) => line.includes(expected));
  if (isIn(lines.slice(verdictLine(lines, parser, beside)))) return null;
  return isIn(lines)
    ? 'the nonce did not come back with the verdict: it was printed before the last result only'
    : 'the nonce did not come back with the verdict: it was not printed';
}

/** Index of the last line from which a result is read: without it, fewer or other results are read. 0 where there is none. */
function verdictLine(lines: readonly string[], parser: CaseParser, beside: Beside): number {
  const read = (count: number): string => {
    const { cases, doubled, summary } = parseCases(lines.slice(0, count).join('\n'), parser, beside);
    return JSON.stringify([cases, doubled, summary]);
  };
  const all = read(lines.length);
  let [few, enough] = [0, lines.length];
  while (few < enough) {
    const middle = Math.floor((few + enough) / 2);
    if (read(middle) === all) enough = middle;
    else few = middle + 1;
  }
  return Math.max(0, enough - 1);
}
