import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { ok, type Result } from '../../../shared/problem.js';
import type { Exec } from '../../../shared/process.js';
import { inLines, text } from '../../../shared/texts/words.js';
import { visibleName } from '../../../shared/visible-text.js';
import type { ConfinementKind } from '../../bench/process/confine.js';
import { bindingOf } from '../../engine/binding.js';
import type { Asking, CallIo, Tool } from '../../engine/tool.js';
import { git, gitDirOf, placeOf } from '../../workspace/git.js';
import { type CommitHook, commitHooksOf } from '../../workspace/hooks.js';
import { createScratch, removeScratch } from '../../workspace/scratch.js';
import { tailOf } from '../checks/run-checks.js';

/** What hooks are run with. */
export interface HooksWork {
  repoRoot: string;
  paths: { clone: string; scratch: string };
  exec: Exec;
  confinement: ConfinementKind;
  /** How long one may take, seconds. */
  timeoutSec: number;
}

const HooksArguments = z.strictObject({
  /** The commit that holds the tree, and its parent. */
  commit: z.string(),
  parent: z.string(),
  message: z.string(),
});
type HooksArguments = z.infer<typeof HooksArguments>;

const HookRun = z.object({ name: z.string(), exit_code: z.number().nullable(), output: z.string() });
type HookRun = z.infer<typeof HookRun>;

const MAX_OUTPUT_BYTES = 1024 * 1024;
const MAX_WRITTEN_BYTES = 256 * 1024 * 1024;

async function asking({ commit, message }: HooksArguments, work: HooksWork): Promise<Asking | null> {
  const hooks = await commitHooksOf(work.repoRoot);
  if (hooks.length === 0) return null;
  const isConfined = work.confinement !== 'none';
  return {
    kind: 'hooks',
    question: text`Run the commit hooks of ${visibleName(work.repoRoot)} on this commit?`,
    subject: inLines(
      ...hooks.map(({ name, file, sha256 }) => text`${name}: ${visibleName(file)} (SHA-256 ${sha256})`),
      text`commit: ${commit}`,
      isConfined
        ? text`confined: no network, no home folder, writes only in a copy that is thrown away`
        : text`NOT CONFINED: a hook can read and write everything that you can`,
      text`what a hook changes is not committed: only the tree that was tested is`,
    ),
    binding: bindingOf([hooks, commit, message, work.confinement]),
    onlyPerson: !isConfined,
  };
}

/** Each hook in turn; the first that fails is the last. */
async function perform(args: HooksArguments, work: HooksWork, io: CallIo): Promise<Result<HookRun[]>> {
  const hooks = await commitHooksOf(work.repoRoot);
  const { clone, scratch } = work.paths;
  const copy = await createScratch({ cloneDir: clone, commit: args.commit, into: scratch });
  if (!copy.ok) return copy;
  try {
    // as in a commit that is being made: the index holds it, and HEAD is what it comes on top of
    await git(placeOf(scratch), ['update-ref', '--no-deref', 'HEAD', args.parent]);
    const message = path.join(scratch, MESSAGE);
    await writeFile(message, args.message);
    const runs: HookRun[] = [];
    for (const hook of hooks) {
      const run = await runHook(hook, message, work, io);
      runs.push(run);
      if (run.exit_code !== 0) break;
    }
    return ok(runs);
  } finally {
    // no git goes into a folder in which a hook has written
    await removeScratch(scratch);
  }
}

const MESSAGE = '.benchloop-commit-message';

async function runHook(
  { name, file, sha256 }: CommitHook,
  message: string,
  { exec, paths, timeoutSec }: HooksWork,
  io: CallIo,
): Promise<HookRun> {
  io.progress('HOOK', name);
  const { scratch } = paths;
  const gitDir = gitDirOf(scratch);
  const done = await exec({
    argv: [file, ...(name === 'commit-msg' ? [message] : [])],
    ...{ cwd: scratch, env: { GIT_DIR: gitDir, GIT_WORK_TREE: scratch, GIT_OPTIONAL_LOCKS: '0' } },
    ...{ timeoutMs: timeoutSec * 1000, maxOutputBytes: MAX_OUTPUT_BYTES, maxWrittenBytes: MAX_WRITTEN_BYTES },
    ...{ signal: io.signal, operation: `${io.mark}.${name}.${sha256.slice(0, 8)}`, mergeOutput: true },
    confine: { writable: [scratch], readable: [path.dirname(file), gitDir] },
  });
  const printed = new TextDecoder().decode(done.stdout);
  const ended = done.ended === 'exit' ? '' : `[${done.ended}]`;
  return { name, exit_code: done.exitCode, output: tailOf(`${printed}${ended}`) };
}

/**
 * Runs the commit hooks of the user's repository on a commit of the private clone, confined, in a copy that is thrown away. A hook that
 * fails is a result. Errors: DECLINED, INIT_FAILURE.
 */
export const runHooks: Tool<HooksArguments, HookRun[], HooksWork> = {
  ...{ name: 'commit_hooks', kind: 'hooks', isIdempotent: false, scope: 'commit', danger: 'lasting' },
  arguments: HooksArguments,
  result: z.array(HookRun),
  gate: asking,
  perform,
  reconcile: async () => 'again',
};
