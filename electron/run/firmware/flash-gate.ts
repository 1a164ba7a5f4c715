import { createHash } from 'node:crypto';
import type { Profile } from '../../../shared/profile.js';
import type { FirmwareContext } from '../../machine/firmware-loop/context.js';
import type { EffectIo } from '../engine/effect.js';
import type { FirmwareBench } from './bench.js';
import type { Subject } from './session.js';

/** What an approval of a flash covers, beside the images that this run builds. */
export interface FlashScope {
  /** The board, as a person knows it. */
  board: string;
  regions: readonly { name: string; start: number; size: number }[];
  erase: 'pages' | 'all' | 'as the script does';
  /** What was never read cannot be put back. */
  reversible: boolean;
  /** Never covered by an earlier yes: fuses, anti-rollback, erase-all. */
  alwaysAsk: boolean;
}

/** What flashing through this profile touches; null where nothing is flashed. */
export function flashScope(profile: Profile): FlashScope | null {
  switch (profile.kind) {
    case 'qemu':
    case 'host':
      return null;
    case 'script':
      return profile.flash === undefined
        ? null
        : {
            board: profile.title,
            regions: [],
            erase: 'as the script does',
            reversible: false,
            alwaysAsk: false,
          };
  }
}

/**
 * A person lets this run flash this board: once, for the images that the run builds, within the bounds of the policy
 * (design §3, session). Another board, other regions, or a changed profile is another question. False: the answer was no.
 */
export async function mayFlash(
  ctx: FirmwareContext,
  bench: FirmwareBench,
  io: EffectIo,
  subject: Subject,
): Promise<boolean> {
  const scope = flashScope(bench.profile);
  if (scope === null) return true;
  const { flashesPerGrant, grantSec } = bench.policy;
  const covered = scope.alwaysAsk ? [scope, bench.profile, subject.image] : [scope, bench.profile, ctx.run];
  const answer = await io.ask({
    kind: 'flash',
    scope: 'flash',
    question: scope.alwaysAsk
      ? `Flash ${scope.board} with this image?`
      : `Let this run flash ${scope.board}, at most ${flashesPerGrant} times within ${grantSec / 3600} h?`,
    subject: describe(scope, bench, subject),
    binding: createHash('sha256').update(JSON.stringify(covered)).digest('hex'),
    ...(scope.alwaysAsk ? {} : { grant: { uses: flashesPerGrant, ms: grantSec * 1000 } }),
  });
  return answer === 'yes';
}

const hex = (n: number): string => `0x${n.toString(16).padStart(8, '0')}`;

const describe = (scope: FlashScope, bench: FirmwareBench, subject: Subject): string =>
  [
    `board: ${scope.board} (profile ${bench.profile.id})`,
    `image: ${subject.imagePath ?? 'none'}, SHA-256 ${subject.image}`,
    ...scope.regions.map((r) => `region: ${r.name}, ${hex(r.start)} to ${hex(r.start + r.size - 1)}`),
    `erase: ${scope.erase}`,
    ...(bench.profile.kind === 'script'
      ? [`command: ${JSON.stringify(bench.profile.flash?.command)}, not confined`]
      : []),
    scope.reversible
      ? 'what the board holds now is saved first'
      : 'IRREVERSIBLE: what the board holds now cannot be saved',
  ].join('\n');

/** The run ends where its board may not be flashed. */
export const flashDeclined = {
  type: 'abort',
  reason: 'flashing was not approved',
  evidence: [],
} as const;
