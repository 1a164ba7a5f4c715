import { createHash } from 'node:crypto';
import { NOTICE } from '../../../../shared/events.js';
import type { Problem } from '../../../../shared/problem.js';
import type { AtEnd } from '../../../../shared/profile/board.js';
import type { Profile } from '../../../../shared/profile.js';
import type { FlashAsked } from '../../../bench/environment.js';
import type { EffectIo, Question } from '../../../engine/effect.js';
import { saidDrivesNothing } from '../../../lab/boards/drives.js';
import { envelopeEnds } from '../../../lab/boards/envelope.js';
import { describeFlash, type Origin, oneLine } from '../../../tools/describe-flash.js';
import { diffBetween } from '../../../workspace/patch.js';
import type { FirmwareBench, FirmwareOutcome } from '../bench.js';
import { isOfRepository } from './profile-of-repository.js';

/** What of a run the question is about. */
export type FlashBench = Pick<FirmwareBench, 'home' | 'policy' | 'profile' | 'board'> & {
  loaded: Pick<FirmwareBench['loaded'], 'task' | 'file' | 'repoRoot' | 'baseCommit'>;
  paths: Pick<FirmwareBench['paths'], 'clone'>;
};
type FlashIo = Pick<EffectIo, 'run' | 'ask' | 'progress'>;

/**
 * A person lets this run write to this board (design §3, session). Where the board drives nothing, one answer is an envelope:
 * this board, these regions, the images that the run builds, within the bounds of the policy, until the board first does
 * something else than expected. Otherwise each image is asked for, with what changed. False: the answer was no.
 */
export async function mayFlash(
  bench: FlashBench,
  io: FlashIo,
  asked: FlashAsked,
  origin: Origin,
): Promise<boolean> {
  const terms = await envelopeFor(bench, io, asked, origin);
  const question = terms.offered
    ? envelopeQuestion(bench, io, asked, terms.ends)
    : await imageQuestion(bench, asked, origin, terms.why);
  return (await io.ask({ kind: 'flash-agreed', scope: 'flash', ...question })) === 'yes';
}

/** The name under which a board's writes are counted; one that only a script knows goes by its profile. */
export const boardName = ({ board, profile }: Pick<FirmwareBench, 'board' | 'profile'>): string =>
  board?.target.id ?? profile.id;

type Terms = { offered: true; ends: { count: number; why: string | null } } | { offered: false; why: string };

/** Whether one answer may cover more than one image, or why not. */
async function envelopeFor(
  bench: FlashBench,
  io: FlashIo,
  asked: FlashAsked,
  origin: Origin,
): Promise<Terms> {
  if (!('commit' in origin)) return { offered: false, why: 'this run did not build it' };
  if (asked.alwaysAsk) return { offered: false, why: 'what it does cannot be undone, or erases all' };
  const board = boardName(bench);
  if (!drivesNothing(bench, io, board))
    return {
      offered: false,
      why: `the board may drive actuators; if it drives nothing, say so once: benchloop boards drives ${board} nothing`,
    };
  const ends = await envelopeEnds(bench.home, io.run);
  return ends.ok ? { offered: true, ends: ends.value } : { offered: false, why: ends.error.message };
}

/** Said by the person's profile, or by the person of this one board. */
function drivesNothing(bench: FlashBench, io: FlashIo, board: string): boolean {
  const known = saidDrivesNothing(bench.home, board);
  if (known.is === 'void') io.progress(NOTICE, known.why);
  if (known.is === 'genuine') return true;
  if (!('drives' in bench.profile) || bench.profile.drives !== 'nothing') return false;
  if (!isOfRepository(bench.loaded)) return true;
  io.progress(NOTICE, 'the profile lies in the repository: that the board drives nothing is for you to say');
  return false;
}

type Asking = Pick<Question, 'question' | 'subject' | 'binding' | 'grant'>;

function envelopeQuestion(
  { policy, profile }: FlashBench,
  io: FlashIo,
  asked: FlashAsked,
  ends: { count: number; why: string | null },
): Asking {
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
    binding: hashOf([lasting, profile, io.run, ends.count]),
    grant: { uses, ms: grantSec * 1000 },
  };
}

async function imageQuestion(
  bench: FlashBench,
  asked: FlashAsked,
  origin: Origin,
  why: string,
): Promise<Asking> {
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
    binding: hashOf([asked, bench.profile, origin, change]),
  };
}

/** Everything that the image has and the base commit has not. */
async function changeAt(bench: FlashBench, commit: string): Promise<{ told: string[]; diff: string }> {
  const { baseCommit } = bench.loaded;
  const base = baseCommit.slice(0, 12);
  const diff = await diffBetween(bench.paths.clone, baseCommit, commit);
  if (!diff.ok) return { told: [`the change cannot be shown: ${oneLine(diff.error.message)}`], diff: '' };
  if (diff.value === '') return { told: [`built without any change, from commit ${base}`], diff: '' };
  return { told: [`all that was changed since commit ${base}:`], diff: diff.value };
}

const hashOf = (covered: unknown): string =>
  createHash('sha256').update(JSON.stringify(covered)).digest('hex');

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

/** The run ends where its board may not be flashed. */
export const flashDeclined = ({ message }: Problem): FirmwareOutcome => ({
  type: 'abort',
  reason: `flashing was not approved: ${message}`,
  evidence: [],
});
