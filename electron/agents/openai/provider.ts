import type { Analysis, AnalysisMode, Decision, Proposal } from '../../../shared/judgement.js';
import { describeProblem, ok, type Problem, type Result } from '../../../shared/problem.js';
import { inEnglish } from '../../../shared/texts/words.js';
import type { Provider } from '../provider.js';
import type { Models } from './model.js';
import type { OpenAiSettings } from './settings.js';
import { randomId } from './untrusted.js';

export interface OpenAiProviderOptions extends OpenAiSettings {
  /** Judges where no model can: in mode `rules`, and where the other model fails as well. */
  fallback: Provider;
  fetch?: typeof fetch;
  /** For one request (ms), from sending it to the last byte of the answer. */
  timeoutMs: number;
  /** Makes the id that marks data in a request; random unless given. */
  newId?: () => string;
}

/** The library takes a quarter of a second to load: only a run that asks a model pays for it. */
async function load({ baseURL, apiKey, fetch, timeoutMs, newId }: OpenAiProviderOptions): Promise<Models> {
  const { connectModels } = await import('./model.js');
  return connectModels({ baseURL, apiKey, fetch, timeoutMs }, newId ?? randomId);
}

/**
 * A provider that asks a model over an OpenAI-compatible interface. In mode `normal` a failure is returned as
 * MODEL_FAILURE, and the loop's ladder asks again in the next mode; in `other_model` that model is asked, and where it
 * fails or is not configured, `fallback` judges; in `rules` it always does. A judgement by the fallback says why. A
 * decision that no model gives is the fallback's in every mode, so that a finished test run is not lost.
 * An abort is returned as a failure at once.
 */
export function createOpenAiProvider(options: OpenAiProviderOptions): Provider {
  const { fallback } = options;
  let loaded: Promise<Models> | undefined;
  let lastFailure: Problem | undefined;

  async function judge<T>(o: {
    mode: AnalysisMode;
    signal: AbortSignal;
    always: boolean;
    byModel: (models: Models, model: string) => Promise<Result<T>>;
    byFallback: () => Promise<Result<T>>;
    explain: (value: T, why: string) => T;
  }): Promise<Result<T>> {
    const model = modelFor(o.mode, options);
    if (model !== undefined) {
      loaded ??= load(options);
      const answer = await o.byModel(await loaded, model);
      if (answer.ok) return answer;
      lastFailure = answer.error;
      if (o.signal.aborted || (o.mode === 'normal' && !o.always)) return answer;
    }
    const judged = await o.byFallback();
    return judged.ok ? ok(o.explain(judged.value, whyFallback(fallback.name, o.mode, lastFailure))) : judged;
  }

  return {
    name: 'openai',
    analyse: (evidence, io) =>
      judge<Analysis>({
        mode: evidence.mode,
        signal: io.signal,
        always: false,
        byModel: (models, model) => models.analyse(model, evidence, io),
        byFallback: () => fallback.analyse(evidence, io),
        explain: (value, why) => ({ ...value, reason: `${why} ${value.reason}` }),
      }),
    propose: (evidence, analysis, io) =>
      judge<Proposal>({
        mode: evidence.mode,
        signal: io.signal,
        always: false,
        byModel: (models, model) => models.propose(model, evidence, analysis, io),
        byFallback: () => fallback.propose(evidence, analysis, io),
        explain: (value, why) => ({ ...value, rationale: `${value.rationale} ${why}` }),
      }),
    decide: (evidence, facts, signal) =>
      judge<Decision>({
        mode: evidence.mode,
        signal,
        always: true,
        byModel: (models, model) => models.decide(model, evidence, facts, signal),
        byFallback: () => fallback.decide(evidence, facts, signal),
        explain: (value, why) => ({ ...value, reasoning: `${why} ${inEnglish(value.reasoning)}` }),
      }),
  };
}

const modelFor = (mode: AnalysisMode, options: OpenAiSettings): string | undefined =>
  ({ normal: options.model, other_model: options.otherModel, rules: undefined })[mode];

function whyFallback(name: string, mode: AnalysisMode, failure: Problem | undefined): string {
  if (failure) return `Judged by ${name}, because the model could not be used (${describeProblem(failure)}).`;
  return mode === 'other_model'
    ? `Judged by ${name}, because no other model is configured (BENCHLOOP_OPENAI_OTHER_MODEL).`
    : `Judged by ${name}, because the run asks for judgement without a model.`;
}
