import { afterAll, describe, expect, it } from 'vitest';
import type { Evidence } from '../../../electron/agents/provider.js';
import { createRulesProvider } from '../../../electron/agents/rules/provider.js';
import type { Diagnostic } from '../../../shared/results.js';
import { inEnglish } from '../../../shared/texts/words.js';
import { BUGS, type Bug } from '../../fixtures/rules-bugs.js';
import { type Bench, createBench } from '../../fixtures/rules-scratch.js';
import { benchFor, ioOf, wasmFolder } from '../../fixtures/rules-unit.js';

const wasm = wasmFolder();
afterAll(wasm.remove);
const provider = createRulesProvider({ wasmDir: wasm.dir });

const SHIFT = BUGS.find((bug) => bug.kind === 'shift direction') as Bug;

async function run(bench: Bench, over: Partial<Evidence> = {}) {
  const evidence = await bench.evidence(over);
  const analysis = await provider.analyse(evidence, ioOf(bench));
  if (!analysis.ok) return { analysis, proposal: null };
  return { analysis, proposal: await provider.propose(evidence, analysis.value, ioOf(bench)) };
}

describe('rules are honest', () => {
  it('answer EVIDENCE_MISSING where nothing fails', async () => {
    const bench = benchFor({ ...SHIFT, source: SHIFT.source.replace('>> 8', '<< 8') });
    const { analysis } = await run(bench);
    expect(analysis).toMatchObject({ ok: false, error: { code: 'EVIDENCE_MISSING' } });
  });

  it('answer EVIDENCE_MISSING where nothing was run and no log speaks of trouble', async () => {
    const { analysis } = await run(benchFor(SHIFT), {
      build: null,
      test: null,
      logs: [{ name: 'ci.log', text: 'all quiet' }],
    });
    expect(analysis).toMatchObject({ ok: false, error: { code: 'EVIDENCE_MISSING' } });
  });

  it('take a log that names a function and a line as evidence', { tags: 'full' }, async () => {
    const logs = [{ name: 'ci.log', text: 'src/unit.c:2: assertion failed in be16\n' }];
    const { analysis } = await run(benchFor(SHIFT), { build: null, test: null, logs });
    expect(analysis).toMatchObject({
      ok: true,
      value: { hypothesis_list: [{ location: { file: 'src/unit.c', line: 2 } }] },
    });
  });

  it('answer ANALYSIS_FAILURE in words where nothing may be changed', async () => {
    const { analysis } = await run(benchFor(SHIFT, { changeable: [] }));
    expect(analysis).toMatchObject({
      ok: false,
      error: { code: 'ANALYSIS_FAILURE', next: expect.stringMatching(/allowedPaths/) },
    });
  });

  it('propose nothing and tell what was tried where no edit helps', { tags: 'full' }, async () => {
    const bug: Omit<Bug, 'right'> = {
      kind: '',
      header: 'int f(int v);\n',
      source: '#include "unit.h"\nint f(int v) { return v; }\n',
      cases: 'CHECK("f_a", f(1) == 1487); CHECK("f_b", f(2) == 90211); CHECK("f_c", f(3) == 3);',
      heldOut: '',
    };
    const { proposal } = await run(benchFor(bug, { searchTrials: 100 }));
    expect(proposal).toMatchObject({
      ok: true,
      value: {
        patch: '',
        confidence: 0,
        rationale: expect.not.stringMatching(/candidates/),
        search: expect.stringMatching(/\d+ of \d+ candidates were tried: .*at f\(\)/),
      },
    });
  });

  it('blame no code for a build whose errors name no source', async () => {
    const diagnostic: Diagnostic = { severity: 'error', message: 'all: Error 1', origin: 'make', fixits: [] };
    const build = {
      success: false,
      exit_code: 2,
      timed_out: false,
      diagnostics: [diagnostic],
      artifacts: [],
      duration_ms: 1,
    };
    const { analysis } = await run(benchFor(SHIFT), { build, test: null });
    expect(analysis).toMatchObject({ ok: false, error: { code: 'BUILD_FAILURE' } });
  });

  it('say that no case was read, or which are skipped, and not that all pass', async () => {
    const bench = benchFor(SHIFT);
    const { test } = await bench.evidence();
    if (!test) throw new Error('the bench ran nothing');
    const told = async (cases: typeof test.cases) => {
      const { analysis } = await run(bench, { test: { ...test, cases }, targets: ['v*'] });
      return analysis.ok ? null : analysis.error.message;
    };
    expect(await told([])).toMatch(/^No test case was read/);
    const skipped = [
      { name: 'v1', status: 'skip' as const },
      { name: 'v2', status: 'pass' as const },
    ];
    expect(await told(skipped)).toMatch(/skipped.*: v1$/);
  });

  it('take no case that vanishes for one that passes', { tags: 'full' }, async () => {
    const bug: Omit<Bug, 'right'> = {
      kind: '',
      header: 'int value(void);\n',
      source: '#include "unit.h"\nint value(void) { return 41; }\n',
      cases: 'if (value() == 41) { CHECK("v1", 0); CHECK("v1", 0); } CHECK("v2", 1);',
      heldOut: '',
    };
    const { proposal } = await run(benchFor(bug, { searchTrials: 100, limitMs: 10_000 }));
    expect(proposal).toMatchObject({ ok: true, value: { patch: '', alternatives: [] } });
  });

  it('take no edit that makes the program hang, though what would refute a forged line is then not printed', {
    tags: 'full',
  }, async () => {
    const bug: Omit<Bug, 'right'> = {
      kind: '',
      header: 'int steps(unsigned n);\n',
      source:
        '#include "unit.h"\nint steps(unsigned n) {\n    int r = 0;\n    while (n > 1) { n >>= 2; r++; }\n    return r;\n}\n',
      cases: 'CHECK("v1", steps(0) == 0); CHECK("v2", 1); CHECK("v2", steps(64) == 6);',
      heldOut: '',
    };
    const { proposal } = await run(benchFor(bug, { searchTrials: 100 }));
    expect(proposal).toMatchObject({ ok: true, value: { patch: '' } });
  });

  it('let a case fail on that no target names', { tags: 'full' }, async () => {
    const bug: Bug = { ...SHIFT, cases: `${SHIFT.cases} CHECK("other_thing", 0);` };
    const { proposal } = await run(benchFor(bug), { targets: ['be16_*'] });
    expect(proposal).toMatchObject({ ok: true, value: { patch: expect.stringMatching(/p\[0\] << 8/) } });
  });

  it('call a failure that comes and goes FLAKY_TEST and name its case', async () => {
    const bug: Bug = {
      ...SHIFT,
      cases:
        'FILE *f = fopen("/dev/urandom", "rb"); int c = fgetc(f); fclose(f); CHECK("be16_random", c % 2); const uint8_t b[] = {0, 1}; CHECK("be16_one", be16(b) == 1);',
    };
    const wavering = { name: 'be16_random', status: 'fail' as const };
    for (let round = 0; round < 40; round += 1) {
      const bench = benchFor(bug);
      const first = await bench.evidence();
      if (!first.test?.cases.some((each) => each.name === wavering.name && each.status === 'fail')) continue;
      const proposal = await proposeOnce(bench, first);
      if (proposal.ok) continue;
      expect(proposal.error).toMatchObject({
        code: 'FLAKY_TEST',
        message: expect.stringMatching(/be16_random/),
      });
      return;
    }
    throw new Error('forty rounds of a coin came out alike');
  });

  it('never edit a file that may not change', { tags: 'full' }, async () => {
    const bug: Bug = {
      ...SHIFT,
      header: '#include <stdint.h>\n#define SHIFT 4\nuint16_t be16(const uint8_t *p);\n',
      source:
        '#include "unit.h"\nuint16_t be16(const uint8_t *p) { return (uint16_t)((p[0] << SHIFT) | p[1]); }\n',
    };
    const bench = benchFor(bug, { changeable: ['src/unit.c'] });
    const { proposal } = await run(bench);
    expect(bench.patches().length).toBeGreaterThan(0);
    for (const patch of bench.patches()) expect(patch).not.toMatch(/^\+\+\+ .*(unit\.h|main\.c)/m);
    expect(proposal).toMatchObject({
      ok: true,
      value: { patch: expect.stringMatching(/<< \(SHIFT \* 2\)/) },
    });
  });

  it('never propose what the policy refuses', { tags: 'full' }, async () => {
    const bench = benchFor(SHIFT, { refuse: (patch) => (patch.includes('<<') ? 'no shifts today' : null) });
    const { proposal } = await run(bench);
    expect(proposal).toMatchObject({ ok: true });
    if (proposal?.ok) expect(proposal.value.patch).not.toMatch(/^\+.*<</m);
  });

  it('never propose an attempt again', { tags: 'full' }, async () => {
    const first = await run(benchFor(SHIFT));
    if (!first.proposal?.ok) throw new Error('no first proposal');
    const patch = first.proposal.value.patch;
    const second = await run(benchFor(SHIFT, { searchTrials: 100 }), {
      attempts: [{ patch, outcome: 'held-out failed', cases: [] }],
    });
    if (!second.proposal?.ok) throw new Error('no second answer');
    expect(second.proposal.value.patch).not.toBe(patch);
  });

  it('stay below one half where nothing can be run', async () => {
    const tested = await benchFor(SHIFT).evidence();
    const bench = benchFor(SHIFT, { runsTests: false });
    const { proposal } = await run(bench, { test: tested.test });
    if (!proposal?.ok) throw new Error('no answer');
    expect(proposal.value.patch).not.toBe('');
    expect(proposal.value.confidence).toBeLessThanOrEqual(0.5);
  });

  it('change one token only under "smallest change"', async () => {
    const bench = benchFor(SHIFT);
    const { proposal } = await run(bench, { constraints: ['smallest change'] });
    expect(proposal).toMatchObject({ ok: true, value: { patch: expect.stringMatching(/<< 8/) } });
    for (const patch of bench.patches())
      expect(patch.split('\n').filter((line) => /^\+(?!\+\+)/.test(line))).toHaveLength(1);
  });

  it('only add a print under "log only", by a function the file prints with', async () => {
    const source = SHIFT.source
      .replace('{ return', '{\n    printf("# be16\\n"); return')
      .replace('#include "unit.h"', '#include "unit.h"\n#include <stdio.h>');
    const { proposal } = await run(benchFor({ ...SHIFT, source }), { constraints: ['log only'] });
    if (!proposal?.ok) throw new Error('no answer');
    expect(proposal.value.patch).toMatch(/^\+\s+printf\("# in be16/m);
    expect(proposal.value.patch.split('\n').filter((line) => /^-(?!--)/.test(line))).toEqual([]);
  });

  it('answer ANALYSIS_FAILURE under "log only" where the file prints nothing', async () => {
    const { proposal } = await run(benchFor(SHIFT), { constraints: ['log only'] });
    expect(proposal).toMatchObject({ ok: false, error: { code: 'ANALYSIS_FAILURE' } });
  });

  it('say what is missing where the parser is not installed', async () => {
    const bench = createBench({ files: {}, changeable: [], parser: 'tap' });
    const lost = createRulesProvider({ wasmDir: 'nowhere' });
    expect(await lost.analyse(await benchFor(SHIFT).evidence(), ioOf(bench))).toMatchObject({
      ok: false,
      error: { code: 'ANALYSIS_FAILURE', where: 'nowhere' },
    });
  });
});

async function proposeOnce(bench: Bench, evidence: Evidence) {
  const analysis = await provider.analyse(evidence, ioOf(bench));
  if (!analysis.ok) throw new Error(inEnglish(analysis.error.message));
  const begun = bench.trials();
  const trialsLeft = () => 100 - (bench.trials() - begun);
  return provider.propose(evidence, analysis.value, ioOf({ ...bench, trialsLeft }));
}
