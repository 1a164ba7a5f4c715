import type { Problem } from '../../../../shared/problem.js';
import type { BuildResult, Diagnostic } from '../../../../shared/results.js';
import { differsFromBase } from '../../../machine/firmware-loop/assess.js';
import type { Patch } from '../../../machine/firmware-loop/context.js';
import { changedLines } from '../../../workspace/changed-lines.js';
import type { FirmwareEffect } from '../bench.js';
import { buildCommand, buildDeclined, mayBuild } from '../build.js';
import { buildClone } from '../clone-output.js';

/** BUILD_RUN: compile, link, package (seed §5.10). */
export const buildRun: FirmwareEffect = async (ctx, bench, io) => {
  if (!(await mayBuild(ctx, bench, io))) return buildDeclined;
  const command = buildCommand(ctx, bench);
  io.progress('BUILD', command.join(' '));
  const encoder = new TextEncoder();
  const build = await io.operate({
    kind: 'compile',
    intent: { commit: ctx.repo_snapshot?.current_commit ?? null, command: [...command] },
    perform: (operation) => {
      const onOutput = (text: string) => io.console(encoder.encode(text));
      return buildClone(bench, { command, operation, onOutput }, io.signal);
    },
    // what a killed build has left is noted, and removed before the next
    reconcile: async () => 'again',
  });
  const evidence = [...(build.log ? [build.log] : []), ...build.artifacts].map((a) => a.path);
  if (build.success)
    return { type: 'build_ok', reason: `built in ${Math.round(build.duration_ms)} ms`, evidence, build };
  if (build.toolchain_missing) {
    const { tool, install } = build.toolchain_missing;
    const problem: Problem = {
      code: 'TOOLCHAIN_MISSING',
      message: `${tool} is not installed`,
      where: tool,
      next: install,
    };
    return { type: 'toolchain_missing', reason: `${problem.message}: ${install}`, evidence, problem };
  }
  const errors = build.diagnostics.filter((d) => d.severity === 'error');
  const problem: Problem = build.killed
    ? interrupted(build.killed, command)
    : build.exit_code === 0 && !differsFromBase(ctx)
      ? {
          code: 'TASK_MALFORMED',
          message: `the build succeeds, but ${summary(build, errors)}`,
          where: `${bench.loaded.file}: build.artifacts`,
          next: 'correct build.artifacts in the task file and start again',
        }
      : { code: 'BUILD_FAILURE', message: summary(build, errors) };
  const in_patched_lines = inPatchedLines(ctx.patch, errors);
  return { type: 'build_failed', reason: problem.message, evidence, build, problem, in_patched_lines };
};

const interrupted = (killed: NonNullable<BuildResult['killed']>, command: readonly string[]): Problem => ({
  code: 'BUILD_FAILURE',
  message: `the build is not finished: ${killed.program} was ended by ${killed.signal}`,
  where: command.join(' '),
  next: 'the system ends programs when memory runs out: free some, or let the build run fewer jobs at a time, and start again',
});

function summary(build: BuildResult, errors: readonly Diagnostic[]): string {
  const first = errors[0];
  if (!first)
    return build.timed_out ? 'the build took too long' : `the build failed with exit code ${build.exit_code}`;
  const place = placeOf(first);
  return `${place ? `${place}: ` : ''}${first.message}${errors.length > 1 ? ` (and ${errors.length - 1} more)` : ''}`;
}

const placeOf = (d: Diagnostic | undefined): string | undefined =>
  d?.location ? `${d.location.file}:${d.location.line}` : undefined;

/** Whether an error lies in a line that the patch under test wrote. */
function inPatchedLines(patch: Patch | null, errors: readonly Diagnostic[]): boolean {
  if (!patch?.applied) return false;
  const touched = changedLines(patch.text);
  return errors.some(
    (d) => d.location !== undefined && (touched.get(d.location.file)?.has(d.location.line) ?? false),
  );
}
