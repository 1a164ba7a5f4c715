import { describe, expect, it } from 'vitest';
import { analyse } from '../../../../electron/agents/rules/analyse.js';
import { propose } from '../../../../electron/agents/rules/propose.js';
import { inEnglish } from '../../../../shared/texts/words.js';
import { benchFor, ioOf, testGrammar } from '../../../fixtures/rules-unit.js';
import { UNGUARDED } from './unguarded.js';

describe('an index that nothing holds against the size of its array', () => {
  it('is repaired by that guard', async () => {
    const grammar = await testGrammar();
    if (!grammar.ok) throw new Error(inEnglish(grammar.error.message));
    const bench = benchFor(UNGUARDED, { limitMs: 10_000 });
    const evidence = await bench.evidence();
    const io = ioOf(bench);
    const analysis = await analyse(grammar.value, evidence, io);
    if (!analysis.ok) throw new Error(inEnglish(analysis.error.message));
    const proposal = await propose(grammar.value, evidence, analysis.value, io);
    expect(proposal).toMatchObject({
      ok: true,
      value: { patch: expect.stringMatching(/\+ {4}if \(l->used >= SLOTS\) return false;/) },
    });
  });
});
