import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Problem } from '../../../../shared/problem.js';
import type { BuildResult, Diagnostic } from '../../../../shared/results.js';
import { type Message, nested, text, type Words } from '../../../../shared/texts/words.js';
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
const REMEDIES: readonly (readonly [(failed: Failed) => boolean, Message])[] = [
  [
    ({ build }) => build.killed?.beyond?.of === 'processes',
    text`find in the build log what starts so many processes, or run fewer build jobs at a time, and start again`,
  ],
  [
    ({ build }) => build.killed?.beyond?.of === 'memory',
    text`run fewer build jobs at a time, or build on a computer with more memory, and start again`,
  ],
  [
    ({ build }) => build.killed !== undefined,
    text`the system ends programs when memory runs out: free memory, or run fewer build jobs at a time, and start again`,
  ],
  [
    ({ build }) => build.timed_out,
    text`find the slow step in the build log, or raise build.timeoutSec in the task file`,
  ],
  [({ build }) => build.exit_code === null, text`read the build log, and correct the build or build.command`],
  [
    ({ error }) => EXHAUSTED.test(error?.message ?? ''),
    text`run fewer build jobs at a time, or free memory and disk space, and start again`,
  ],
  [
    ({ error }) => missesFile(error),
    text`a run builds a fresh clone: commit the file, have build.command make it, or name it under inputs in the task file`,
  ],
  [
    ({ barred }) => barred?.rule === 'protected',
    text`repair it by hand: a run never changes a protected file`,
  ],
  [
    ({ barred }) => barred !== null,
    text`repair it by hand, or include its path under constraints in the task file`,
  ],
  [
    ({ error }) => error === undefined || error.origin === 'make',
    text`read the build log, and try build.command in a fresh clone of the repository`,
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
      message: text`the build succeeds, but ${nested(message)}`,
      where: `${bench.loaded.file}: build.artifacts`,
      next: text`correct build.artifacts in the task file and start again`,
    };
  const barred = whyBarred(ctx, bench, error);
  const next =
    (await leftOut(bench, errors)) ?? REMEDIES.find(([fits]) => fits({ build, error, barred }))?.[1];
  return {
    code: 'BUILD_FAILURE',
    message: barred === null ? message : text`${nested(message)} (${nested(barred.message)})`,
    ...(build.killed ? { where: buildCommand(ctx, bench).join(' ') } : {}),
    ...(next === undefined ? {} : { next }),
  };
}

/** What to do where the build misses a file that the user has and no commit does; undefined for any other failure. */
async function leftOut(
  { paths, loaded }: FirmwareBench,
  errors: readonly Diagnostic[],
): Promise<Words | undefined> {
  const names = errors.flatMap(({ message }) =>
    [absentFiles, absentLibraries, absentMakefiles].flatMap((absent) => absent(message)),
  );
  const left = await leftBehind(paths.clone, loaded.repoRoot, names);
  const file = left.find((one) => !existsSync(path.join(paths.clone, one)));
  if (file === undefined) return undefined;
  const fromTask = path.relative(path.dirname(loaded.file), path.join(loaded.repoRoot, file));
  const named = JSON.stringify(fromTask.split(path.sep).join('/'));
  return text`${visibleName(file)} is in your work tree but in no commit, and a run builds a fresh clone: commit it, or write inputs: [${named}] into the task file`;
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

function worded({ killed, exit_code }: BuildResult, error: Diagnostic | undefined, count: number): Words {
  if (killed?.beyond?.of === 'processes')
    return text`the build was ended: it had more than ${killed.beyond.most} processes at a time`;
  if (killed?.beyond)
    return text`the build was ended: it used more than ${killed.beyond.most} bytes of memory`;
  if (killed) return text`the build is not finished: ${killed.signal} ended ${killed.program}`;
  if (!error)
    return exit_code === null
      ? text`the build failed without an exit code`
      : text`the build failed with exit code ${exit_code}`;
  const { location, message } = error;
  const told = location ? text`${`${location.file}:${location.line}`}: ${nested(message)}` : message;
  return exit_code !== null && count > 1 ? text`${nested(told)} (and ${count - 1} more)` : told;
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
