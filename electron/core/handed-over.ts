import { createHash } from 'node:crypto';
import { lstatSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Deliverable } from '../../shared/deliverables.js';
import { fail, ok, type Problem, type Result } from '../../shared/problem.js';
import { text } from '../../shared/texts/words.js';
import { linesOf } from '../../shared/visible-text.js';
import { runDetails } from './details.js';
import { runFolder, summarise, withRun } from './run-store.js';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/**
 * The text of a file that one role of a run handed to another. Errors: RUN_NOT_FOUND, JOURNAL_CORRUPT; ARTIFACT_MISSING where the run
 * handed over no such file, or it is not what it was.
 *
 * @param at its path, as the run's panels name it: only such a path is opened
 */
export function handedOver(home: string, run: string, at: string): Result<string> {
  const details = runDetails(home, run);
  if (!details.ok) return details;
  const files: readonly Deliverable[] = details.value.nodes.flatMap(
    ({ panels }) => panels.campaign?.files ?? [],
  );
  const file = files.findLast((one) => one.path === at);
  if (file === undefined) return fail(gone(at, text`the run handed over no such file`));
  const bytes = bytesIn(path.join(details.value.folder, file.path));
  if (bytes === null) return fail(gone(at, text`${file.name} is missing`));
  return sha256(bytes) === file.sha256
    ? ok(bytes.toString('utf8'))
    : fail(gone(at, text`${file.name} is not the file that was handed over: its hash differs`));
}

/** A range of a console of a run, bytes of the file. */
export interface ConsoleRange {
  /** Below the run's folder. */
  file: string;
  from: number;
  to: number;
  /** Of the range. */
  sha256: string;
}

/**
 * Where a range of a console stands: how many lines there are from its first to the end of the console, and behind its last. Errors:
 * RUN_NOT_FOUND, JOURNAL_CORRUPT; ARTIFACT_MISSING where there is no such range, or it does not hash.
 */
export function consoleRange(
  home: string,
  run: string,
  { file, from, to, sha256: hash }: ConsoleRange,
): Result<{ first: number; last: number }> {
  const known = withRun(home, run, summarise);
  if (!known.ok) return known;
  // who names the file may lie: only what a run keeps as an artifact is read
  const name = path.posix.basename(file);
  const isArtifact = file === `artifacts/${name}`;
  const bytes = isArtifact ? bytesIn(path.join(runFolder(home, run), 'artifacts', name)) : null;
  if (bytes === null) return fail(gone(file, text`the console of this run is not there`));
  if (sha256(bytes.subarray(from, to)) !== hash)
    return fail(gone(file, text`this part of the console is not what was claimed: its hash differs`));
  const after = (at: number): number => linesOf(bytes.subarray(at).toString('utf8')).length;
  return ok({ first: after(from), last: to >= bytes.length ? 0 : after(to) });
}

/** Null where there is no such file; a link is none. */
const bytesIn = (file: string): Buffer | null =>
  lstatSync(file, { throwIfNoEntry: false })?.isFile() ? readFileSync(file) : null;

const gone = (where: string, message: Problem['message']): Problem => ({
  code: 'ARTIFACT_MISSING',
  message,
  where,
  next: text`open the folder of the run, and look what is there`,
});
