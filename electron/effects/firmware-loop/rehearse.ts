import path from 'node:path';
import { fail, ok, type Result } from '../../../shared/problem.js';
import type { ExecResult } from '../../../shared/process.js';
import type { Role } from '../../../shared/role.js';
import { grammarIn } from '../../agents/c/grammar.js';
import { createModelProvider } from '../../agents/openai/provider.js';
import type { Trial } from '../../agents/provider.js';
import type { EffectIo } from '../../engine/effect.js';
import type { RehearsalParts, Rehearse } from '../parts.js';
import type { FirmwareBench } from './bench.js';
import { firmwareKit } from './kit.js';
import { openBench } from './open-bench.js';
import { RunHeaderSchema } from './start/run-header.js';

/** The states in which somebody judges: their events follow from replies. */
const JUDGEMENTS: readonly string[] = ['CODE_ANALYSIS', 'PATCH_GENERATION', 'RESULT_ANALYSIS'];

/** Plays the judgements of a run again: the real effects, on a bench where nothing is built, run or sent. */
export const rehearseFirmwareLoop: Rehearse = async (parts) => {
  const bench = await replayedBench(parts);
  if (!bench.ok) return bench;
  return ok({
    judge: async ({ state, context, seq }) => {
      const effect = JUDGEMENTS.includes(state) ? firmwareKit.effects[state] : undefined;
      return effect ? effect(context, bench.value, replayedIo(state, seq)) : null;
    },
  });
};

async function replayedBench({
  dir,
  wasmDir,
  header,
  ask,
  name,
  isLast,
}: RehearsalParts): Promise<Result<FirmwareBench>> {
  const stored = RunHeaderSchema.safeParse(header);
  if (!stored.success)
    return fail({
      code: 'USAGE',
      message: 'the cassette lacks what its run began with; its judgements cannot be replayed',
    });
  const byRules = { ...stored.data, provider: 'rules' as const, roles: {} };
  const children = { started: () => undefined, ended: () => undefined };
  const home = path.join(dir, 'home');
  const opened = await openBench({ home, dir, header: byRules, children, wasmDir, env: {}, now: () => 0 });
  if (!opened.ok) return opened;
  await opened.value.nextRuns.close();
  const exec: FirmwareBench['exec'] = async () => NOT_RUN;
  const player = (role: Role): string => stored.data.roles[role] ?? stored.data.provider;
  const askOf = (role: Role) => (player(role) === 'rules' ? null : ask);
  const seats = {
    of: askOf,
    other: askOf,
    provider: player,
    name: (role: Role) => name(role) ?? player(role),
  };
  const provider = createModelProvider({
    ...{ seats, fallback: opened.value.rules, grammar: grammarIn(wasmDir) },
  });
  const trial = (): Trial => ({ applies: true, refused: null, test: null, build: isLast() ? BUILT : BROKEN });
  return ok({ ...opened.value, exec, provider, trial });
}

const NOTHING = new Uint8Array();
const NOT_RUN: ExecResult = {
  ended: 'not-found',
  ...{ exitCode: null, signal: null, durationMs: 0, stdout: NOTHING, stderr: NOTHING },
};

const BUILT = {
  ...{ success: true, exit_code: 0, timed_out: false, diagnostics: [], artifacts: [], duration_ms: 0 },
};
const BROKEN = { ...BUILT, success: false, exit_code: 1 };

const never = async () => fail({ code: 'USAGE', message: 'a replay calls nothing' } as const);

/** Every question is answered with yes, because nothing comes of it. */
const replayedIo = (state: string, seq: number): EffectIo => ({
  ...{ run: 'replay', node: 'main', signal: new AbortController().signal, state, seq },
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
