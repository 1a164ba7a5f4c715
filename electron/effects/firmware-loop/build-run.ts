import type { Problem } from '../../../shared/problem.js';
import type { BuildResult } from '../../../shared/results.js';
import { nested, text } from '../../../shared/texts/words.js';
import type { Patch } from '../../machine/firmware-loop/context.js';
import { build as compile } from '../../tools/build/build.js';
import { changedLines } from '../../workspace/changed-lines.js';
import type { FirmwareEffect } from './bench.js';
import { cloneBuild } from './build/build.js';
import { buildProblem } from './build/build-problem.js';
import { buildDeclined } from './declined.js';

/** BUILD_RUN: compile, link, package (seed §5.10). */
export const buildRun: FirmwareEffect = async (ctx, bench, io) => {
  const args = cloneBuild(ctx, bench);
  io.progress('BUILD', args.command.join(' '));
  const built = await io.call(compile, args, bench);
  if (!built.ok) return buildDeclined;
  const build = built.value;
  const evidence = [...(build.log ? [build.log] : []), ...build.artifacts].map((a) => a.path);
  if (build.success)
    return { type: 'build_ok', reason: text`built in ${Math.round(build.duration_ms)} ms`, evidence, build };
  if (build.toolchain_missing) {
    const { tool, install } = build.toolchain_missing;
    const problem: Problem = {
      code: 'TOOLCHAIN_MISSING',
      message: text`${tool} is not installed`,
      where: tool,
      next: install,
    };
    return {
      type: 'toolchain_missing',
      reason: text`${nested(problem.message)}: ${install}`,
      evidence,
      problem,
    };
  }
  const problem = await buildProblem(ctx, bench, build);
  const in_patched_lines = inPatchedLines(ctx.patch, build);
  return { type: 'build_failed', reason: problem.message, evidence, build, problem, in_patched_lines };
};

/** Whether an error lies in a line that the patch under test wrote. */
function inPatchedLines(patch: Patch | null, { diagnostics }: BuildResult): boolean {
  if (!patch?.applied) return false;
  const touched = changedLines(patch.text);
  return diagnostics.some(
    (d) =>
      d.severity === 'error' &&
      d.location !== undefined &&
      (touched.get(d.location.file)?.has(d.location.line) ?? false),
  );
}
