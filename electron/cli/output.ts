import type { Problem } from '../../shared/problem.js';
import type { Say } from '../../shared/texts/language.js';
import { ENGLISH, type Speech } from '../../shared/texts/speech.js';
import { describeIn } from '../../shared/texts/tell.js';
import { visible, visibleJson } from '../../shared/visible-text.js';
import { typable } from './program.js';
import type { Surroundings } from './surroundings.js';

/** Exit codes of the command line (design §4). */
export const EXIT = { success: 0, failure: 1, usage: 2, aborted: 3, waiting: 4 } as const;

/** Where a command speaks: results to stdout, everything about the doing to stderr. */
export interface Output extends Speech {
  line(text: string): void;
  note(text: string): void;
  json(value: unknown): void;
  /** A text of the product in the reader's language; what is not ours (a goal, a patch, a name) is not given to it. */
  say: Say;
  /** One line that says what was wrong, in the reader's language. */
  tell(problem: Problem): string;
  readonly isTerminal: boolean;
}

/**
 * `program` is what starts the command line here: texts then name commands that can be pasted. the texts are in
 * the language of `speech`.
 */
export function createOutput(
  at: Pick<Surroundings, 'stdout' | 'stderr' | 'insteadOfZero'>,
  program = 'benchloop',
  speech: Speech = ENGLISH,
): Output {
  const { stdout, stderr } = at;
  // What a device, a model or a repository wrote shall be seen, and drive nobody's terminal.
  const shown = (text: string): string => typable(visible(text), program);
  let isLost = false;
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (isLost || READER_GONE.includes(error.code ?? '')) return;
    isLost = true;
    sayLost(at, speech.say, error);
  });
  stderr.on('error', () => {});
  return {
    line: (text) => stdout.write(`${shown(text)}\n`),
    note: (text) => stderr.write(`${shown(text)}\n`),
    json: (value) => stdout.write(`${visibleJson(value)}\n`),
    ...speech,
    tell: (problem) => describeIn(problem, speech),
    isTerminal: stdout.isTTY === true,
  };
}

/** A reader that goes away (`| head`), or a terminal, is no reason to fail: the run goes on and is recorded. */
const READER_GONE = ['EPIPE', 'EIO'];

/** Results that could not be written (a full disk) are no success. */
function sayLost(
  { stderr, insteadOfZero }: Pick<Surroundings, 'stderr' | 'insteadOfZero'>,
  say: Say,
  { message }: Error,
): void {
  stderr.write(`benchloop: ${say(`the output cannot be written: ${message}`)}\n`);
  insteadOfZero(EXIT.usage);
}

/** Reports what was wrong and gives the exit code of bad usage. */
export function refuse(out: Output, problem: Problem, json = false): number {
  if (json) out.json({ type: 'error', ...problem });
  out.note(`benchloop: ${out.tell(problem)}`);
  return EXIT.usage;
}
