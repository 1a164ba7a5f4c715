import { afterAll, describe, expect, it } from 'vitest';
import { loadGrammar } from '../../../../electron/agents/c/grammar.js';
import { type Candidate, essence, templateCandidates } from '../../../../electron/agents/rules/candidates.js';
import { diagnose, suspicionOf } from '../../../../electron/agents/rules/diagnosis.js';
import { applyEdits } from '../../../../electron/agents/rules/diff.js';
import { TEMPLATES } from '../../../../electron/agents/rules/templates/table.js';
import { NO_COVERAGE } from '../../../../electron/agents/rules/triage/spectrum.js';
import { BUGS, type Bug } from '../../../fixtures/rules-bugs.js';
import { benchFor, wasmFolder } from '../../../fixtures/rules-unit.js';

const wasm = wasmFolder();
afterAll(wasm.remove);
const grammar = await loadGrammar(wasm.dir);

async function candidatesFor(bug: Bug): Promise<Candidate[]> {
  if (!grammar.ok) throw new Error(grammar.error.message);
  const bench = benchFor(bug);
  const diagnosis = await diagnose(grammar.value, await bench.evidence(), bench);
  return templateCandidates(diagnosis, suspicionOf(diagnosis, NO_COVERAGE, null), TEMPLATES);
}

const rightEdit = ({ source, right }: Bug): string => {
  if (!source.includes(right[0])) throw new Error(`no ${right[0]} in ${source}`);
  return essence(source.replace(right[0], right[1]));
};

describe('the right edit is among the first to be tried', () => {
  for (const bug of BUGS)
    it(`of a bug of the kind: ${bug.kind}`, async () => {
      const candidates = await candidatesFor(bug);
      const rank = candidates.findIndex(
        ({ edits }) =>
          edits.every((edit) => edit.file === 'src/unit.c') &&
          essence(applyEdits(bug.source, edits)) === rightEdit(bug),
      );
      expect(rank, `${rank} of ${candidates.length}`).toBeGreaterThanOrEqual(0);
      expect(rank).toBeLessThan(150);
    });
});
