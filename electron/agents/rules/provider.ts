import { fail } from '../../../shared/problem.js';
import { type CGrammar, grammarIn } from '../c/grammar.js';
import type { Provider } from '../provider.js';
import { analyse } from './analyse.js';
import { decide } from './decide.js';
import { propose } from './propose.js';

/**
 * Decides without a model: triage of the evidence, then single edits tried in the scratch bench.
 * `wasmDir` holds `web-tree-sitter.wasm` and `tree-sitter-c.wasm`; it is read at the first judgement.
 */
export function createRulesProvider(
  o: { wasmDir: string } | { grammar: ReturnType<typeof grammarIn> },
): Provider {
  const grammar = 'grammar' in o ? o.grammar : grammarIn(o.wasmDir);
  const withGrammar = async <T>(signal: AbortSignal, judge: (grammar: CGrammar) => Promise<T>) => {
    const loaded = await grammar();
    if (!loaded.ok) return loaded;
    const judged = await judge(loaded.value);
    return signal.aborted
      ? fail({
          code: 'ANALYSIS_FAILURE' as const,
          message: 'The search was stopped before it came to an end',
        })
      : judged;
  };
  return {
    name: 'rules',
    analyse: (evidence, io) => withGrammar(io.signal, (c) => analyse(c, evidence, io)),
    propose: (evidence, analysis, io) => withGrammar(io.signal, (c) => propose(c, evidence, analysis, io)),
    decide: async (_evidence, facts) => decide(facts),
  };
}
