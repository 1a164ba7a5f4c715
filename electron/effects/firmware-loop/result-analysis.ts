import type { Decision } from '../../../shared/judgement.js';
import { ok } from '../../../shared/problem.js';
import type { Provenance } from '../../../shared/provenance.js';
import { inEnglish, joined, type Message, nested, text, type Words } from '../../../shared/texts/words.js';
import type { EffectIo } from '../../engine/effect.js';
import { assess, differsFromBase, heldOutFailedBefore } from '../../machine/firmware-loop/assess.js';
import { conflictIn } from '../../machine/firmware-loop/conflict.js';
import type { FirmwareContext } from '../../machine/firmware-loop/context.js';
import { believe, doubtWords } from '../../tools/believe.js';
import { changesBetween } from '../../workspace/change.js';
import { doubtsOf } from '../../workspace/doubts.js';
import { diffBetween } from '../../workspace/patch.js';
import { asksModels } from './asks-models.js';
import type { FirmwareBench } from './bench.js';
import { patchRules } from './build/work-tree.js';
import { providerOf } from './code-analysis.js';
import { gatherEvidence } from './results/evidence.js';
import { provenanceOfPass } from './results/provenance.js';

/** RESULT_ANALYSIS: facts and decision by code (seed §5.14); the provider is asked where facts contradict each other. */
export const resultAnalysis = asksModels(async (ctx, bench, io) => {
  const facts = assess(ctx);
  const conflict = conflictIn(ctx.last_test_result, facts);
  const decided =
    conflict === null
      ? ok(facts.byRules)
      : await providerOf(ctx, bench).decide(await gatherEvidence(ctx, bench), { ...facts, conflict }, io);
  const evidence = ctx.last_test_result?.artifacts.map((a) => a.path) ?? [];
  if (!decided.ok)
    return { type: 'decision_failed', reason: decided.error.message, evidence, problem: decided.error };
  const judged = withBasis(decided.value, facts.byRules);
  const { why, provenance } = await lookedAt(ctx, bench, io, judged);
  const decision = why === null ? judged : disbelieved(why);
  const { status, next_action, reasoning } = decision;
  return {
    type: 'decision_produced',
    reason: text`${status} → ${next_action} (${sureness(decision)}): ${nested(reasoning)}`,
    evidence,
    decision,
    ...(provenance && { provenance }),
  };
});

/** What comes of a closer look at a pass; `why` says that a person does not believe it. */
interface Look {
  why: Words | null;
  provenance: Provenance | null;
}

/**
 * Finds out who wrote the verdicts of a pass, and asks a person where the patched code may have told them itself, or knows the visible
 * cases. What is not taken for sure anyway is not looked at.
 */
async function lookedAt(
  ctx: FirmwareContext,
  bench: FirmwareBench,
  io: EffectIo,
  { status, confidence }: Decision,
): Promise<Look> {
  const at = ctx.repo_snapshot;
  const isSure = ctx.choosing === null || confidence >= ctx.policy.successConfidence;
  if (status !== 'PASS' || !isSure || at === null || !differsFromBase(ctx))
    return { why: null, provenance: null };
  const { base_commit: from, current_commit: to } = at;
  const files = await changesBetween(bench.paths.clone, { from, to });
  const provenance = await provenanceOfPass(ctx, bench, io, files);
  const { output, values, macros, handlers } = await doubtsOf(
    bench.paths.clone,
    files,
    patchRules(ctx, bench),
  );
  const doubts = {
    output: provenance?.by === 'checked' ? [] : output,
    // cases that the patch could not know speak for it
    values: heldOutFailedBefore(ctx) > 0 ? [] : values,
    writers: provenance?.writers ?? [],
    ...{ macros, handlers },
  };
  const words = doubtWords(doubts);
  if (words.length === 0) return { why: null, provenance };
  const diff = await diffBetween(bench.paths.clone, from, to);
  if (!diff.ok) throw new Error(inEnglish(diff.error.message));
  const args = { ...doubts, patch: diff.value, risk: ctx.patch?.metadata.risk ?? 0 };
  const allowed = await io.allow(believe, args, null);
  return { why: allowed.ok ? null : joined(...words), provenance };
}

/** Taken back, as what made things worse. */
const disbelieved = (why: Words): Decision => ({
  status: 'FAIL',
  next_action: 'ROLLBACK',
  confidence: 1,
  reasoning: text`a person does not believe this pass: ${nested(why)}`,
});

/** How sure a pass is, code counts; a provider’s own word is taken only where there are no figures. */
function withBasis(decision: Decision, { basis }: Decision): Decision {
  if (decision.status !== 'PASS' || !basis) return decision;
  const counts = basis.calibrated || basis.value < decision.confidence;
  return { ...decision, basis, confidence: counts ? basis.value : decision.confidence };
}

function sureness({ confidence, basis }: Decision): Message {
  if (!basis) return text`confidence ${confidence}`;
  const { calibrated, counted, parts } = basis;
  if (!calibrated || !counted) return text`confidence ${confidence}, uncalibrated`;
  const share = text`${counted.right} of ${counted.n} such patches were right`;
  const why = parts.length > 0 ? text`${share}: ${nested(parts.join('; '))}` : share;
  return text`confidence ${confidence}, ${why}`;
}
