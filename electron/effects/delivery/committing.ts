import type { Committed } from '../../../shared/delivery.js';
import { MAIN } from '../../../shared/events.js';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import { joined, nested, text } from '../../../shared/texts/words.js';
import type { DeliveryContext } from '../../machine/delivery/context.js';
import { commitWork } from '../../tools/commit/commit-work.js';
import { runHooks } from '../../tools/commit/run-hooks.js';
import { publish } from '../../tools/publish.js';
import { asksModels, type DeliveryBench, type DeliveryIo, type DeliveryOutcomeEvent } from './bench.js';
import { messageFor } from './commit-message.js';
import { notesOn } from './moved-head.js';
import { judgedWork } from './review-by-rules.js';

/** COMMITTING: one commit of exactly the tree that was tested, on a new branch of the user's repository. */
export const committing = asksModels(async (ctx, bench, io) => {
  const made = await commit(ctx, bench, io);
  if (made.ok) {
    const { commit: id, branch, notes } = made.value;
    const reason = joined(text`commit ${id.slice(0, 12)} on branch ${branch}`, ...notes);
    return { type: 'commit_success', reason, evidence: [], committed: made.value };
  }
  const is_final = FINAL.has(made.error.code);
  return { type: 'commit_fail', reason: made.error.message, evidence: [], problem: made.error, is_final };
}) satisfies (...of: never[]) => Promise<DeliveryOutcomeEvent>;

/** Trying again changes nothing about a no, about policy, or about what was asked. */
const FINAL: ReadonlySet<string> = new Set(['DECLINED', 'POLICY_VIOLATION', 'USAGE', 'REPO_NOT_FOUND']);

async function commit(
  ctx: DeliveryContext,
  bench: DeliveryBench,
  io: DeliveryIo,
): Promise<Result<Committed>> {
  const { tree, patch } = ctx;
  if (tree === null || patch.trim() === '') return fail(NOTHING_NEW);
  const before = ctx.committed?.base === ctx.base ? ctx.committed : null;
  if (tree === before?.tree) return ok(before);
  const { refused } = await judgedWork(ctx, bench);
  const [first] = refused;
  if (first)
    return fail({
      code: 'POLICY_VIOLATION',
      message: text`the patch policy refuses it: ${nested(first.what)}`,
    });
  const message = await messageFor(ctx, bench, io);
  if (!message.ok) return message;
  const { loaded, policy } = bench.header;
  const { paths } = bench.work;
  const parent = before?.commit ?? loaded.baseCommit;
  const name = `delivery-${ctx.commits + 1}`;
  const made = await io.call(commitWork, { name, tree, parent, message: message.value }, { paths });
  if (!made.ok) return made;
  const id = made.value.commit;
  const judged = policy.commitHooks
    ? await hooked(bench, io, { commit: id, parent, message: message.value })
    : ok(undefined);
  if (!judged.ok) return judged;
  const { of } = bench.header;
  const branch = branchName(ctx, io.node === MAIN || of === null ? ctx.run : of);
  const { home } = bench.work;
  const work = {
    loaded: { repoRoot: loaded.repoRoot },
    home,
    paths,
    policy,
    patch: `${message.value}\n${patch}`,
    notes: await notesOn(bench, id, ctx),
  };
  const published = await io.call(publish, { branch, commit: id }, work);
  if (!published.ok) return published;
  return ok({ commit: id, tree, branch, message: message.value, base: ctx.base, notes: work.notes });
}

const NOTHING_NEW: Problem = {
  code: 'USAGE',
  message: text`there is nothing to commit`,
  next: text`say what is to be developed: benchloop tell RUN "…"`,
};

/** Within a campaign it is named after the run, which has offered none. A branch of the same name that somebody else made is in the way: the next try takes another name. */
const branchName = ({ commits, retries }: DeliveryContext, of: string): string =>
  [
    `benchloop/${of}`,
    ...(commits > 0 ? [commits + 1] : []),
    ...(retries.commit > 0 ? [`try${retries.commit + 1}`] : []),
  ].join('-');

async function hooked(
  { header, work }: DeliveryBench,
  io: DeliveryIo,
  args: { commit: string; parent: string; message: string },
): Promise<Result<void>> {
  const { repoRoot, task } = header.loaded;
  const { paths, exec, confinement } = work;
  const how = { repoRoot, paths, exec, confinement, timeoutSec: task.build.timeoutSec };
  const run = await io.call(runHooks, args, how);
  if (!run.ok) return run;
  const failed = run.value.find(({ exit_code }) => exit_code !== 0);
  if (failed === undefined) return ok(undefined);
  return fail({
    code: 'BUILD_FAILURE',
    message: text`the hook ${failed.name} refuses the commit: ${failed.output}`,
    next: text`correct what it reports: benchloop tell RUN "…"; what a hook itself corrects is not committed`,
  });
}
