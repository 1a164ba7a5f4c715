import { fail, ok, type Problem } from '../../shared/problem.js';
import type { Role } from '../../shared/role.js';
import type { AskModel } from '../agents/model.js';
import type { Seats } from '../agents/openai/provider.js';
import type { Playing } from '../agents/playing.js';
import type { EffectIo } from '../engine/effect.js';
import type { KitParts, RehearsalParts } from './parts.js';

/** Who answers in a replay: the recorded replies, for each role that rules did not play. */
export function replayedSeats(
  { ask, name, isSpent }: Pick<RehearsalParts, 'ask' | 'name' | 'isSpent'>,
  playing: Playing,
): Seats {
  const player = (role: Role) => playing.roles[role] ?? playing.provider;
  const of = (role: Role) => (player(role) === 'rules' ? null : ask);
  // no other model was asked where the visit has no further reply
  const another: AskModel = async (question, io) => (isSpent(io.visit) ? fail(NO_OTHER) : ask(question, io));
  const other = (role: Role) => (player(role) === 'rules' ? null : another);
  return { of, other, provider: player, name: (role) => name(role) ?? player(role) };
}

const NO_OTHER: Problem = { code: 'MODEL_FAILURE', message: 'the cassette has no further reply' };

/** What a kit's bench is opened with in a replay: nothing of this computer but the product's own files. */
export const replayedParts = (home: string, wasmDir: string): KitParts => ({
  ...{ home, wasmDir, env: {}, now: () => 0, profileDirs: [] },
  children: { started: () => undefined, ended: () => undefined },
  runs: () => ({
    list: () => ({ runs: [] }),
    show: () => fail({ code: 'RUN_NOT_FOUND', message: 'a replay has no runs' }),
    withheld: () => () => true,
  }),
});

const never = async () => fail({ code: 'USAGE', message: 'a replay calls nothing' } as const);

/** Every question is answered with yes, because nothing comes of it. */
export const replayedIo = (node: string, state: string, seq: number): EffectIo => ({
  ...{ run: 'replay', node, signal: new AbortController().signal, state, seq },
  progress: () => undefined,
  console: () => undefined,
  unsafe: () => () => undefined,
  standStill: () => () => undefined,
  operationId: (kind) => `replay.${seq}.${kind}`,
  call: never,
  callOrHold: never,
  needs: async () => null,
  allow: async () => ok(undefined),
  undo: never,
  ask: async () => 'no',
  askInWords: async () => '',
  child: never,
  followUp: never,
  dispatch: never,
  receive: () => new Promise(() => undefined),
  isAttended: () => false,
});
