import { NOTICE } from '../../../shared/events.js';
import type { AtEnd } from '../../../shared/profile/board.js';
import type { Profile } from '../../../shared/profile.js';
import { inLines, inOneLine, type Message, nested, text, type Words } from '../../../shared/texts/words.js';
import { visibleName } from '../../../shared/visible-text.js';
import type { FlashAsked } from '../../bench/environment.js';
import { bindingOf } from '../../engine/binding.js';
import type { Asking } from '../../engine/tool.js';
import type { WorkIo } from '../../engine/work-io.js';
import { saidDrivesNothing } from '../../lab/boards/drives.js';
import { envelopeEnds } from '../../lab/boards/envelope.js';
import { diffBetween } from '../../workspace/patch.js';
import { type BoardWork, boardName } from './board-work.js';
import { describeFlash } from './describe-flash.js';
import { isOfRepository } from './profile-of-repository.js';

/** Images that this run did not build: proven good before it, found on the board, or without a program. */
export const SOURCES = ['last-good', 'as-found', 'empty'] as const;

/** Where an image comes from. */
export type Origin =
  /** Built by this run at a commit, or a tree, of its clone; `base` is what it is compared with, by default the task's commit. */
  | { commit: string; base?: string | undefined }
  | { source: (typeof SOURCES)[number] }
  /** Built by another run of ours. */
  | { run: string }
  /** A file that no build of ours made: its path in the clone, and when it was written. */
  | { file: string; written: string };

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
    ? envelopeQuestion(work, io, asked, terms)
    : await imageQuestion(work, asked, origin, terms.why);
  return { kind: 'flash-agreed', ...question };
}

/** `said`: the person's own word that the board drives nothing, where it is not the profile's; what rests on it ends with it. */
type Terms = { offered: true; ends: Ends; said: string | null } | { offered: false; why: Words };
type Ends = { count: number; why: string | null };

/** Whether one answer may cover more than one image, or why not. */
async function envelopeFor(bench: BoardWork, io: FlashIo, asked: FlashAsked, origin: Origin): Promise<Terms> {
  if (!('commit' in origin)) return { offered: false, why: text`this run did not build the image` };
  if (asked.alwaysAsk) return { offered: false, why: text`the flash cannot be undone, or erases everything` };
  const board = boardName(bench);
  const said = drivesNothing(bench, io, board);
  if (!said.nothing)
    return {
      offered: false,
      why: text`the board may drive actuators; if it drives nothing, say so once: benchloop boards drives ${board} nothing`,
    };
  const ends = await envelopeEnds(bench.home, io.run);
  return ends.ok
    ? { offered: true, ends: ends.value, said: said.by }
    : { offered: false, why: ends.error.message };
}

/** Said by the person's profile, or by the person of this one board. */
function drivesNothing(
  bench: BoardWork,
  io: FlashIo,
  board: string,
): { nothing: boolean; by: string | null } {
  const known = saidDrivesNothing(bench.home, board);
  if (known.is === 'void') io.progress(NOTICE, known.why);
  if (known.is === 'genuine') return { nothing: true, by: known.binding };
  if (!('drives' in bench.profile) || bench.profile.drives !== 'nothing') return { nothing: false, by: null };
  if (bench.loaded === null || !isOfRepository(bench.loaded)) return { nothing: true, by: null };
  io.progress(NOTICE, notTheirWord(board));
  return { nothing: false, by: null };
}

const notTheirWord = (board: string): Words =>
  text`the profile lies in the repository, so its \`drives: nothing\` does not count; if it is true, say so yourself: benchloop boards drives ${board} nothing`;

type Question = Omit<Asking, 'kind'>;

function envelopeQuestion(
  { policy, profile }: BoardWork,
  io: FlashIo,
  asked: FlashAsked,
  { ends, said }: Pick<Extract<Terms, { offered: true }>, 'ends' | 'said'>,
): Question {
  const { flashesPerGrant: uses, grantSec } = policy;
  const { image: _, ...lasting } = asked;
  const minutes = Math.round(grantSec / 6) / 10;
  return {
    question: text`Let this run flash ${asked.board}, at most ${uses} times within ${minutes} min?`,
    subject: inLines(
      ...describeFlash(asked, profile.id),
      ...runsBounds(profile),
      text`the approval covers images that this run builds: at most ${uses} flashes within ${minutes} min`,
      text`the approval ends at the first fault, hang or unexpected read-back`,
      ...(ends.why === null ? [] : [inOneLine(text`the earlier approval has ended: ${nested(ends.why)}`)]),
    ),
    binding: bindingOf([lasting, profile, io.run, ends.count, ...(said === null ? [] : [said])]),
    parts: { ...partsOf(asked, profile), images: 'built', faults: String(ends.count) },
    grant: { uses, ms: grantSec * 1000 },
  };
}

async function imageQuestion(
  bench: BoardWork,
  asked: FlashAsked,
  origin: Origin,
  why: Words,
): Promise<Question> {
  const change = await changeOf(bench, origin);
  const words = inLines(
    ...describeFlash(asked, bench.profile.id, writerOf(origin)),
    ...runsBounds(bench.profile),
    inOneLine(text`each image needs its own approval: ${nested(why)}`),
    ...change.note,
  );
  return {
    question: text`Flash ${asked.board} with this image?`,
    subject: change.diff === '' ? words : text`${nested(words)}\n\n${change.diff}`,
    binding: bindingOf([asked, bench.profile, origin, bench.loaded?.baseCommit ?? null, change.diff]),
    parts: {
      ...partsOf(asked, bench.profile),
      images: 'one',
      image: asked.image,
      change: bindingOf(change.diff),
    },
  };
}

/** To compare approvals by. */
const partsOf = (
  { board, chip, serial, regions, erase }: FlashAsked,
  profile: Profile,
): Record<string, string> => ({
  board: `${board} ${serial ?? ''}`.trim(),
  chip: chip ?? '',
  regions: bindingOf([regions, erase]).slice(0, 16),
  profile: bindingOf(profile).slice(0, 16),
});

/** Who made an image that no build of ours did. */
function writerOf(origin: Origin): Words | undefined {
  if ('source' in origin) return SOURCE_WORDS[origin.source];
  return 'file' in origin
    ? text`the file ${JSON.stringify(visibleName(origin.file))} in the session's own copy, last written ${origin.written}`
    : undefined;
}

interface Change {
  note: Words[];
  diff: string;
}

/** Everything that the image has and the base commit has not. */
async function changeOf({ loaded, paths }: BoardWork, origin: Origin): Promise<Change> {
  if ('run' in origin) return { note: [text`built by run ${origin.run}`], diff: '' };
  if (!('commit' in origin)) return { note: [], diff: '' };
  const from = origin.base ?? loaded?.baseCommit;
  if (from === undefined) return { note: [], diff: '' };
  const base = from.slice(0, 12);
  const diff = await diffBetween(paths.clone, from, origin.commit);
  if (!diff.ok)
    return { note: [inOneLine(text`the change cannot be shown: ${nested(diff.error.message)}`)], diff: '' };
  if (diff.value === '') return { note: [text`built without any change, from commit ${base}`], diff: '' };
  return { note: [text`all changes since commit ${base}:`], diff: diff.value };
}

/** What the run may do beyond the one write that is asked for. */
const runsBounds = (profile: Profile): Message[] => [
  ...('flashesPerRun' in profile ? [text`at most ${profile.flashesPerRun} writes in this run`] : []),
  ...(profile.kind === 'board' ? [AT_END_WORDS[profile.atEnd]] : []),
];

const AT_END_WORDS: Readonly<Record<AtEnd, Message>> = {
  last: text`after the run, the board holds the image that was tested last`,
  'last-good': text`after the run, the board holds the last good image`,
  'as-found': text`after the run, the board holds its earlier content`,
  none: text`after the run, the board holds no program`,
};

const SOURCE_WORDS: Readonly<Record<(typeof SOURCES)[number], Message>> = {
  'last-good': text`the last image that was proven good on the board before this run`,
  'as-found': text`the board's content before this run`,
  empty: text`Benchloop: an empty image, no program`,
};
