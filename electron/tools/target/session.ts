import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { fail, ok, type Result } from '../../../shared/problem.js';
import { TEST_ENDS } from '../../../shared/results.js';
import { text } from '../../../shared/texts/words.js';
import type { Environment, SessionEnd } from '../../bench/environment.js';
import { openEnvironment } from '../../bench/open-environment.js';
import type { Permit } from '../board/permit.js';
import { freshNonce, NONCE_VARIABLE, typedFor } from '../results/nonce.js';
import { withResultFiles } from '../results/result-files.js';
import type { Subject } from './subject.js';
import type { TestWork } from './test-work.js';

const SubjectSchema = z.object({
  image: z.string(),
  imagePath: z.string().nullable(),
  tree: z.string(),
  unbuilt: z.boolean(),
}) satisfies z.ZodType<Subject>;

const EndSchema = z.object({
  ended_by: z.enum(TEST_ENDS),
  exit_code: z.number().nullable(),
  signal: z.string().nullable(),
  consoleFile: z.string(),
  stuckPcs: z.array(z.string()),
  stderr: z.string(),
  duration_ms: z.number(),
  resultFiles: z
    .array(z.object({ path: z.string(), kept: z.string().nullable(), problem: z.string().nullable() }))
    .optional(),
  nonce: z.string().optional(),
  askedForCommand: z.boolean().optional(),
}) satisfies z.ZodType<SessionEnd>;

const SUBJECT = 'subject.json';
const END = 'end.json';

export const sessionDir = (work: TestWork, id: string): string => path.join(work.paths.sessions, id);

export interface SessionOptions {
  /** Absent: nobody agrees to anything. */
  permit?: Permit;
  timeoutMs: number;
  /** Arguments that choose cases. */
  select?: readonly string[] | undefined;
  dir?: string;
  quietMs?: number;
}

/** Opens the environment for a session; the caller starts, runs and stops it. */
export function openSession(work: TestWork, id: string, subject: Subject, o: SessionOptions): Environment {
  const { build, test } = work.loaded.task;
  const dir = freshFolder(o.dir ?? sessionDir(work, id));
  const workTree = path.join(subject.tree, work.loaded.subdir);
  const nonce = test.nonce === undefined ? undefined : freshNonce();
  const opened = openEnvironment(
    work.profile,
    {
      operation: id,
      image: subject.imagePath ?? undefined,
      imageSha256: subject.image,
      board: work.board?.target,
      ...o.permit,
      command: test.command,
      select: o.select,
      workTree,
      sessionDir: dir,
      timeoutMs: o.timeoutMs,
      maxWrittenBytes: build.maxWrittenBytes,
      quietMs: o.quietMs,
      ...(nonce !== undefined && {
        typed: typedFor(work.loaded.task, nonce),
        env: { [NONCE_VARIABLE]: nonce },
      }),
    },
    work.targetTools,
  );
  const target = nonce === undefined ? opened : givenNonce(opened, nonce);
  return test.results ? withResultFiles(target, { workTree, files: test.results, sessionDir: dir }) : target;
}

/** What a session was given is told with its end. */
const givenNonce = (target: Environment, nonce: string): Environment => ({
  ...target,
  run: async (signal, onConsole) => {
    const end = await target.run(signal, onConsole);
    return end.ok ? ok({ ...end.value, nonce }) : end;
  },
});

/** A new numbered folder: what an interrupted try of the same session printed is kept, and never counts for the next. */
function freshFolder(parent: string): string {
  mkdirSync(parent, { recursive: true });
  const tries = readdirSync(parent).filter((name) => name.startsWith('try-')).length;
  const dir = path.join(parent, `try-${tries + 1}`);
  mkdirSync(dir);
  return dir;
}

/** Remembers beside the session what it runs, for a restart between two states. */
export function keepSubject(work: TestWork, id: string, subject: Subject): void {
  mkdirSync(sessionDir(work, id), { recursive: true });
  writeFileSync(path.join(sessionDir(work, id), SUBJECT), JSON.stringify(subject));
}

export function keepEnd(work: TestWork, id: string, end: SessionEnd): void {
  writeFileSync(path.join(sessionDir(work, id), END), JSON.stringify(end));
}

export const readSubject = (work: TestWork, id: string): Result<Subject> =>
  readRecord(path.join(sessionDir(work, id), SUBJECT), SubjectSchema);

export const readEnd = (work: TestWork, id: string): Result<SessionEnd> =>
  readRecord(path.join(sessionDir(work, id), END), EndSchema);

function readRecord<T>(file: string, schema: z.ZodType<T>): Result<T> {
  try {
    return ok(schema.parse(JSON.parse(readFileSync(file, 'utf8'))));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const message = text`the record of the test session cannot be read: ${why}`;
    return fail({ code: 'ARTIFACT_MISSING', message, where: file });
  }
}
