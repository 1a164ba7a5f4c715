import { describeProblem, type Problem } from '../../shared/problem.js';

/** Exit codes of the command line (design §4). */
export const EXIT = { success: 0, failure: 1, usage: 2, aborted: 3, waiting: 4 } as const;

/** Where a command speaks: results to stdout, everything about the doing to stderr. */
export interface Output {
  line(text: string): void;
  note(text: string): void;
  json(value: unknown): void;
  readonly isTerminal: boolean;
}

/** A command that a text tells the reader to type. */
const COMMAND =
  /\bbenchloop (?=(?:run|resume|approve|abort|runs|show|replay|machines|profiles|doctor|demo|--help)\b)/g;

/** `program` is what starts the command line here: texts then name commands that can be pasted. */
export function createOutput(
  stdout: NodeJS.WriteStream,
  stderr: NodeJS.WriteStream,
  program = 'benchloop',
): Output {
  const pasteable = (text: string): string => text.replace(COMMAND, `${program} `);
  // A reader that goes away (`| head`) is no reason to fail: the run goes on and is recorded.
  stdout.on('error', () => {});
  stderr.on('error', () => {});
  return {
    line: (text) => stdout.write(`${pasteable(text)}\n`),
    note: (text) => stderr.write(`${pasteable(text)}\n`),
    json: (value) => stdout.write(`${JSON.stringify(value)}\n`),
    isTerminal: stdout.isTTY === true,
  };
}

/** Reports what was wrong and gives the exit code of bad usage. */
export function refuse(out: Output, problem: Problem, json = false): number {
  if (json) out.json({ type: 'error', ...problem });
  out.note(`benchloop: ${describeProblem(problem)}`);
  return EXIT.usage;
}
