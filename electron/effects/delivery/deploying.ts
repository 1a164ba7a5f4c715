import type { HeldBoard, RolledBack } from '../../../shared/delivery.js';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import { joined, nested, text, type Words } from '../../../shared/texts/words.js';
import type { EffectIo } from '../../engine/effect.js';
import { keptOf } from '../../lab/boards/kept.js';
import type { DeliveryContext } from '../../machine/delivery/context.js';
import { leftAsItIs } from '../../tools/board/named-board.js';
import { deploy, whyLocked } from '../../tools/deploy/deploy.js';
import { type DeployWork, onBoard } from '../../tools/deploy/deployed-board.js';
import { putBack } from '../../tools/deploy/put-back.js';
import { sessionSubject } from '../../tools/target/session-subject.js';
import type { DeliveryBench, DeliveryEffect, DeliveryOutcomeEvent } from './bench.js';
import { orThrow, placeWork } from './work-so-far.js';

/**
 * DEPLOYING: first what the boards hold is written down; then each is written to; where one fails, all are put back before anything else.
 * One step a visit, so that a crash between them loses none.
 */
export const deploying: DeliveryEffect = async (ctx, bench, io) => {
  if (ctx.is_rolling_back) return putNextBack(ctx, ctx.held ?? [], bench, io);
  const { held } = ctx;
  const ready = held === null ? await prepare(ctx, bench, io) : await writeNext(ctx, held, bench, io);
  return ready.ok ? ready.value : failed(ready.error);
};

const FINAL: ReadonlySet<string> = new Set(['DECLINED', 'FLASH_DECLINED', 'POLICY_VIOLATION', 'USAGE']);

const failed = (problem: Problem): DeliveryOutcomeEvent => ({
  ...{ type: 'deploy_fail', reason: problem.message, evidence: [] },
  ...{ problem, is_final: FINAL.has(problem.code) },
});

/** What a target is worked on with; its profile says which boards fit. */
function workOn({ header, work }: DeliveryBench, id: string): DeployWork {
  const profile = header.targets.find((one) => one.id === id);
  if (profile === undefined) throw new Error(`${id} is no target of this delivery`);
  const { board: _, ...task } = work.task;
  return { ...task, profile: leftAsItIs(profile) };
}

async function prepare(
  { targets }: DeliveryContext,
  bench: DeliveryBench,
  io: EffectIo,
): Promise<Result<DeliveryOutcomeEvent>> {
  const locked = whyLocked(bench.header.policy);
  if (locked !== null) return fail(locked);
  const held: HeldBoard[] = [];
  for (const profile of targets) {
    const found = await heldBy(workOn(bench, profile), io);
    if (!found.ok) return fail({ ...found.error, message: text`${profile}: ${nested(found.error.message)}` });
    held.push(found.value);
  }
  return ok({ type: 'deploy_prepared', reason: joined(...held.map(toldHeld)), evidence: [], held });
}

async function heldBy(work: DeployWork, io: EffectIo): Promise<Result<HeldBoard>> {
  const { id, kind } = work.profile;
  if (kind !== 'board') return ok({ profile: id, board: id, held: null });
  return onBoard(work, null, io, async ({ target }) => {
    const record = await keptOf(work.home, target.id).record();
    return record.ok
      ? ok({ profile: id, board: target.id, held: record.value.holds?.content ?? null })
      : record;
  });
}

const toldHeld = ({ board, held }: HeldBoard): Words =>
  held === null
    ? text`${board}: what it holds is not known, so it cannot be written back`
    : text`${board} holds ${held.slice(0, 12)}`;

/** The next board: one a visit, since each has questions of its own. */
async function writeNext(
  ctx: DeliveryContext,
  held: readonly HeldBoard[],
  bench: DeliveryBench,
  io: EffectIo,
): Promise<Result<DeliveryOutcomeEvent>> {
  const { committed, tree, deployed } = ctx;
  const next = held[deployed.length];
  if (committed === null || tree === null || next === undefined)
    throw new Error('there is nothing to deploy');
  // a development that was left on its way may have changed the copy
  orThrow(await placeWork(ctx, bench));
  const built = await sessionSubject(bench.work, bench.work.task, io);
  if (!built.ok) return built;
  const { image, imagePath: file } = built.value.subject;
  if (file === null) return fail(NO_IMAGE);
  const { profile, board } = next;
  io.progress('FLASH_OR_DEPLOY', board);
  const base = bench.header.loaded.baseCommit;
  const args = { profile, board, image, file, tree, base, commit: committed.commit };
  const put = await io.call(deploy, args, workOn(bench, profile));
  if (!put.ok) return put;
  const reason = text`deployed ${image.slice(0, 12)} to ${board}`;
  return ok({ type: 'deploy_success', reason, evidence: [], deployed: { profile, board, image } });
}

const NO_IMAGE: Problem = {
  code: 'USAGE',
  message: text`the task builds no image that could be deployed`,
  next: text`name it in the task: build: { artifacts: { elf: path/to/app.elf } }`,
};

/** Every board, the last first; one that cannot be put back is named, and the others are put back all the same. */
async function putNextBack(
  { rolled_back }: DeliveryContext,
  held: readonly HeldBoard[],
  bench: DeliveryBench,
  io: EffectIo,
): Promise<DeliveryOutcomeEvent> {
  const next = held.at(-1 - rolled_back.length);
  if (next === undefined) throw new Error('there is nothing to put back');
  const { profile, board } = next;
  io.progress('ROLL_BACK', board);
  const back = await io.call(putBack, { board, held: next.held }, workOn(bench, profile));
  const told = { profile, board, problem: back.ok ? null : back.error };
  return { type: 'rolled_back', reason: toldBack(told), evidence: [], board: told };
}

const toldBack = ({ board, problem }: RolledBack): Words =>
  problem === null
    ? text`${board} holds what it held before`
    : text`${board} could not be put back: ${nested(problem.message)}`;
