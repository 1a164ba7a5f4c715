import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Exec, ExecResult } from '../../../../shared/process.js';
import type { Likeness, ProgramInput } from '../../../agents/provider.js';
import { hashObjects } from '../../../workspace/build/objects.js';

/** A program under test answers a small input at once, or hangs on it. */
const ANSWER_MS = 1000;
/** What hangs on so many is asked no further. */
const MOST_LATE = 3;
const MAX_ANSWER_BYTES = 1024 * 1024;
/** Of what is printed so much is kept to be shown; all of it is compared. */
const SHOWN = 300;

export interface LikenessRequest {
  /** Absolute; the candidate is built there. */
  tree: string;
  /** Absolute; exists, for this alone. */
  dir: string;
  operation: string;
  maxWrittenBytes: number | undefined;
  signal: AbortSignal;
}

/** What a built candidate is, and what its program answers to each input, one after another. */
export async function likenessOf(
  inputs: readonly ProgramInput[],
  o: LikenessRequest,
  exec: Exec,
): Promise<Likeness> {
  const objects = await hashObjects(o.tree);
  const answers: (string | null)[] = [];
  let late = 0;
  for (const input of inputs) {
    const answer = o.signal.aborted || late >= MOST_LATE ? null : await answerOf(input, o, exec);
    if (answer === null) late += 1;
    answers.push(answer);
  }
  return { objects, answers };
}

async function answerOf(input: ProgramInput, o: LikenessRequest, exec: Exec): Promise<string | null> {
  const stdinFile = path.join(o.dir, 'input');
  await writeFile(stdinFile, input.stdin ?? '', 'latin1');
  const ran = await exec({
    argv: [path.join(o.tree, input.program), ...input.args],
    cwd: path.join(o.tree, input.cwd),
    timeoutMs: ANSWER_MS,
    maxOutputBytes: MAX_ANSWER_BYTES,
    maxWrittenBytes: o.maxWrittenBytes,
    stdinFile,
    operation: o.operation,
    signal: o.signal,
    confine: { writable: [o.tree] },
    mergeOutput: true,
  });
  return ran.ended === 'exit' || ran.ended === 'signal' ? inWords(ran) : null;
}

/** Blanks at the ends of lines, and empty lines, are no difference that anybody means. */
function inWords({ exitCode, signal, stdout }: ExecResult): string {
  const lines = Buffer.from(stdout).toString('latin1').split('\n');
  const text = lines
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .join('\n');
  const end = signal ? `ended by ${signal}` : exitCode === 0 ? '' : `exit code ${exitCode}`;
  const kept =
    text.length > SHOWN
      ? `${text.slice(0, SHOWN)}… (${createHash('sha256').update(text).digest('hex').slice(0, 12)})`
      : text;
  return [kept, end].filter((part) => part !== '').join('\n');
}
