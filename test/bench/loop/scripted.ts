import type { Provider } from '../../../electron/agents/provider.js';
import { ok } from '../../../shared/problem.js';

/** Proposes known patches one after another: what is measured is the loop, not the search for a patch. */
export function scriptedProvider(patches: readonly string[]): Provider {
  const left = [...patches];
  const plan = {
    files: [],
    change_points: [],
    expected_effect: 'one case more passes',
    diagnostic_only: false,
  };
  return {
    name: 'scripted',
    analyse: async () =>
      ok({
        root_cause: 'a wrong constant',
        hypothesis_list: [],
        patch_plan: plan,
        confidence: 0.9,
        reason: 'known',
      }),
    propose: async () =>
      ok({
        patch: left.shift() ?? '',
        rationale: 'the next constant',
        confidence: 0.9,
        alternatives: [],
      }),
    decide: async (_evidence, facts) => ok(facts.byRules),
  };
}
