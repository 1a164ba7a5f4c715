import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { SessionSummary } from '../../../shared/session.js';
import { inEnglish, nested, text, type Words } from '../../../shared/texts/words.js';
import type { EffectIo } from '../../engine/effect.js';
import { replaceFile } from '../../files/replace-file.js';
import type { SessionContext } from '../../machine/session/context.js';
import { publish } from '../../tools/publish.js';
import { isCloned } from '../../workspace/clone.js';
import { filesBetween } from '../../workspace/files-between.js';
import { offeredCommit } from '../../workspace/offered-commit.js';
import { diffBetween } from '../../workspace/patch.js';
import { currentTree } from '../../workspace/snapshot.js';
import { encodeText } from '../../workspace/text.js';
import type { SessionBench, SessionEffect } from './bench.js';
import { commitLabel } from './summary/commit-label.js';
import { endWords } from './summary/end-words.js';
import { howToInclude, leftOutWords, madeByCommands, withLeftOut } from './summary/left-out.js';
import { branchesLeft, branchOf, deleteBranch } from './summary/taken-back.js';
import { wordsOfModel } from './summary/words-of-model.js';

/** SUMMARIZING: what was done, how it was checked, how it is taken back; files that changed are offered as a branch. */
export const summarizing: SessionEffect = async (ctx, bench, io) => {
  const { header } = bench;
  const changed = await changeOf(bench);
  const model = await wordsOfModel(ctx, bench, io);
  if (changed) await keepPatch(bench, changed);
  const made = await madeByCommands(ctx, bench);
  const leftOut = leftOutWords(made);
  const left = await branchesLeft(ctx, bench, changed?.tree ?? null);
  // the branch of a turn is there already: what is left of it after an undo is in the patch file
  const offers = header.supervised === null && isOffered(ctx) && left.length === 0;
  const branch =
    changed && offers ? await offer(ctx, bench, io, { ...changed, notes: leftOut ? [leftOut] : [] }) : null;
  const summary: SessionSummary = {
    text: withLeftOut(endWords(ctx, changed?.files ?? [], branch), leftOut),
    model: model.words,
    files_changed: changed?.files ?? [],
    verification: ctx.verified === null ? 'none' : ctx.verified ? 'passed' : 'failed',
    rollback: changed || leftOut ? text`take it back: benchloop undo ${ctx.run}` : text`no file was changed`,
    blocked: ctx.blocked,
    manual_steps: [
      ...manualSteps(ctx),
      ...(leftOut === null ? [] : [howToInclude]),
      ...left.map((one) => deleteBranch(one, header.repo?.root ?? '')),
    ],
  };
  return { type: 'summarized', reason: summary.text, evidence: model.records, summary, branch };
};

/** A turn that was cancelled was not wanted. A client that leaves ends a connection, and says nothing of its work. */
const isOffered = ({ isCancelled, mode }: SessionContext): boolean => !isCancelled || mode === 'connection';

/** What a person can do about what stands in the way. */
const manualSteps = ({ blocked, lastError }: SessionContext): Words[] =>
  blocked !== null && lastError?.next !== undefined ? [lastError.next] : [];

export interface Change {
  patch: string;
  files: string[];
  tree: string;
}

/** What the session's copy has over the commit that it began at; null: nothing. @throws Error where git cannot tell */
export async function changeOf({ header, work }: SessionBench): Promise<Change | null> {
  const { repo } = header;
  if (repo === null || !isCloned(work.paths.clone)) return null;
  const tree = orThrow(await currentTree(work.paths.clone));
  const patch = orThrow(await diffBetween(work.paths.clone, repo.baseCommit, tree));
  if (patch.trim() === '') return null;
  return { patch, tree, files: orThrow(await filesBetween(work.paths.clone, repo.baseCommit, tree)) };
}

function orThrow<T>(result: { ok: true; value: T } | { ok: false; error: { message: Words } }): T {
  if (result.ok) return result.value;
  throw new Error(inEnglish(result.error.message));
}

/** Puts the patch beside the report: it is there while a person is asked, too. */
export async function keepPatch({ work }: SessionBench, { patch }: Change): Promise<void> {
  await mkdir(work.paths.report, { recursive: true });
  await replaceFile(path.join(work.paths.report, 'result.patch'), encodeText(patch));
}

/** One branch in the user's repository, if a person says so; the patch file is there anyway. */
async function offer(
  ctx: SessionContext,
  bench: SessionBench,
  io: EffectIo,
  { tree, patch, notes }: Change & { notes: readonly Words[] },
): Promise<string | null> {
  const { header, work } = bench;
  const { repo } = header;
  if (repo === null) return null;
  const label = await commitLabel(ctx, bench);
  const parent = repo.baseCommit;
  const commit = orThrow(await offeredCommit(work.paths.clone, `turn-${ctx.turn}`, { tree, parent, label }));
  const branch = ctx.turn === 1 ? branchOf(ctx) : `${branchOf(ctx)}-${ctx.turn}`;
  const published = await io.call(
    publish,
    { branch, commit },
    {
      ...{ home: work.home, loaded: { repoRoot: repo.root }, paths: work.paths, patch, notes },
      policy: header.policy,
    },
  );
  if (published.ok) return published.value.branch;
  // a no, of a person or of this computer's policy, leaves the patch file
  if (published.error.code === 'DECLINED' || published.error.code === 'POLICY_VIOLATION') return null;
  throw new Error(inEnglish(nested(published.error.message)));
}
