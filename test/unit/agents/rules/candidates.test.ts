import { afterAll, describe, expect, it } from 'vitest';
import { loadGrammar } from '../../../../electron/agents/c/grammar.js';
import { budgetUntil } from '../../../../electron/agents/rules/budget.js';
import { type Candidate, templateCandidates } from '../../../../electron/agents/rules/candidates.js';
import type { Plausible } from '../../../../electron/agents/rules/choosing/classes.js';
import { diagnose, suspicionOf } from '../../../../electron/agents/rules/diagnosis.js';
import { applyEdits } from '../../../../electron/agents/rules/diff.js';
import { proposalOf } from '../../../../electron/agents/rules/rationale.js';
import type { SearchResult } from '../../../../electron/agents/rules/search.js';
import { TEMPLATES } from '../../../../electron/agents/rules/templates/table.js';
import { NO_COVERAGE } from '../../../../electron/agents/rules/triage/spectrum.js';
import { inEnglish } from '../../../../shared/texts/words.js';
import { bareText } from '../../../fixtures/bare-text.js';
import { BUGS, type Bug } from '../../../fixtures/rules-bugs.js';
import { benchFor, wasmFolder } from '../../../fixtures/rules-unit.js';
import { UNGUARDED } from './unguarded.js';

const wasm = wasmFolder();
afterAll(wasm.remove);
const grammar = await loadGrammar(wasm.dir);

async function candidatesFor(bug: Bug, signal = new AbortController().signal): Promise<Candidate[]> {
  if (!grammar.ok) throw new Error(inEnglish(grammar.error.message));
  const bench = benchFor(bug);
  const diagnosis = await diagnose(grammar.value, await bench.evidence(), bench);
  const budget = budgetUntil(Number.MAX_SAFE_INTEGER, signal);
  return templateCandidates(diagnosis, suspicionOf(diagnosis, NO_COVERAGE, null), TEMPLATES, budget);
}

const rightEdit = ({ source, right }: Bug): string => {
  if (!source.includes(right[0])) throw new Error(`no ${right[0]} in ${source}`);
  return bareText(source.replace(right[0], right[1]));
};

describe('the right edit is among the first to be tried', () => {
  for (const bug of BUGS)
    it(`of a bug of the kind: ${bug.kind}`, async () => {
      const candidates = await candidatesFor(bug);
      const rank = candidates.findIndex(
        ({ edits }) =>
          edits.every((edit) => edit.file === 'src/unit.c') &&
          bareText(applyEdits(bug.source, edits)) === rightEdit(bug),
      );
      expect(rank, `${rank} of ${candidates.length}`).toBeGreaterThanOrEqual(0);
      expect(rank).toBeLessThan(150);
    });
});

describe('a parameter that its function does not use', () => {
  it('is tried before other variables where another stands in its place', async () => {
    const source =
      'void pid_init(struct pid *p, int kp, int ki, int limit) {\n    p->kp = kp;\n    p->ki = kp;\n    p->limit = limit;\n}\n';
    const header =
      'struct pid { int kp, ki, limit; };\nvoid pid_init(struct pid *p, int kp, int ki, int limit);\n';
    const cases =
      'struct pid p; pid_init(&p, 3, 1, 9); CHECK("pid_init", p.ki == 1 && p.kp == 3 && p.limit == 9);';
    const right: [string, string] = ['p->ki = kp', 'p->ki = ki'];
    const candidates = await candidatesFor({
      kind: '',
      header,
      source: `#include "unit.h"\n${source}`,
      cases,
      heldOut: '',
      right,
    });
    const variables = candidates.filter(({ kind }) => /^(wrong variable|parameter not used)$/.test(kind));
    expect(variables[0]).toMatchObject({ kind: 'parameter not used', what: '`kp` → `ki`' });
  });
});

describe('the edits of a long source', () => {
  it('are not waited for after an abort, which is heard while they are made', async () => {
    const long = Array.from(
      { length: 400 },
      (_, i) =>
        `int f${i}(int a, int b) {\n  if (a < ${i} && b > 3) a += b * 2;\n  return a == b ? ${i} : a - 1;\n}\n`,
    );
    const bug = { kind: '', source: long.join(''), cases: 'CHECK("f", f0(1, 2) == 0);', heldOut: '' };
    const controller = new AbortController();
    setImmediate(() => controller.abort());
    const candidates = await candidatesFor({ ...bug, right: ['', ''] }, controller.signal);
    expect(candidates.filter(({ place }) => place.function === 'f399')).toEqual([]);
  });
});

describe('an index that nothing holds against the size of its array', () => {
  const at = (candidates: Candidate[], is: (each: Candidate) => boolean) => candidates.findIndex(is);

  it('is guarded by the declared size before any data is laid out anew', async () => {
    const candidates = await candidatesFor(UNGUARDED);
    const guard = at(candidates, ({ what }) => what.includes('if (l->used >= SLOTS) return false;'));
    const layout = at(candidates, (each) => each.layout);
    expect(guard).toBeGreaterThanOrEqual(0);
    expect(layout).toBeGreaterThan(guard);
    expect(candidates.filter((each) => each.layout).map(({ kind }) => kind)).toContain('type');
  });
});

describe('of edits that pass', () => {
  it('one that only lays data out anew is taken last, and with little confidence', () => {
    const found = (layout: boolean, score: number): Plausible => ({
      candidate: {
        edits: [],
        kind: 'k',
        what: 'w',
        score,
        turn: score,
        common: 0.5,
        destructive: false,
        contrived: false,
        layout,
        place: { file: 'a.c', line: 1, function: null },
      },
      patch: layout ? 'layout' : 'guard',
      found_ms: 0,
      flags: layout ? ['layout'] : [],
      common: 0.5,
      executing: null,
      likeness: null,
    });
    const result = (...passing: Plausible[]): SearchResult => ({
      passing,
      improving: [],
      built: [],
      tried: [],
      refused: 0,
      limit: null,
    });
    expect(proposalOf(result(found(true, 0.9), found(false, 0.1)), 2).patch).toBe('guard');
    const alone = proposalOf(result(found(true, 0.9)), 2);
    expect(alone.confidence).toBeLessThan(0.6);
    expect(alone.rationale).toMatch(/layout of data/);
  });
});
