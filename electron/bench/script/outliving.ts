import { closeSync, mkdirSync, openSync, readFileSync, readSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import { replaceFileSync } from '../../files/replace-file.js';
import { carriers, currentBootId, isAlive, processStartTime } from '../process/children.js';
import { ABORTED } from '../within.js';

/**
 * For a program that must not be broken off, not even by our own end: its output goes into a file, since a pipe would
 * end it at its next word, and it is noted where whoever comes next looks.
 */
export interface Outliving {
  outputFile: string;
  /** One for each target. */
  noteFile: string;
}

/** Programs of one profile work on one target. */
export const noteFileFor = (home: string, profile: string): string =>
  path.join(home, 'scripts', `${profile}.json`);

const NoteSchema = z.object({
  /** Null: it is being started; a crash may come before its process is known. */
  process: z.object({ pid: z.number().int(), startTime: z.string() }).nullable(),
  bootId: z.string(),
  program: z.string(),
  /** Epoch ms at which its own time limit is over. */
  until: z.number(),
});
type Note = z.infer<typeof NoteSchema>;

/** In the environment of what works on the target, by which it is found where the note names no process. */
export const MARK = 'BENCHLOOP_TARGET';

/** How often a program that is waited for is looked at, ms. */
const LOOK_MS = 200;
/** How often a growing file is read, ms. */
const READ_MS = 50;
const READ_BYTES = 64 * 1024;

/** Notes a program that is about to be started. */
export function note(file: string, program: string, timeoutMs: number) {
  const noted: Note = { process: null, bootId: currentBootId(), program, until: Date.now() + timeoutMs };
  const write = (): void => {
    mkdirSync(path.dirname(file), { recursive: true });
    // it says what runs now: after a power cut nothing does
    replaceFileSync(file, JSON.stringify(noted), { durable: false });
  };
  write();
  return {
    started: (pid: number | undefined): void => {
      const startTime = pid === undefined ? null : processStartTime(pid);
      if (pid === undefined || startTime === null) return;
      noted.process = { pid, startTime };
      write();
    },
    ended: (): void => rmSync(file, { force: true }),
  };
}

/**
 * Waits for the end of a program that an earlier process of ours left running on this target: never is a second one
 * started beside it. Errors: TEST_ENV_FAILURE where it does not end in its own time, and ABORTED.
 */
export async function outlived(
  file: string,
  signal: AbortSignal,
  onWaiting: (why: string) => void,
): Promise<Result<void>> {
  const noted = readNote(file);
  if (noted === null) return ok(undefined);
  const { program } = noted;
  let pid = running(noted, file);
  if (pid !== null)
    onWaiting(`${program} (process ${pid}) of before still works on the board: it is waited for`);
  for (; pid !== null; pid = running(noted, file)) {
    if (signal.aborted) return fail(ABORTED);
    if (Date.now() > noted.until) return fail(stays(program, pid));
    await delay(LOOK_MS, undefined, { signal }).catch(() => undefined);
  }
  return ok(undefined);
}

/** Null where there is none, or one that a crash cut off: the program that it would name had not begun its work. */
function readNote(file: string): Note | null {
  try {
    return NoteSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null; // the answer, not a default
  }
}

function running({ process: known, bootId }: Note, file: string): number | null {
  if (bootId !== currentBootId()) return null;
  if (known === null) return carriers(`${MARK}=${file}`)[0]?.pid ?? null;
  return isAlive(known.pid, known.startTime) ? known.pid : null;
}

const stays = (program: string, pid: number): Problem => ({
  code: 'TEST_ENV_FAILURE',
  where: program,
  message: `${program} (process ${pid}) of before still works on the board; no second one is started beside it`,
  next: 'wait for it, or end it yourself if it hangs: what the board holds then is not known',
});

/** Reads a file while it grows; `end` reads what is left. */
export function follow(file: string, hear: (chunk: Uint8Array) => void): { end(): void } {
  const descriptor = openSync(file, 'r');
  const buffer = new Uint8Array(READ_BYTES);
  const read = (): void => {
    for (;;) {
      const size = readSync(descriptor, buffer);
      if (size === 0) return;
      hear(buffer.slice(0, size));
    }
  };
  const timer = setInterval(read, READ_MS);
  // whoever no longer waits for the program ends without it
  timer.unref();
  return {
    end: () => {
      clearInterval(timer);
      read();
      closeSync(descriptor);
    },
  };
}
