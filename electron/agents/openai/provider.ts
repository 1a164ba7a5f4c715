import type { Analysis, AnalysisMode, Decision, Proposal } from '../../../shared/judgement.js';
import { describeProblem, ok, type Problem, type Result } from '../../../shared/problem.js';
import type { Role } from '../../../shared/role.js';
import { inEnglish } from '../../../shared/texts/words.js';
import type { CGrammar } from '../c/grammar.js';
import type { Asker } from '../judgement/structured.js';
import type { AskModel, Models } from '../model.js';
import type { JudgeIo, Provider } from '../provider.js';
import { randomId } from './untrusted.js';

/** The models of a run, with what the loop falls back to. */
export interface Seats extends Models {
  /** What answers for a role, for people. */
  name(role: Role): string;
}

interface ModelProviderOptions {
  seats: Seats;
  /** Judges where no model can: in mode `rules`, and where the other model fails as well. */
  fallback: Provider;
  /** The C parser: what a model is shown is chosen function by function. */
  grammar(): Promise<Result<CGrammar>>;
  /** Makes the id that marks data in a request; random unless given. */
  newId?: () => string;
}

/** Each is loaded by the first run that asks a model. */
const judgements = {
  analyse: () => import('../judgement/analyse.js'),
  propose: () => import('../judgement/propose.js'),
  decide: () => import('../judgement/decide.js'),
} as const;

/**
 * A provider that asks the model of each role: ANALYST analyses and decides, CODER proposes. In mode `normal` a failure is returned,
 * and the loop's ladder asks again in the next mode; in `other_model` that model is asked, and where it fails or is not
 * configured, `fallback` judges; in `rules`, and for a role without a model, it always does. A judgement by the fallback says
 * why. A decision that no model gives is the fallback's in every mode, so that a finished test run is not lost.
 * An abort is returned as a failure at once.
 */
export function createModelProvider(options: ModelProviderOptions): Provider {
  const { seats, fallback, grammar, newId = randomId } = options;
  let lastFailure: Problem | undefined;

  async function judge<T>(o: {
    role: Role;
    mode: AnalysisMode;
    io: JudgeIo;
    always: boolean;
    byModel: (asker: Asker) => Promise<Result<T>>;
    byFallback: () => Promise<Result<T>>;
    explain: (value: T, why: string) => T;
  }): Promise<Result<T>> {
    if (seats.of(o.role) === null) return o.byFallback();
    const ask = askIn(o.mode, o.role, seats);
    if (ask !== null) {
      const answer = await o.byModel({ ask, io: o.io.asking, name: seats.name(o.role), newId, grammar });
      if (answer.ok) return answer;
      lastFailure = answer.error;
      // What the policy forbids, no recovery changes: rules judge.
      const forbidden = answer.error.code === 'POLICY_VIOLATION';
      if (o.io.signal.aborted || (o.mode === 'normal' && !o.always && !forbidden)) return answer;
    }
    const judged = await o.byFallback();
    return judged.ok ? ok(o.explain(judged.value, whyFallback(fallback.name, o.mode, lastFailure))) : judged;
  }

  /** Whether one player has both roles: the edits that come with its analysis are the coder's. */
  const isOne = (): boolean => seats.provider('ANALYST') === seats.provider('CODER');

  return {
    name: seats.provider('ANALYST'),
    analyse: (evidence, io) =>
      judge<Analysis>({
        ...{ role: 'ANALYST', mode: evidence.mode, io, always: false },
        byModel: async (asker) => (await judgements.analyse()).analyseByModel(asker, evidence, io, isOne()),
        byFallback: () => fallback.analyse(evidence, io),
        explain: (value, why) => ({ ...value, reason: `${why} ${value.reason}` }),
      }),
    propose: (evidence, analysis, io) =>
      judge<Proposal>({
        ...{ role: 'CODER', mode: evidence.mode, io, always: false },
        byModel: async (asker) =>
          (await judgements.propose()).proposeByModel(
            asker,
            evidence,
            isOne() ? analysis : { ...analysis, edits: [] },
            io,
          ),
        byFallback: () => fallback.propose(evidence, analysis, io),
        explain: (value, why) => ({ ...value, rationale: `${value.rationale} ${why}` }),
      }),
    decide: (evidence, facts, io) =>
      judge<Decision>({
        ...{ role: 'ANALYST', mode: evidence.mode, io, always: true },
        byModel: async (asker) => (await judgements.decide()).decideByModel(asker, evidence, facts),
        byFallback: () => fallback.decide(evidence, facts, io),
        explain: (value, why) => ({ ...value, reasoning: `${why} ${inEnglish(value.reasoning)}` }),
      }),
  };
}

const askIn = (mode: AnalysisMode, role: Role, seats: Seats): AskModel | null =>
  ({ normal: () => seats.of(role), other_model: () => seats.other(role), rules: () => null })[mode]();

function whyFallback(name: string, mode: AnalysisMode, failure: Problem | undefined): string {
  if (failure) return `Judged by ${name}, because the model could not be used (${describeProblem(failure)}).`;
  return mode === 'other_model'
    ? `Judged by ${name}, because no other model is configured (BENCHLOOP_OPENAI_OTHER_MODEL).`
    : `Judged by ${name}, because the run asks for judgement without a model.`;
}
