import { NOTICE } from '../../../shared/events.js';
import type { AtEnd } from '../../../shared/profile/board.js';
import type { Profile } from '../../../shared/profile.js';
import { inEnglish } from '../../../shared/texts/words.js';
import type { FlashAsked } from '../../bench/environment.js';
import { bindingOf } from '../../engine/binding.js';
import type { Asking } from '../../engine/tool.js';
import type { WorkIo } from '../../engine/work-io.js';
import { saidDrivesNothing } from '../../lab/boards/drives.js';
import { envelopeEnds } from '../../lab/boards/envelope.js';
import { diffBetween } from '../../workspace/patch.js';
import { type BoardWork, boardName } from './board-work.js';
import { describeFlash, type Origin, oneLine } from './describe-flash.js';
import { isOfRepository } from './profile-of-repository.js';

type FlashIo = Pick<WorkIo, 'run' | 'progress'>;

/**
 * What a person is asked before the run writes to this board (design §3, session). Where the board drives nothing, one answer is
 * an envelope: this board, these regions, the images that the run builds, within the bounds of the policy, until the board first
 * does something else than expected. Otherwise each image is asked for, with what changed.
 */
export async function flashAsking(
  work: BoardWork,
  io: FlashIo,
  asked: FlashAsked,
  origin: Origin,
): Promise<Asking> {
  const terms = await envelopeFor(work, io, asked, origin);
  const question = terms.offered
    ? envelopeQuestion(work, io, asked, terms.ends)
    : await imageQuestion(work, asked, origin, terms.why);
  return { kind: 'flash-agreed', ...question };
}

type Terms = { offered: true; ends: { count: number; why: string | null } } | { offered: false; why: string };

/** Whether one answer may cover more than one image, or why not. */
async function envelopeFor(bench: BoardWork, io: FlashIo, asked: FlashAsked, origin: Origin): Promise<Terms> {
  if (!('commit' in origin)) return { offered: false, why: 'this run did not build it' };
  if (asked.alwaysAsk) return { offered: false, why: 'what it does cannot be undone, or erases all' };
  const board = boardName(bench);
  if (!drivesNothing(bench, io, board))
    return {
      offered: false,
      why: `the board may drive actuators; if it drives nothing, say so once: benchloop boards drives ${board} nothing`,
    };
  const ends = await envelopeEnds(bench.home, io.run);
  return ends.ok
    ? { offered: true, ends: ends.value }
    : { offered: false, why: inEnglish(ends.error.message) };
}

/** Said by the person's profile, or by the person of this one board. */
function drivesNothing(bench: BoardWork, io: FlashIo, board: string): boolean {
  const known = saidDrivesNothing(bench.home, board);
  if (known.is === 'void') io.progress(NOTICE, known.why);
  if (known.is === 'genuine') return true;
  if (!('drives' in bench.profile) || bench.profile.drives !== 'nothing') return false;
  if (!isOfRepository(bench.loaded)) return true;
  io.progress(NOTICE, 'the profile lies in the repository: that the board drives nothing is for you to say');
  return false;
}

type Words = Omit<Asking, 'kind'>;

function envelopeQuestion(
  { policy, profile }: BoardWork,
  io: FlashIo,
  asked: FlashAsked,
  ends: { count: number; why: string | null },
): Words {
  const { flashesPerGrant: uses, grantSec } = policy;
  const { image: _, ...lasting } = asked;
  const minutes = Math.round(grantSec / 6) / 10;
  return {
    question: `Let this run flash ${asked.board}, at most ${uses} times within ${minutes} min?`,
    subject: [
      describeFlash(asked, profile.id),
      ...runsBounds(profile),
      `covers images that this run builds: at most ${uses} flashes within ${minutes} min`,
      'over at the first fault, hang or unexpected read-back',
      ...(ends.why === null ? [] : [`the approval before is over: ${oneLine(ends.why)}`]),
    ].join('\n'),
    binding: bindingOf([lasting, profile, io.run, ends.count]),
    grant: { uses, ms: grantSec * 1000 },
  };
}

async function imageQuestion(
  bench: BoardWork,
  asked: FlashAsked,
  origin: Origin,
  why: string,
): Promise<Words> {
  const change = 'commit' in origin ? await changeAt(bench, origin.commit) : { told: [], diff: '' };
  const words = [
    describeFlash(asked, bench.profile.id, origin),
    ...runsBounds(bench.profile),
    `each image is asked for: ${why}`,
    ...change.told,
  ].join('\n');
  return {
    question: `Flash ${asked.board} with this image?`,
    subject: change.diff === '' ? words : `${words}\n\n${change.diff}`,
    binding: bindingOf([asked, bench.profile, origin, change]),
  };
}

/** Everything that the image has and the base commit has not. */
async function changeAt(bench: BoardWork, commit: string): Promise<{ told: string[]; diff: string }> {
  const { baseCommit } = bench.loaded;
  const base = baseCommit.slice(0, 12);
  const diff = await diffBetween(bench.paths.clone, baseCommit, commit);
  if (!diff.ok)
    return { told: [`the change cannot be shown: ${oneLine(inEnglish(diff.error.message))}`], diff: '' };
  if (diff.value === '') return { told: [`built without any change, from commit ${base}`], diff: '' };
  return { told: [`all that was changed since commit ${base}:`], diff: diff.value };
}

/** What the run may do beyond the one write that is asked for. */
const runsBounds = (profile: Profile): string[] => [
  ...('flashesPerRun' in profile ? [`at most ${profile.flashesPerRun} writes in this run`] : []),
  ...(profile.kind === 'board'
    ? [`when the run is over, the board holds ${AT_END_WORDS[profile.atEnd]}`]
    : []),
];

const AT_END_WORDS: Readonly<Record<AtEnd, string>> = {
  last: 'what was tested last',
  'last-good': 'the last good image',
  'as-found': 'what it held before',
  none: 'no program',
};
