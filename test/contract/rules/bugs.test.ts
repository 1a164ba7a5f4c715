import { afterAll, describe, expect, it } from 'vitest';
import { createRulesProvider } from '../../../electron/agents/rules/provider.js';
import { inEnglish } from '../../../shared/texts/words.js';
import { BUGS } from '../../fixtures/rules-bugs.js';
import { benchFor, heldOutPasses, ioOf, wasmFolder } from '../../fixtures/rules-unit.js';

const wasm = wasmFolder();
afterAll(wasm.remove);
const provider = createRulesProvider({ wasmDir: wasm.dir });

/** Searched in the fast tier, too: a repair from the failure to the proof. */
const SHOWN = 'relational operator';

/** One for each way in which a program fails; of the other kinds candidates.test.ts shows that the right edit is tried early. */
const SEARCHED = new Set([
  SHOWN,
  'comparison in a static function, where less in an initial value passes too',
  'null guard',
  'hang: loop step missing',
  'volatile missing',
]);

describe('rules repair one bug of a kind', () => {
  for (const bug of BUGS.filter(({ kind }) => SEARCHED.has(kind)))
    it(`repairs: ${bug.kind}`, { tags: bug.kind === SHOWN ? [] : ['full'], timeout: 600_000 }, async () => {
      const bench = benchFor(bug);
      const evidence = await bench.evidence();
      const analysis = await provider.analyse(evidence, ioOf(bench));
      if (!analysis.ok) throw new Error(inEnglish(analysis.error.message));
      const proposal = await provider.propose(evidence, analysis.value, ioOf(bench));
      if (!proposal.ok) throw new Error(inEnglish(proposal.error.message));
      if (process.env.RULES_SHOW)
        console.log(
          bug.kind,
          bench.trials(),
          proposal.value.rationale,
          proposal.value.patch,
          proposal.value.alternatives.map((a) => a.reason).join('\n'),
        );
      expect(proposal.value.patch, proposal.value.rationale).not.toBe('');
      if (bug.expected) expect(proposal.value.patch).toMatch(bug.expected);
      expect(await heldOutPasses(bug, bench.patched(proposal.value.patch)), proposal.value.patch).toBe(true);
    });
});
