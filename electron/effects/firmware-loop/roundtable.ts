import * as z from 'zod';
import type { Choice } from '../../../shared/choice.js';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import { RoundSchema, type RoundtableOutcome } from '../../../shared/roundtable.js';
import { inEnglish, nested, text, type Words } from '../../../shared/texts/words.js';
import type { EffectIo } from '../../engine/effect.js';
import type { FirmwareContext, Searched } from '../../machine/firmware-loop/context.js';
import { diagnosisDue } from '../../machine/firmware-loop/diagnosis.js';
import type { FirmwareBench } from './bench.js';
import type { FirmwareHeader } from './start/run-header.js';

/**
 * A proposal goes through a roundtable where the task has checks, or somebody else than rules reviews or tests by name. Prints that
 * are taken back anyway do not.
 */
export function wantsRoundtable(ctx: FirmwareContext, bench: FirmwareBench): boolean {
  const { lint, unit } = bench.loaded.task.checks;
  const { roles } = playing(ctx, bench);
  const named = [roles.REVIEWER, roles.TESTER].some((player) => player !== undefined && player !== 'rules');
  return !diagnosisDue(ctx) && (lint.length + unit.length > 0 || named);
}

/** Where the loop has fallen back to rules, so does its roundtable. */
function playing(
  ctx: FirmwareContext,
  { header }: FirmwareBench,
): Pick<FirmwareHeader, 'provider' | 'roles'> {
  return ctx.analysis_modes[ctx.analysis_mode] === 'rules' ? { provider: 'rules', roles: {} } : header;
}

interface Diagnosed {
  patch: string;
  rationale: string;
  /** What the search found; the proposal itself may be among them. */
  choices: readonly Choice[];
}

/** What a roundtable approved, and what its own searches took. */
interface Approved {
  patch: string;
  rationale: string;
  searched: Searched;
}

/**
 * Has coder, reviewer and tester work in the run's own journal; the diagnosis's edit is the coder's first proposal. Errors:
 * MODEL_FAILURE where a provider failed or a reply could not be read, ANALYSIS_FAILURE where nothing was approved.
 */
export async function atRoundtable(
  ctx: FirmwareContext,
  bench: FirmwareBench,
  io: EffectIo,
  diagnosed: Diagnosed,
): Promise<Result<Approved>> {
  io.progress('ROUNDTABLE');
  const header = headerFor(ctx, bench, diagnosed);
  const end = await io.child({ kind: 'roundtable', machine: 'coordinator', goal: ctx.goal, header });
  if (!end.ok) return end;
  const { ending, context } = end.value;
  if (ending.status !== 'approved') return fail(unapproved(ending.status, ending.reason));
  const { patch, rounds, known } = EndSchema.parse(context);
  const last = rounds.at(-1)?.proposal.rationale ?? '';
  const searched = {
    ms: known.searched.ms - ctx.searched.ms,
    trials: known.searched.trials - ctx.searched.trials,
  };
  return ok({ patch, rationale: inEnglish(last), searched });
}

/** What is read of a roundtable that approved something. */
const EndSchema = z.looseObject({
  patch: z.string(),
  rounds: z.array(RoundSchema),
  known: z.looseObject({ searched: z.object({ ms: z.number(), trials: z.number() }) }),
});

function headerFor(ctx: FirmwareContext, bench: FirmwareBench, { patch, rationale, choices }: Diagnosed) {
  const { provider, roles } = playing(ctx, bench);
  const coder = roles.CODER ?? provider;
  const weighed = choices.find((choice) => choice.patch === patch)?.flags ?? [];
  const others = choices.filter((choice) => choice.patch !== patch);
  return {
    loop: { ...bench.header, provider, roles },
    mode: 'implementation',
    parent: {
      ...{ clone: bench.paths.clone, artifacts: bench.paths.artifacts, known: ctx },
      first: {
        by: { name: coder, isModel: coder !== 'rules' && coder !== 'mock' },
        patch,
        rationale,
        weighed,
      },
      next: others.map(({ patch: other, what, flags }) => ({ patch: other, what, flags })),
    },
  };
}

/** Ends that say something of the models, not of the patch. */
const OF_MODELS: ReadonlySet<string> = new Set<RoundtableOutcome>([
  'review_schema_invalid',
  'tester_schema_invalid',
  'provider_network_error',
  'provider_timeout',
  'provider_auth_error',
  'provider_not_found',
  'provider_permission_denied',
]);

const unapproved = (outcome: string, reason: Words): Problem => ({
  code: OF_MODELS.has(outcome) ? 'MODEL_FAILURE' : 'ANALYSIS_FAILURE',
  message: text`the roundtable ended with ${outcome}: ${nested(reason)}`,
});
