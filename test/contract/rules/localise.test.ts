import { afterAll, describe, expect, it } from 'vitest';
import { createRulesProvider } from '../../../electron/agents/rules/provider.js';
import { inEnglish } from '../../../shared/texts/words.js';
import { createBench } from '../../fixtures/rules-scratch.js';
import { ioOf, program, wasmFolder } from '../../fixtures/rules-unit.js';

const wasm = wasmFolder();
afterAll(wasm.remove);
const provider = createRulesProvider({ wasmDir: wasm.dir });

const SOURCE = `#include "unit.h"
static int clamp(int v, int lo, int hi) {
    if (v < lo) return lo;
    if (v > hi) return hi;
    return v;
}
int volume(int v) {
    return clamp(v, 0, 100);
}
int balance(int v) {
    return clamp(v, -50, 40);
}
int unrelated(int v) {
    return v * 3;
}
`;
const HEADER = 'int volume(int v);\nint balance(int v);\nint unrelated(int v);\n';
const CASES =
  'CHECK("volume_high", volume(120) == 100); CHECK("volume_low", volume(-1) == 0); CHECK("balance_high", balance(70) == 50); CHECK("unrelated_two", unrelated(2) == 6);';

const bench = (over = {}) =>
  createBench({
    files: { 'src/unit.c': SOURCE, 'src/unit.h': HEADER, 'test/main.c': program(CASES) },
    changeable: ['src/unit.c'],
    parser: 'tap',
    ...over,
  });

async function hypotheses(over = {}, evidenceOver = {}) {
  const scratch = bench(over);
  const analysis = await provider.analyse(await scratch.evidence(evidenceOver), ioOf(scratch));
  if (!analysis.ok) throw new Error(inEnglish(analysis.error.message));
  return analysis.value;
}

describe('the analysis points at', () => {
  it('the function that only the failing case reaches', async () => {
    const { hypothesis_list, confidence } = await hypotheses();
    expect(hypothesis_list[0]?.location?.function).toBe('balance');
    expect(hypothesis_list[0]?.evidence.join()).toMatch(/1 of 1 failing and 0 of 3 passing/);
    expect(confidence).toBeGreaterThanOrEqual(0.5);
  });

  it('it also where the runner puts the name of a suite before that of the case', async () => {
    const main = program(CASES).replace('ok %d - %s', 'ok %d - audio/%s');
    const files = { 'src/unit.c': SOURCE, 'src/unit.h': HEADER, 'test/main.c': main };
    const { hypothesis_list } = await hypotheses({ files });
    expect(hypothesis_list[0]?.evidence.join()).toMatch(/1 of 1 failing and 0 of 3 passing/);
  });

  it('nothing in a tree of a thousand lines, which is worth a search all the same', async () => {
    const more = Array.from({ length: 300 }, (_, i) => `int more_${i}(int v) {\n    return v + ${i};\n}\n`);
    const files = {
      'src/unit.c': SOURCE + more.join(''),
      'src/unit.h': HEADER,
      'test/main.c': program(CASES),
    };
    const evidence = await bench({ files }).evidence();
    if (!evidence.test) throw new Error('no test ran');
    const test = { ...evidence.test, cases: [{ name: 'zzz', status: 'fail' as const }] };
    expect((await hypotheses({ files }, { test })).confidence).toBe(0.5);
  });

  it('what ran, where the target tells lines', async () => {
    const { hypothesis_list } = await hypotheses({ coverage: true });
    expect(hypothesis_list[0]?.location?.function).toBe('balance');
  });

  it('the place of a fault before anything else', async () => {
    const evidence = await bench().evidence();
    if (!evidence.test) throw new Error('no test ran');
    const fault = { kind: 'HardFault', causes: ['DIVBYZERO'], location: { file: 'src/unit.c', line: 14 } };
    const { hypothesis_list } = await hypotheses({}, { test: { ...evidence.test, fault } });
    expect(hypothesis_list[0]).toMatchObject({ location: { line: 14, function: 'unrelated' } });
    expect(hypothesis_list[0]?.evidence.join()).toMatch(/DIVBYZERO/);
  });

  it('the place where the program died when its lines were counted', async () => {
    const location = { file: 'src/unit.c', line: 14, function: 'unrelated' };
    const stop = { fault: { kind: 'SIGFPE', causes: ['division by zero'], location } };
    const whole = new Map([['src/unit.c', new Set([11, 14])]]);
    const spectrum = async () =>
      ({ ok: true, value: { by: 'program', whole, byCase: null, stop, starts: [] } }) as const;
    const scratch = { ...bench(), spectrum };
    const crash = { ended_by: 'crash' as const, cases: [] };
    const { test } = await scratch.evidence();
    if (!test) throw new Error('no test ran');
    const evidence = await scratch.evidence({ test: { ...test, ...crash } });
    const analysis = await provider.analyse(evidence, ioOf(scratch));
    if (!analysis.ok) throw new Error(inEnglish(analysis.error.message));
    expect(analysis.value.hypothesis_list[0]).toMatchObject({
      location: { line: 14, function: 'unrelated' },
    });
    expect(analysis.value.confidence).toBeGreaterThanOrEqual(0.8);
  });

  it('where it hangs', async () => {
    const evidence = await bench().evidence();
    if (!evidence.test) throw new Error('no test ran');
    const stuck = { ended_by: 'silence' as const, stuck_at: { file: 'src/unit.c', line: 4 } };
    const { hypothesis_list } = await hypotheses({}, { test: { ...evidence.test, ...stuck } });
    expect(hypothesis_list[0]?.location?.function).toBe('clamp');
  });

  it('the case after the last one reported, where a session stopped early', async () => {
    const evidence = await bench().evidence();
    if (!evidence.test) throw new Error('no test ran');
    const test = { ...evidence.test, ended_by: 'crash' as const, cases: evidence.test.cases.slice(0, 2) };
    const { hypothesis_list } = await hypotheses({}, { test });
    expect(hypothesis_list[0]?.location?.function).toBe('balance');
  });

  it('and reports its sub-states in order', async () => {
    const steps: string[] = [];
    const scratch = bench();
    const io = { ...ioOf(scratch), progress: (step: string) => steps.push(step) };
    await provider.analyse(await scratch.evidence(), { ...io, progress: (step) => void steps.push(step) });
    expect(steps).toEqual(['LOG_TRIAGE', 'ROOT_CAUSE_HYPOTHESIS', 'CHANGE_IMPACT_ESTIMATE']);
  });
});

describe('the search', () => {
  it('runs failing cases alone first where cases can be selected, and still checks all of them', {
    tags: 'full',
  }, async () => {
    const main = program('(void)0;').replace(
      /int main[\s\S]*$/,
      `#include <string.h>
static int want(int c, char **v, const char *n) { if (c < 2) return 1; for (int i = 1; i < c; i++) if (!strcmp(v[i], n)) return 1; return 0; }
int main(int c, char **v) {
  if (want(c, v, "volume_high")) CHECK("volume_high", volume(120) == 100);
  if (want(c, v, "balance_high")) CHECK("balance_high", balance(70) == 50);
  if (want(c, v, "balance_low")) CHECK("balance_low", balance(-70) == -50);
  return 0;
}
`,
    );
    const files = { 'src/unit.c': SOURCE, 'src/unit.h': HEADER, 'test/main.c': main };
    const scratch = bench({ files, selects: true, coverage: true });
    const evidence = await scratch.evidence();
    const analysis = await provider.analyse(evidence, ioOf(scratch));
    if (!analysis.ok) throw new Error(inEnglish(analysis.error.message));
    const proposal = await provider.propose(evidence, analysis.value, ioOf(scratch));
    expect(proposal).toMatchObject({
      ok: true,
      value: { patch: expect.stringMatching(/^\+.*clamp\(v, -50, 50\)/m) },
    });
  });

  it('reads Unity output: the assertion gives the place and the constant', { tags: 'full' }, async () => {
    const main = `#include <stdio.h>
#include "../src/unit.h"
static void test_level(void) {
  int was = balance(70);
  if (was == 63) printf("test/main.c:%d:test_level:PASS\\n", __LINE__);
  else printf("test/main.c:%d:test_level:FAIL: Expected 63 Was %d\\n", __LINE__, was);
}
int main(void) { test_level(); return 0; }
`;
    const files = { 'src/unit.c': SOURCE, 'src/unit.h': HEADER, 'test/main.c': main };
    const scratch = bench({ files, parser: 'unity' });
    const evidence = await scratch.evidence();
    const analysis = await provider.analyse(evidence, ioOf(scratch));
    if (!analysis.ok) throw new Error(inEnglish(analysis.error.message));
    expect(analysis.value.hypothesis_list.map((each) => each.location?.function)).toContain('balance');
    const proposal = await provider.propose(evidence, analysis.value, ioOf(scratch));
    if (!proposal.ok) throw new Error(inEnglish(proposal.error.message));
    const all = [proposal.value.patch, ...proposal.value.alternatives.map((each) => each.patch)].join('\n');
    expect(all).toMatch(/clamp\(v, -50, 63\)/);
  });
});
