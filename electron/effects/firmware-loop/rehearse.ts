import path from 'node:path';
import { ok, type Result } from '../../../shared/problem.js';
import type { ExecResult } from '../../../shared/process.js';
import { grammarIn } from '../../agents/c/grammar.js';
import { createModelProvider } from '../../agents/openai/provider.js';
import type { Trial } from '../../agents/provider.js';
import { lacksHeader, lacksSources, type RehearsalParts, type Rehearse } from '../parts.js';
import { replayedIo, replayedParts, replayedSeats } from '../rehearsing.js';
import type { FirmwareBench } from './bench.js';
import { firmwareKit } from './kit.js';
import { openBench } from './open-bench.js';
import { RunHeaderSchema } from './start/run-header.js';

/** The states in which somebody judges: their events follow from replies. */
const JUDGEMENTS: readonly string[] = ['CODE_ANALYSIS', 'PATCH_GENERATION', 'RESULT_ANALYSIS'];

/** Plays the judgements of a run again: the real effects, on a bench where nothing is built, run or sent. */
export const rehearseFirmwareLoop: Rehearse = async (parts) => {
  if (!parts.hasSource) return lacksSources;
  const bench = await replayedBench(parts);
  if (!bench.ok) return bench;
  return ok({
    // a coder is asked again where its edits do not build, which a replay does not do
    isExact: () => false,
    judge: async ({ state, context, seq }) => {
      const effect = JUDGEMENTS.includes(state) ? firmwareKit.effects[state] : undefined;
      return effect ? effect(context, bench.value, replayedIo(parts.node, state, seq)) : null;
    },
    close: async () => undefined,
  });
};

/** A bench on which nothing is built, run or sent. Errors: USAGE where the header is none of a run. */
export async function replayedBench({
  dir,
  wasmDir,
  header,
  ask,
  name,
  isLast,
  isSpent,
}: RehearsalParts): Promise<Result<FirmwareBench>> {
  const stored = RunHeaderSchema.safeParse(header);
  if (!stored.success) return lacksHeader;
  // nothing is run: no confinement is tried either
  const policy = { ...stored.data.policy, confinement: 'none' as const };
  const byRules = { ...stored.data, policy, provider: 'rules' as const, roles: {} };
  const home = path.join(dir, 'home');
  const opened = await openBench({ ...replayedParts(home, wasmDir), dir, header: byRules });
  if (!opened.ok) return opened;
  await opened.value.nextRuns.close();
  const exec: FirmwareBench['exec'] = async () => NOT_RUN;
  const seats = replayedSeats({ ask, name, isSpent }, stored.data);
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
