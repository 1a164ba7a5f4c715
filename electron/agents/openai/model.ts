import type { Analysis, DecisionFacts } from '../../../shared/judgement.js';
import { analyseByModel } from '../judgement/analyse.js';
import { decideByModel } from '../judgement/decide.js';
import { proposeByModel } from '../judgement/propose.js';
import type { Evidence, ProviderIo } from '../provider.js';
import { type ClientOptions, createClient } from './client.js';

/** Everything that needs a server, in one module, so that it is loaded only by a run that asks one. */
export function connectModels(options: ClientOptions, newId: () => string) {
  const asker = { complete: createClient(options), newId };
  return {
    analyse: (model: string, evidence: Evidence, io: ProviderIo) =>
      analyseByModel(asker, model, evidence, io),
    propose: (model: string, evidence: Evidence, analysis: Analysis, io: ProviderIo) =>
      proposeByModel(asker, model, evidence, analysis, io),
    decide: (model: string, evidence: Evidence, facts: DecisionFacts, signal: AbortSignal) =>
      decideByModel(asker, model, evidence, facts, signal),
  };
}

export type Models = ReturnType<typeof connectModels>;
