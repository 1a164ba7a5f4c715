import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Problem } from '../../../../shared/problem.js';
import type { BuildResult, Diagnostic } from '../../../../shared/results.js';
import { nested, text } from '../../../../shared/texts/words.js';
import { visibleName } from '../../../../shared/visible-text.js';
import { differsFromBase } from '../../../machine/firmware-loop/assess.js';
import type { FirmwareContext } from '../../../machine/firmware-loop/context.js';
import { absentFiles, absentLibraries, absentMakefiles } from '../../../workspace/build/absent-files.js';
import { leftBehind } from '../../../workspace/left-behind.js';
import { pathViolations } from '../../../workspace/path-rules.js';
import type { Violation } from '../../../workspace/verdict.js';
import type { FirmwareBench } from '../bench.js';
import { buildCommand } from './build.js';
import { patchRules } from './work-tree.js';

/** A failed build and what a person can do about it, besides repairing the sources. */
interface Failed {
  build: BuildResult;
  /** The error that is told. */
  error: Diagnostic | undefined;
  /** Why the file with that error may not be changed; null where it may, or there is none. */
  barred: Violation | null;
}

const EXHAUSTED = /Resource temporarily unavailable|Cannot allocate memory|No space left on device/;

const missesFile = (error: Diagnostic | undefined): boolean => absentFiles(error?.message ?? '').length > 0;

/** What a person does about it, the first row that fits; a mistake in a source that may be changed needs no words. */
const REMEDIES: readonly (readonly [(failed: Failed) => boolean, string])[] = [
  [
    ({ build }) => build.killed !== undefined,
    'the system ends programs when memory runs out: free some, or let the build run fewer jobs at a time, and start again',
  ],
  [
    ({ build }) => build.timed_out,
    'find out in the build log what takes so long, or raise build.timeoutSec in the task file',
  ],
  [({ build }) => build.exit_code === null, 'read the build log, and correct the build or build.command'],
  [
    ({ error }) => EXHAUSTED.test(error?.message ?? ''),
    'let the build run fewer jobs at a time, or free memory and disk space, and start again',
  ],
  [
    ({ error }) => missesFile(error),
    'a run builds a fresh clone: commit the file, have build.command make it, or name it under inputs in the task file',
  ],
  [({ barred }) => barred?.rule === 'protected', 'repair it by hand: what is protected, a run never changes'],
  [({ barred }) => barred !== null, 'repair it by hand, or let the paths under constraints include it'],
  [
    ({ error }) => error === undefined || error.origin === 'make',
    'read the build log, and try build.command in a fresh clone of the repository',
  ],
];

/**
 * Why a build failed, where, and what to do about it: BUILD_FAILURE, or TASK_MALFORMED where the untouched tree builds
 * and lacks what the task declares. Holds nothing that only a search could tell.
 */
export async function buildProblem(
  ctx: FirmwareContext,
  bench: FirmwareBench,
  build: BuildResult,
): Promise<Problem> {
  if (build.overrun) return build.overrun;
  const errors = build.diagnostics.filter((d) => d.severity === 'error');
  const error = build.exit_code === null ? errors.at(-1) : errors[0];
  const message = worded(build, error, errors.length);
  if (build.exit_code === 0 && !differsFromBase(ctx))
    return {
      code: 'TASK_MALFORMED',
      message: `the build succeeds, but ${message}`,
      where: `${bench.loaded.file}: build.artifacts`,
      next: 'correct build.artifacts in the task file and start again',
    };
  const barred = whyBarred(ctx, bench, error);
  const next =
    (await leftOut(bench, errors)) ?? REMEDIES.find(([fits]) => fits({ build, error, barred }))?.[1];
  return {
    code: 'BUILD_FAILURE',
    message: barred === null ? message : `${message} (${barred.message})`,
    ...(build.killed ? { where: buildCommand(ctx, bench).join(' ') } : {}),
    ...(next === undefined ? {} : { next }),
  };
}

/** What to do where the build misses a file that the user has and no commit does; undefined for any other failure. */
async function leftOut(
  { paths, loaded }: FirmwareBench,
  errors: readonly Diagnostic[],
): Promise<string | undefined> {
  const names = errors.flatMap(({ message }) =>
    [absentFiles, absentLibraries, absentMakefiles].flatMap((absent) => absent(message)),
  );
  const left = await leftBehind(paths.clone, loaded.repoRoot, names);
  const file = left.find((one) => !existsSync(path.join(paths.clone, one)));
  if (file === undefined) return undefined;
  const fromTask = path.relative(path.dirname(loaded.file), path.join(loaded.repoRoot, file));
  const named = JSON.stringify(fromTask.split(path.sep).join('/'));
  return `${visibleName(file)} is in your work tree and in no commit, and a run builds a fresh clone: commit it, or let the task file say inputs: [${named}]`;
}

/** Where the build itself is all that there is to tell, its own words with what `found` adds; else `found`. */
export async function toldByBuild(
  ctx: FirmwareContext,
  bench: FirmwareBench,
  found: Problem,
): Promise<Problem> {
  const build = ctx.last_build_result;
  if (found.code !== 'BUILD_FAILURE' || build === null || build.success) return found;
  const told = await buildProblem(ctx, bench, build);
  return { ...told, message: text`${nested(told.message)}. ${nested(found.message)}` };
}

function worded({ killed, exit_code }: BuildResult, error: Diagnostic | undefined, count: number): string {
  if (killed) return `the build is not finished: ${killed.program} was ended by ${killed.signal}`;
  if (!error) return `the build failed with exit code ${exit_code}`;
  const place = error.location ? `${error.location.file}:${error.location.line}: ` : '';
  const more = exit_code !== null && count > 1 ? ` (and ${count - 1} more)` : '';
  return `${place}${error.message}${more}`;
}

/** A missing file is not repaired where it is included, whoever may change that place. */
function whyBarred(
  ctx: FirmwareContext,
  bench: FirmwareBench,
  error: Diagnostic | undefined,
): Violation | null {
  if (!error?.location || error.origin === 'make' || missesFile(error)) return null;
  const violations = pathViolations(error.location.file, patchRules(ctx, bench));
  return violations.find(({ rule }) => rule === 'protected') ?? violations[0] ?? null;
}
