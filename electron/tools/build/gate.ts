import { NOTICE } from '../../../shared/events.js';
import type { Task } from '../../../shared/task.js';
import { inLines, type Message, nested, text, type Value } from '../../../shared/texts/words.js';
import { visibleName } from '../../../shared/visible-text.js';
import { bindingOf } from '../../engine/binding.js';
import type { Asking } from '../../engine/tool.js';
import type { WorkIo } from '../../engine/work-io.js';
import { buildFilesFingerprint } from '../../workspace/build/fingerprint.js';
import { westEnvironment, westWorkspaceAbove } from '../../workspace/build/west-workspace.js';
import { type BuildWork, buildAccess } from './build-tree.js';

/**
 * A repository's build runs its programs on this computer: a person says yes once, and again whenever the
 * build files, a command or the profile change. Null: somebody has.
 */
export async function buildGate(
  { command }: { command: readonly string[] },
  work: BuildWork,
  io: Pick<WorkIo, 'progress'>,
): Promise<Asking | null> {
  const files = await buildFilesFingerprint(work.paths.clone, command);
  const binding = buildBinding(work, command, files.fingerprint);
  const known = work.buildApprovals.find(binding);
  if (known.is === 'genuine') return null;
  if (known.is === 'void') io.progress(NOTICE, known.why);
  const subject = [
    ...commandLines(work, command),
    changesLine(work.loaded.task.checks, files.files),
    ...(known.is === 'void' ? [text`NOT COUNTED: ${nested(known.why)}`] : []),
    ...confinementLines(work),
  ];
  return {
    kind: 'build',
    question: text`Build ${visibleName(work.loaded.repoRoot)} for the first time (its build files, command or profile are new)?`,
    subject: inLines(...subject),
    binding,
  };
}

/** Whatever the answer lets run on this computer, and what it may reach there. */
function buildBinding(
  { loaded, profile, policy }: BuildWork,
  command: readonly string[],
  files: string,
): string {
  const { test, checks, build } = loaded.task;
  const { readable, env } = buildAccess({ loaded, policy });
  const covered = [loaded.repoRoot, files, command, test.command, checks, profile, readable, env];
  const all = build.clean === undefined ? covered : [...covered, build.clean];
  return bindingOf(all);
}

function commandLines({ loaded, profile, paths }: BuildWork, command: readonly string[]): Message[] {
  const { test, checks, build } = loaded.task;
  return [
    text`command: ${JSON.stringify(command)}`,
    ...(build.clean ? [text`clean command: ${JSON.stringify(build.clean)}`] : []),
    text`folder: ${visibleName(paths.clone)}`,
    ...(test.command ? [text`test command: ${JSON.stringify(test.command)}`] : []),
    ...[...checks.lint, ...checks.unit].map((check) => text`check: ${JSON.stringify(check)}`),
    text`profile: ${profile.id}`,
  ];
}

function confinementLines({ confinement, loaded, policy, paths }: BuildWork): Message[] {
  if (confinement === 'none')
    return [text`NOT CONFINED: the build can read and write everything that you can`];
  const { readable } = buildAccess({ loaded, policy });
  return [
    text`confined: no network, no home folder, writes only in the run's own copy`,
    ...readable.map((folder) => text`may read: ${visibleName(folder)}`),
    ...westLines(loaded.repoRoot, readable),
    text`may write: ${visibleName(paths.clone)} and a temporary folder of its own`,
  ];
}

function changesLine({ lint, unit }: Task['checks'], files: readonly string[]): Message {
  return lint.length + unit.length === 0
    ? text`Benchloop asks again when one of these changes: command, profile, ${named(files)}`
    : text`Benchloop asks again when one of these changes: command, checks, profile, ${named(files)}`;
}

/** What becomes of the west workspace that the builds belong to. */
function westLines(repoRoot: string, readable: readonly string[]): Message[] {
  const { ZEPHYR_BASE } = westEnvironment(readable);
  if (ZEPHYR_BASE !== undefined) return [text`west workspace: ZEPHYR_BASE is ${visibleName(ZEPHYR_BASE)}`];
  const around = westWorkspaceAbove(repoRoot);
  return around === null
    ? []
    : [
        text`NOT OPENED: the west workspace ${visibleName(around.top)}; if the build needs it, name it under \`sdk\` in your policy.yaml`,
      ];
}

/** Build files that the question lists. */
const MAX_NAMED = 20;

function named(files: readonly string[]): Value {
  if (files.length === 0) return text`any build file`;
  const more = files.length - MAX_NAMED;
  const list = files
    .slice(0, MAX_NAMED)
    .map((file) => JSON.stringify(file))
    .join(', ');
  if (more <= 0) return list;
  return more === 1 ? text`${list} and 1 more build file` : text`${list} and ${more} more build files`;
}
