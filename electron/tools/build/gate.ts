import { differingParts, whyNotCovered } from '../../../shared/covered.js';
import { NOTICE } from '../../../shared/events.js';
import type { Task } from '../../../shared/task.js';
import { inLines, type Message, nested, text, type Value, type Words } from '../../../shared/texts/words.js';
import { visibleName } from '../../../shared/visible-text.js';
import { bindingOf } from '../../engine/binding.js';
import type { KnownApproval } from '../../engine/stored-approvals.js';
import type { Asking } from '../../engine/tool.js';
import type { WorkIo } from '../../engine/work-io.js';
import { buildFilesFingerprint } from '../../workspace/build/fingerprint.js';
import { westEnvironment, westWorkspaceAbove } from '../../workspace/build/west-workspace.js';
import { type BuildWork, buildAccess } from './build-tree.js';

/**
 * A repository's build runs its programs on this computer: a person says yes once, and again whenever the
 * build files, a command or the profile change.
 */
export async function buildGate(
  { command }: { command: readonly string[] },
  work: BuildWork,
  io: Pick<WorkIo, 'progress'>,
): Promise<Asking> {
  const files = await buildFilesFingerprint(work.paths.clone, command);
  const covered = buildCovers(work, command, files.fingerprint);
  const known = work.buildApprovals.find(bindingOf(Object.values(covered).flat()));
  const parts = partsOf(covered);
  if (known.is === 'void') io.progress(NOTICE, known.why);
  const subject = [
    ...commandLines(work, command),
    changesLine(work.loaded.task.checks, files.files),
    ...(known.is === 'void' ? [text`NOT COUNTED: ${nested(known.why)}`] : earlierLines(work, known, parts)),
    ...confinementLines(work),
  ];
  return {
    kind: 'build',
    isForRun: true,
    question: questionFor(visibleName(work.loaded.repoRoot), known),
    subject: inLines(...subject),
    binding: known.binding,
    parts,
    ...(known.is === 'genuine' ? { stored: known.at } : {}),
  };
}

/** What a policy let happen before is approved by nobody, so that it is asked about again. */
const questionFor = (repository: string, known: KnownApproval): Words =>
  known.is === 'genuine'
    ? text`Build ${repository}? An earlier approval covers it.`
    : text`Build ${repository}? No person has approved its build files, command and profile as they are.`;

/** Keeps a person's yes to a build for later runs. What a policy answers is kept for none. */
export function rememberBuild(
  { buildApprovals, loaded }: Pick<BuildWork, 'buildApprovals' | 'loaded'>,
  { binding, parts = {} }: Pick<Asking, 'binding' | 'parts'>,
  run: string,
): void {
  buildApprovals.add(binding, { subject: loaded.repoRoot, parts, run });
}

/** What becomes of the earlier approvals of this repository. */
function earlierLines(
  { buildApprovals, loaded }: BuildWork,
  known: KnownApproval,
  parts: Readonly<Record<string, string>>,
): Words[] {
  if (known.is === 'genuine')
    return [text`an earlier approval (${known.at}) covers this: nothing has changed since`];
  if (known.is === 'none' && known.revoked !== null)
    return [text`an earlier approval does not cover this: it was revoked (${known.revoked})`];
  const earlier = buildApprovals
    .list()
    .findLast((one) => one.is === 'genuine' && one.about?.subject === loaded.repoRoot);
  if (earlier?.is !== 'genuine' || earlier.about === null) return [];
  return [whyNotCovered(earlier.at, differingParts(earlier.about.parts, parts))];
}

/**
 * Whatever the answer lets run on this computer, and what it may reach there, by name. The order counts: stored approvals are bound
 * to the values in it.
 */
function buildCovers(
  { loaded, profile, policy, confinement }: BuildWork,
  command: readonly string[],
  files: string,
): Record<string, unknown[]> {
  const { test, checks, build } = loaded.task;
  const { readable, env } = buildAccess({ loaded, policy });
  return {
    repository: [loaded.repoRoot],
    'build files': [files],
    command: [command],
    'test command': [test.command],
    // approvals from before there were style checks hold on
    checks: [checks.style.length > 0 ? checks : { lint: checks.lint, unit: checks.unit }],
    profile: [profile],
    access: [readable, env, confinement],
    ...(build.clean === undefined ? {} : { 'clean command': [build.clean] }),
  };
}

/** To compare approvals by: neither their commands nor environments are kept twice. */
const partsOf = (covered: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(covered).map(([name, value]) => [name, bindingOf(value).slice(0, 16)]));

function commandLines({ loaded, profile, paths }: BuildWork, command: readonly string[]): Message[] {
  const { test, checks, build } = loaded.task;
  return [
    text`command: ${JSON.stringify(command)}`,
    ...(build.clean ? [text`clean command: ${JSON.stringify(build.clean)}`] : []),
    text`folder: ${visibleName(paths.clone)}`,
    ...(test.command ? [text`test command: ${JSON.stringify(test.command)}`] : []),
    ...[...checks.lint, ...checks.style, ...checks.unit].map(
      (check) => text`check: ${JSON.stringify(check)}`,
    ),
    text`profile: ${profile.id}`,
  ];
}

function confinementLines({ confinement, loaded, policy, paths }: BuildWork): Message[] {
  if (confinement === 'none')
    return [text`NOT CONFINED: the build can read and write everything that you can`];
  const { readable } = buildAccess({ loaded, policy });
  return [
    ...(process.getuid?.() === 0 ? [AS_ROOT] : []),
    text`confined: no network, no home folder, writes only in the run's own copy`,
    ...readable.map((folder) => text`may read: ${visibleName(folder)}`),
    ...westLines(loaded.repoRoot, readable),
    text`may write: ${visibleName(paths.clone)} and a temporary folder of its own`,
  ];
}

/** Inside, it is user 1000 without capabilities; outside, the kernel knows it as root. */
const AS_ROOT = text`AS ROOT: Benchloop runs as root, so a program that breaks out of its confinement has the whole computer; run it as an ordinary user`;

function changesLine({ lint, style, unit }: Task['checks'], files: readonly string[]): Message {
  return lint.length + style.length + unit.length === 0
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
