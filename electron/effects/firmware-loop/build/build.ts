import { createHash } from 'node:crypto';
import path from 'node:path';
import { NOTICE } from '../../../../shared/events.js';
import type { BuildResult, TestResult } from '../../../../shared/results.js';
import type { Task } from '../../../../shared/task.js';
import { visibleName } from '../../../../shared/visible-text.js';
import type { EffectIo } from '../../../engine/effect.js';
import type { FirmwareContext } from '../../../machine/firmware-loop/context.js';
import { buildFilesFingerprint } from '../../../workspace/build/fingerprint.js';
import { runBuild } from '../../../workspace/build/run-build.js';
import { westEnvironment, westWorkspaceAbove } from '../../../workspace/build/west-workspace.js';
import { cleanBuildOutput } from '../../../workspace/clean.js';
import type { FirmwareBench } from '../bench.js';
import type { Subject } from '../target/session.js';
import { buildAccess } from './build-access.js';
import { projectDir } from './work-tree.js';

/** The command of the configuration in force: the task's own, then its `configurations`. */
export function buildCommand(ctx: FirmwareContext, bench: FirmwareBench): readonly string[] {
  const { build } = bench.loaded.task;
  return build.configurations[ctx.build_configuration - 1] ?? build.command;
}

/** Builds one copy of the work tree, confined to it. A build that wrote too much leaves nothing of it. */
export async function buildTree(
  bench: FirmwareBench,
  tree: string,
  command: readonly string[],
  operation: string,
  signal: AbortSignal,
  onOutput?: (text: string) => void,
): Promise<BuildResult> {
  const { build } = bench.loaded.task;
  const result = await runBuild({
    root: tree,
    dir: projectDir(bench, tree),
    command,
    ...buildAccess(bench),
    timeoutSec: build.timeoutSec,
    maxWrittenBytes: build.maxWrittenBytes,
    okExitCodes: build.okExitCodes,
    artifacts: build.artifacts,
    artifactDir: bench.paths.artifacts,
    operation,
    exec: bench.exec,
    discard: () => discardOutput(tree),
    signal,
    onOutput,
  });
  if (result.overrun) await discardOutput(tree);
  return result;
}

/** Removes what builds and tests left in a copy of the work tree. @throws Error with git's words */
export async function discardOutput(tree: string): Promise<void> {
  const cleaned = await cleanBuildOutput(tree);
  if (!cleaned.ok) throw new Error(cleaned.error.message);
}

/** What a build of `tree` gives to run. On `host` it is the tree itself, known by what it was made from. */
export function subjectOf(bench: FirmwareBench, build: BuildResult, tree: string, commit: string): Subject {
  const elf = build.artifacts.find((a) => a.kind === 'elf') ?? build.artifacts[0];
  if (bench.profile.kind === 'host' || !elf) {
    return { image: commit, imagePath: null, tree, unbuilt: !build.success };
  }
  return { image: elf.sha256, imagePath: path.join(bench.paths.artifacts, elf.path), tree, unbuilt: false };
}

/** The result of a tree that cannot be built: nothing ran, nothing passed. */
export const unbuiltResult = (image: string): TestResult => ({
  image,
  ended_by: 'exit',
  exit_code: null,
  cases: [],
  doubled: [],
  announced: null,
  incomplete: 'the image does not build',
  metrics: {},
  artifacts: [],
});

/**
 * A repository's build runs its programs on this computer: a person says yes once, and again whenever the
 * build files, the command or the profile change. False: the answer was no.
 */
export async function mayBuild(ctx: FirmwareContext, bench: FirmwareBench, io: EffectIo): Promise<boolean> {
  const command = buildCommand(ctx, bench);
  const files = await buildFilesFingerprint(bench.paths.clone, command);
  const { readable, env } = buildAccess(bench);
  const { test, checks } = bench.loaded.task;
  const covered = [
    bench.loaded.repoRoot,
    files.fingerprint,
    command,
    test.command,
    checks,
    bench.profile,
    readable,
    env,
  ];
  const binding = createHash('sha256').update(JSON.stringify(covered)).digest('hex');
  const known = bench.buildApprovals.find(binding);
  if (known.is === 'genuine') return true;
  if (known.is === 'void') io.progress(NOTICE, known.why);
  const answer = await io.ask({
    kind: 'build',
    scope: 'build',
    question: `Build ${visibleName(bench.loaded.repoRoot)} for the first time (its build files, command or profile are new)?`,
    subject: [
      `command: ${JSON.stringify(command)}`,
      `folder: ${visibleName(bench.paths.clone)}`,
      ...(test.command ? [`test command: ${JSON.stringify(test.command)}`] : []),
      ...[...checks.lint, ...checks.unit].map((check) => `check: ${JSON.stringify(check)}`),
      `profile: ${bench.profile.id}`,
      `asked again when one of these changes: command, ${noted(checks)}profile, ${named(files.files)}`,
      ...(known.is === 'void' ? [`NOT COUNTED: ${known.why}`] : []),
      ...(bench.confinement === 'none'
        ? ['NOT CONFINED: the build can read and write whatever you can']
        : [
            "confined: no network, no home folder, writes only in the run's own copy",
            ...readable.map((folder) => `may read: ${visibleName(folder)}`),
            ...westLines(bench.loaded.repoRoot, readable),
            `may write: ${visibleName(bench.paths.clone)} and a temporary folder of its own`,
          ]),
    ].join('\n'),
    binding,
  });
  if (answer === 'yes') bench.buildApprovals.add(binding);
  return answer === 'yes';
}

const noted = ({ lint, unit }: Task['checks']): string => (lint.length + unit.length === 0 ? '' : 'checks, ');

/** What becomes of the west workspace that the builds belong to. */
function westLines(repoRoot: string, readable: readonly string[]): string[] {
  const { ZEPHYR_BASE } = westEnvironment(readable);
  if (ZEPHYR_BASE !== undefined) return [`west workspace: ZEPHYR_BASE is ${visibleName(ZEPHYR_BASE)}`];
  const around = westWorkspaceAbove(repoRoot);
  return around === null
    ? []
    : [
        `NOT OPENED: the west workspace ${visibleName(around.top)}: where the build needs it, name it under \`sdk\` in your policy.yaml`,
      ];
}

/** Build files that the question lists. */
const MAX_NAMED = 20;

function named(files: readonly string[]): string {
  const more = files.length - MAX_NAMED;
  const list = files.slice(0, MAX_NAMED).map((file) => JSON.stringify(file));
  return files.length === 0
    ? 'any build file'
    : `${list.join(', ')}${more > 0 ? ` and ${more} more build files` : ''}`;
}

/** The run ends where its build may not run. */
export const buildDeclined = {
  type: 'abort',
  reason: 'the build was not approved',
  evidence: [],
} as const;
