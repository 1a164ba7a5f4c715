import type { Problem } from '../../../shared/problem.js';
import type { BuildResult } from '../../../shared/results.js';
import type { Patch } from '../../machine/firmware-loop/context.js';
import { changedLines } from '../../workspace/changed-lines.js';
import type { FirmwareEffect } from './bench.js';
import { buildCommand, buildDeclined, mayBuild } from './build/build.js';
import { buildProblem } from './build/build-problem.js';
import { buildClone } from './build/clone-output.js';

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
