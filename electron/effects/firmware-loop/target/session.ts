import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { fail, ok, type Result } from '../../../../shared/problem.js';
import { TEST_ENDS } from '../../../../shared/results.js';
import { text } from '../../../../shared/texts/words.js';
import type { Environment, SessionEnd } from '../../../bench/environment.js';
import { openEnvironment } from '../../../bench/open-environment.js';
import type { Permit } from '../../../tools/board/permit.js';
import type { FirmwareBench } from '../bench.js';
import { withResultFiles } from '../results/result-files.js';

/** What a session runs: an image for a target, or the tree that holds the host's test program. */
export interface Subject {
  /** Identifies what ran: hash of the image, or the commit on `host`. */
  image: string;
  /** Absolute path of the image; null on `host`. */
  imagePath: string | null;
  /** Copy of the work tree that the image was built in. */
  tree: string;
  /** The tree could not be built: there is nothing to run, and every case is missing. */
  unbuilt: boolean;
}

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
  askedForCommand: z.boolean().optional(),
}) satisfies z.ZodType<SessionEnd>;

const SUBJECT = 'subject.json';
const END = 'end.json';

export const sessionDir = (bench: FirmwareBench, id: string): string => path.join(bench.paths.sessions, id);

export interface SessionOptions {
  /** Absent: nobody agrees to anything. */
  permit?: Permit;
  timeoutMs: number;
  /** Arguments that choose cases. */
  select?: readonly string[];
  dir?: string;
  quietMs?: number;
}

/** Opens the environment for a session; the caller starts, runs and stops it. */
export function openSession(
  bench: FirmwareBench,
  id: string,
  subject: Subject,
  o: SessionOptions,
): Environment {
  const { build, test } = bench.loaded.task;
  const dir = freshFolder(o.dir ?? sessionDir(bench, id));
  const workTree = path.join(subject.tree, bench.loaded.subdir);
  const target = openEnvironment(
    bench.profile,
    {
      operation: id,
      image: subject.imagePath ?? undefined,
      imageSha256: subject.image,
      board: bench.board?.target,
      ...o.permit,
      command: test.command,
      select: o.select,
      workTree,
      sessionDir: dir,
      timeoutMs: o.timeoutMs,
      maxWrittenBytes: build.maxWrittenBytes,
      quietMs: o.quietMs,
    },
    bench.targetTools,
  );
  return test.results ? withResultFiles(target, { workTree, files: test.results, sessionDir: dir }) : target;
}

/** A new numbered folder: what an interrupted try of the same session printed is kept, and never counts for the next. */
function freshFolder(parent: string): string {
  mkdirSync(parent, { recursive: true });
  const tries = readdirSync(parent).filter((name) => name.startsWith('try-')).length;
  const dir = path.join(parent, `try-${tries + 1}`);
  mkdirSync(dir);
  return dir;
}

/** Remembers beside the session what it runs, for a restart between two states. */
export function keepSubject(bench: FirmwareBench, id: string, subject: Subject): void {
  mkdirSync(sessionDir(bench, id), { recursive: true });
  writeFileSync(path.join(sessionDir(bench, id), SUBJECT), JSON.stringify(subject));
}

export function keepEnd(bench: FirmwareBench, id: string, end: SessionEnd): void {
  writeFileSync(path.join(sessionDir(bench, id), END), JSON.stringify(end));
}

export const readSubject = (bench: FirmwareBench, id: string): Result<Subject> =>
  readRecord(path.join(sessionDir(bench, id), SUBJECT), SubjectSchema);

export const readEnd = (bench: FirmwareBench, id: string): Result<SessionEnd> =>
  readRecord(path.join(sessionDir(bench, id), END), EndSchema);

function readRecord<T>(file: string, schema: z.ZodType<T>): Result<T> {
  try {
    return ok(schema.parse(JSON.parse(readFileSync(file, 'utf8'))));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const message = text`the record of the test session cannot be read: ${why}`;
    return fail({ code: 'ARTIFACT_MISSING', message, where: file });
  }
}
