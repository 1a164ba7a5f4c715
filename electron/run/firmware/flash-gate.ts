import { createHash } from 'node:crypto';
import type { Problem } from '../../../shared/problem.js';
import type { AtEnd } from '../../../shared/profile/board.js';
import { TRIED_NOTES } from '../../../shared/profile/tried.js';
import type { Profile } from '../../../shared/profile.js';
import type { FlashAsked } from '../../bench/environment.js';
import type { EffectIo } from '../engine/effect.js';
import type { FirmwareBench, FirmwareOutcome } from './bench.js';

/**
 * A person lets this run flash this board: once, for the images that the run builds, within the bounds of the policy
 * (design §3, session). Another board, other regions, or a changed profile is another question; a board with fuses or
 * anti-rollback is asked for each image. False: the answer was no.
 */
export async function mayFlash(bench: FirmwareBench, io: EffectIo, asked: FlashAsked): Promise<boolean> {
  const { flashesPerGrant, grantSec } = bench.policy;
  const { image, ...lasting } = asked;
  const covered = asked.alwaysAsk ? [asked, bench.profile] : [lasting, bench.profile, io.run];
  const answer = await io.ask({
    kind: 'flash-agreed',
    scope: 'flash',
    question: asked.alwaysAsk
      ? `Flash ${asked.board} with this image?`
      : `Let this run flash ${asked.board}, at most ${flashesPerGrant} times within ${grantSec / 3600} h?`,
    subject: [describeFlash(asked, bench.profile.id), ...runsBounds(bench.profile)].join('\n'),
    binding: createHash('sha256').update(JSON.stringify(covered)).digest('hex'),
    ...(asked.alwaysAsk ? {} : { grant: { uses: flashesPerGrant, ms: grantSec * 1000 } }),
  });
  return answer === 'yes';
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

const hex = (n: number): string => `0x${n.toString(16).padStart(8, '0')}`;

/** What is agreed to, line by line. */
export const describeFlash = (asked: FlashAsked, profile: string): string =>
  [
    `board: ${asked.board}`,
    `profile: ${profile}`,
    ...(asked.chip === null ? [] : [`chip: ${asked.chip}`]),
    ...(asked.serial === null ? [] : [`serial number: ${asked.serial}`]),
    `image: SHA-256 ${asked.image}`,
    ...asked.regions.map((r) => `region: ${r.name}, ${hex(r.start)} to ${hex(r.start + r.size - 1)}`),
    `erase: ${asked.erase}`,
    ...(asked.command === undefined ? [] : [`command, not confined: ${JSON.stringify(asked.command)}`]),
    asked.irreversible === null
      ? 'what the board holds now is kept first'
      : `IRREVERSIBLE: ${asked.irreversible}`,
    ...TRIED_NOTES[asked.tried],
  ].join('\n');

/** The run ends where its board may not be flashed. */
export const flashDeclined = ({ message }: Problem): FirmwareOutcome => ({
  type: 'abort',
  reason: `flashing was not approved: ${message}`,
  evidence: [],
});
