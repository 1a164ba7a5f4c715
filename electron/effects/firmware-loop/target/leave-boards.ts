import type { BoardAtEnd } from '../../../../shared/board-at-end.js';
import { fail, ok, type Problem, type Result } from '../../../../shared/problem.js';
import type { AtEnd, BoardProfile } from '../../../../shared/profile/board.js';
import { text } from '../../../../shared/texts/words.js';
import type { BoardRecord, BoardStore } from '../../../bench/flash/board-store.js';
import { whyNotBroughtBack } from '../../../bench/flash/restore.js';
import { blankImage } from '../../../bench/image/blank-image.js';
import type { Image } from '../../../bench/image/image.js';
import { loadImage, ofBoard } from '../../../bench/image/load-image.js';
import { contentHash } from '../../../bench/image/stored-image.js';
import type { EffectIo } from '../../../engine/effect.js';
import { flashesBy } from '../../../lab/boards/flashes.js';
import { keptOf } from '../../../lab/boards/kept.js';
import { lostTo } from '../../../lab/boards/lease.js';
import { findBoard, withBoardRegistry } from '../../../lab/boards/registry.js';
import type { FirmwareContext } from '../../../machine/firmware-loop/context.js';
import { stillHeld } from '../../../tools/board/board-work.js';
import type { Origin } from '../../../tools/board/flash-gate.js';
import { limitOf } from '../../../tools/board/permit.js';
import { readChoice } from '../../../tools/target/board-choice.js';
import { holdTarget } from '../../../tools/target/hold-target.js';
import { putOnBoard } from '../../../tools/target/put-on-board.js';
import { subjectOf } from '../../../tools/target/subject.js';
import type { FirmwareBench } from '../bench.js';

type Left = Pick<BoardAtEnd, 'holds' | 'note'>;

/**
 * Leaves the run's board with the image that its profile asks for, and tells of every board
 * that the run wrote to. A board that it never wrote to is not touched.
 */
export async function leaveBoards(
  ctx: FirmwareContext,
  bench: FirmwareBench,
  io: EffectIo,
): Promise<BoardAtEnd[]> {
  const flashed = flashesBy(bench.home, io.run);
  if (!flashed.ok || flashed.value.length === 0) return [];
  const { current } = await readChoice(bench);
  const left = new Map<string, Left>();
  for (const { board } of flashed.value) left.set(board, await leftOf(board, current, { ctx, bench, io }));
  const after = flashesBy(bench.home, io.run);
  return (after.ok ? after.value : flashed.value).map(({ board, count }) => ({
    ...{ board, flashes: count, limit: limitOf(bench) },
    ...(left.get(board) ?? { holds: 'unknown', note: null }),
  }));
}

interface Around {
  ctx: FirmwareContext;
  bench: FirmwareBench;
  io: EffectIo;
}

async function leftOf(board: string, current: string | null, { ctx, bench, io }: Around): Promise<Left> {
  const { profile } = bench;
  const held = bench.board === null ? await stillLeased(bench.home, board, io.run) : stillHeld(bench);
  if (!held.ok && board === current) return { holds: 'unknown', note: held.error.message };
  // a vendor's program tells no more than that it ended
  if (profile.kind !== 'board')
    return { holds: ctx.test_session_id === null ? 'unknown' : 'last', note: null };
  if (board !== current) return { holds: 'unknown', note: text`the run gave this board up` };
  return leave({ profile, ctx, store: keptOf(bench.home, board) }, bench, io);
}

/** Whether the lease is the run's, also where this process has none: it ended while it waited for the board, or was resumed. */
const stillLeased = (home: string, board: string, run: string): Promise<Result<unknown>> =>
  withBoardRegistry(home, (store) => {
    const known = findBoard(store, board);
    if (!known.ok) return known;
    const owner = known.value.lease?.owner;
    return owner === run ? ok(undefined) : fail(lostTo(board, owner));
  });

interface End {
  profile: BoardProfile;
  store: BoardStore;
  ctx: FirmwareContext;
}

async function leave(end: End, bench: FirmwareBench, io: EffectIo): Promise<Left> {
  const done = await bringBack(end, bench, io);
  if (done.ok) return { holds: done.value, note: null };
  const record = await end.store.record();
  const holds = record.ok && record.value.holds !== null ? 'last' : 'unknown';
  return { holds, note: done.error.message };
}

async function bringBack(end: End, bench: FirmwareBench, io: EffectIo): Promise<Result<AtEnd>> {
  const { atEnd, safety } = end.profile;
  const record = await end.store.record();
  if (!record.ok) return record;
  const { holds } = record.value;
  if (atEnd === 'last') return holds === null ? fail(CUT_OFF) : ok(atEnd);
  const wanted = await WANTED[atEnd](end, record.value, bench);
  if (!wanted.ok) return wanted;
  const { image, origin } = wanted.value;
  if (holds?.content === contentHash(image)) return ok(atEnd);
  const forbidden = whyNotBroughtBack(safety);
  if (forbidden !== null) return fail(forbidden);
  // the report does not wait for who holds it now
  const held = await holdTarget(bench, { ...io, signal: AbortSignal.abort() });
  if (!held.ok) return held;
  io.progress('FLASH_OR_DEPLOY', text`leaving the board as its profile says: ${atEnd}`);
  const writing = { image, always: false, good: atEnd !== 'none' };
  const put = await putOnBoard(bench, io, writing, { origin, isLast: true });
  return put.ok ? ok(atEnd) : put;
}

type Found = Result<{ image: Image; origin: Origin }>;
type Wanted = (end: End, record: BoardRecord, bench: FirmwareBench) => Promise<Found>;

const WANTED: Readonly<Record<Exclude<AtEnd, 'last'>, Wanted>> = {
  'last-good': async ({ ctx, store }, { found }, bench) =>
    ctx.outcome?.status === 'SUCCESS'
      ? made(await resultImage(ctx, bench), { commit: resultCommit(ctx, bench) })
      : made(await kept(store, found?.lastGood), { source: 'last-good' }),
  'as-found': async ({ store }, { found }) => made(await kept(store, found?.held), { source: 'as-found' }),
  none: async ({ store, profile }, { holds }) => {
    const last = holds === null ? null : await store.image(holds.content);
    const blank = blankImage(last?.ok ? last.value.segments : profile.flash.regions.map(whole));
    return ok({ image: blank, origin: { source: 'empty' } });
  },
};

const resultCommit = ({ repo_snapshot }: FirmwareContext, { loaded }: FirmwareBench): string =>
  repo_snapshot?.current_commit ?? loaded.baseCommit;

const made = (image: Result<Image>, origin: Origin): Found =>
  image.ok ? ok({ image: image.value, origin }) : image;

const whole = ({ start, size }: { start: number; size: number }) => ({
  address: start,
  bytes: new Uint8Array(size),
});

async function resultImage({ last_build_result: build }: FirmwareContext, bench: FirmwareBench) {
  const file = build && subjectOf(bench, build, bench.paths.clone, '').imagePath;
  return file === null ? fail(NOT_KEPT) : loadImage(file, ofBoard(bench.profile));
}

const kept = async (store: BoardStore, image: BoardRecord['holds'] | undefined): Promise<Result<Image>> =>
  image ? store.image(image.content) : fail(NOT_KEPT);

const NOT_KEPT: Problem = {
  code: 'ARTIFACT_MISSING',
  message: text`the image that the board should hold was not kept: it could not be read, or there was none`,
};

const CUT_OFF: Problem = {
  code: 'FLASH_FAILURE',
  message: text`the last write to the board did not finish`,
};
