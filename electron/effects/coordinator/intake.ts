import { NOTICE, UNCOMMITTED } from '../../../shared/events.js';
import { ok, type Result } from '../../../shared/problem.js';
import { isSimulated } from '../../../shared/profile.js';
import { joined, text, type Words } from '../../../shared/texts/words.js';
import type { EffectIo } from '../../engine/effect.js';
import type { CoordinatorContext } from '../../machine/coordinator/context.js';
import type { Baseline } from '../../machine/coordinator/events.js';
import { build } from '../../tools/build/build.js';
import { createClone } from '../../workspace/clone.js';
import { cloneBuild } from '../firmware-loop/build/build.js';
import { keepLogs, uncommittedWork } from '../firmware-loop/init.js';
import { notGranted } from '../firmware-loop/start/tighten.js';
import {
  type CoordinatorBench,
  type CoordinatorEffect,
  type CoordinatorOutcome,
  isMock,
  playerOf,
} from './bench.js';
import { preflight, treeWith } from './preflight.js';
import { broken, buildDeclined } from './problems.js';

/** intake: the private clone, and what its tree comes to without a proposal. A loop that asks has both. */
export const intake: CoordinatorEffect = async (ctx, bench, io) => {
  if (bench.isChild) return begun(ctx, text`the loop's own tree and results`);
  const { loop } = bench;
  const { loaded, paths } = loop;
  if (loaded.dirtyFiles > 0) io.progress(UNCOMMITTED, uncommittedWork(loaded.dirtyFiles, loaded.baseCommit));
  for (const told of notGranted(loop.policy, loaded.task.constraints)) io.progress(NOTICE, told);
  io.progress('CLONE', loaded.repoRoot);
  const { repoRoot, baseCommit, inputs } = loaded;
  const clone = await createClone({ repoRoot, baseCommit, inputs, into: paths.clone, signal: io.signal });
  if (!clone.ok) return broken(clone.error, 'intake');
  const commit = baseCommit.slice(0, 12);
  if (isMock(playerOf(bench, 'CODER')))
    return begun(ctx, joined(text`cloned commit ${commit}`, ...unheard(ctx, bench)), await untried(bench));
  if (!(await io.allow(build, cloneBuild(ctx.known, loop), loop)).ok) return buildDeclined;
  const tried = await tryUnchanged(ctx, bench, io);
  if (!tried.ok) return broken(tried.error, 'intake');
  const reason = joined(text`cloned commit ${commit} and tried it unchanged`, ...unheard(ctx, bench));
  return begun(ctx, reason, tried.value);
};

/** A follow-up that says no more than that: its mode says the rest. */
const GO_ON = /^\s*(?:go on|继续)\s*[.。!！]?\s*$/iu;

/** Only a model reads what the operator wrote after an end; whoever wrote it is to know where none does. */
function unheard({ messages }: CoordinatorContext, bench: CoordinatorBench): Words[] {
  const said = messages.at(-1)?.text ?? '';
  const { name, isModel } = playerOf(bench, 'CODER');
  if (isModel || said === '' || GO_ON.test(said)) return [];
  return [
    text`CODER is played by ${name}, which cannot read what you wrote: the work is done as without it. For your words to count, begin a roundtable in which a model plays CODER: benchloop coordinate TASK --mode MODE --role CODER=openai`,
  ];
}

const untried = async ({ loop }: CoordinatorBench): Promise<Baseline> => ({
  ...{ commit: loop.loaded.baseCommit, build: null, test: null },
  logs: await keepLogs(loop),
});

async function tryUnchanged(
  ctx: CoordinatorContext,
  bench: CoordinatorBench,
  io: EffectIo,
): Promise<Result<Baseline>> {
  const tree = await treeWith(ctx.known, bench.loop, null);
  if (!tree.ok) return tree;
  const came = await preflight(
    ctx.known,
    bench.loop,
    { tree: tree.value, runsCases: isSimulated(bench.loop.profile) },
    io,
  );
  return ok({ ...(await untried(bench)), ...came });
}

/** A proposal is drafted, or the implementation begins, as the mode says. */
const begun = ({ mode }: CoordinatorContext, reason: Words, baseline?: Baseline): CoordinatorOutcome => ({
  type: mode === 'proposal' ? 'draft_proposal' : 'implementation_confirmed',
  reason,
  evidence: baseline?.logs.map((log) => log.path) ?? [],
  ...(baseline && { baseline }),
});
