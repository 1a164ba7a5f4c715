import { closeSync, mkdirSync, openSync, readFileSync, readSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import { currentBootId, isAlive, processStartTime } from '../process/children.js';
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
  pid: z.number().int(),
  startTime: z.string(),
  bootId: z.string(),
  program: z.string(),
  /** Epoch ms at which its own time limit is over. */
  until: z.number(),
});
type Note = z.infer<typeof NoteSchema>;

const LOOK_MS = 100;
const READ_BYTES = 64 * 1024;

/** Notes a program that was just started; what is given takes the note back. */
export function note(file: string, pid: number | undefined, program: string, timeoutMs: number): () => void {
  const startTime = pid === undefined ? null : processStartTime(pid);
  if (pid === undefined || startTime === null) return () => undefined;
  const noted: Note = { pid, startTime, bootId: currentBootId(), program, until: Date.now() + timeoutMs };
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(noted));
  return () => rmSync(file, { force: true });
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
  if (noted === null || !runs(noted)) return ok(undefined);
  onWaiting(`${noted.program} (process ${noted.pid}) of before still works on the board: it is waited for`);
  while (runs(noted)) {
    if (signal.aborted) return fail(ABORTED);
    if (Date.now() > noted.until) return fail(stays(noted));
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

const runs = ({ pid, startTime, bootId }: Note): boolean =>
  bootId === currentBootId() && isAlive(pid, startTime);

const stays = ({ program, pid }: Note): Problem => ({
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
  const timer = setInterval(read, LOOK_MS / 2);
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
