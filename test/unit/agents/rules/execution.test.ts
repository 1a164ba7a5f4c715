import { afterAll, describe, expect, it } from 'vitest';
import { loadGrammar } from '../../../../electron/agents/c/grammar.js';
import { readSource } from '../../../../electron/agents/c/source.js';
import { walk } from '../../../../electron/agents/c/tree.js';
import type { Executed } from '../../../../electron/agents/provider.js';
import { executionOf } from '../../../../electron/agents/rules/execution.js';
import { type Coverage, NO_COVERAGE } from '../../../../electron/agents/rules/triage/spectrum.js';
import { inEnglish } from '../../../../shared/texts/words.js';
import { wasmFolder } from '../../../fixtures/rules-unit.js';

const wasm = wasmFolder();
afterAll(wasm.remove);
const grammar = await loadGrammar(wasm.dir);
if (!grammar.ok) throw new Error(inEnglish(grammar.error.message));

const SOURCE = readSource(
  grammar.value,
  'src/unit.c',
  `int sign(int v) {
    int s = 0;
    if (v < 0) {
        s = -1;
        v = -v;
    } else if (v > 0)
        s = 1;
    for (;;) {
        break;
    }
    return s;
}
int idle(void) {
    return 2;
}
`,
);
const project = {
  sources: new Map([['src/unit.c', SOURCE]]),
  changeable: new Set(['src/unit.c']),
  functions: new Map(SOURCE.functions.map((fn) => [fn.name, fn])),
  mentions: new Map(),
};
const ran = (...lines: number[]): Executed => new Map([['/tree/src/unit.c', new Set(lines)]]);

/** How much the node of this text counts. */
function ofText(text: string, coverage: Partial<Coverage>): number {
  const execution = executionOf({ ...NO_COVERAGE, ...coverage }, project);
  for (const fn of SOURCE.functions)
    for (const node of walk(fn.body)) if (node.text === text) return execution.ofNode(fn, node);
  throw new Error(`no ${text}`);
}

describe('what ran', () => {
  const whole = { whole: ran(1, 2, 3, 6, 7, 8, 11), complete: true };

  it('is everything where nothing is known', () => {
    expect(ofText('s = -1', {})).toBe(1);
    expect(ofText('2', {})).toBe(1);
  });

  it('leaves out a block of which no line ran, and keeps its condition', () => {
    expect(ofText('s = -1', whole)).toBe(0);
    expect(ofText('v < 0', whole)).toBe(1);
  });

  it('looks at a branch without braces by itself', () => {
    expect(ofText('s = 1', whole)).toBe(1);
    expect(ofText('s = 1', { ...whole, whole: ran(1, 2, 3, 4, 5, 8, 11) })).toBe(0);
  });

  it('leaves out a function that was not entered', () => {
    expect(ofText('2', whole)).toBe(0);
    const [sign, idle] = SOURCE.functions;
    const execution = executionOf({ ...NO_COVERAGE, ...whole }, project);
    expect([sign, idle].map((fn) => fn && execution.ofFunction(fn))).toEqual([1, 0]);
  });

  it('keeps a line that the line table misses among others that ran', () => {
    expect(ofText('v = -v', { ...whole, whole: ran(1, 3, 4) })).toBe(1);
  });

  it('hardly counts a lone jump, whose line an optimiser may give to another one', () => {
    const likely = ofText('break;', whole);
    expect(likely).toBeGreaterThan(0);
    expect(likely).toBeLessThan(0.5);
  });

  it('is what failing cases ran, where they are known by themselves', () => {
    const perCase = { failing: [ran(1, 3, 4)], passing: [ran(1, 3, 6, 7)] };
    expect(ofText('s = 1', { ...whole, perCase })).toBe(0);
    expect(ofText('s = -1', { ...whole, perCase })).toBe(1);
  });

  it('counts little, and not nothing, where what crashed may have left no trace', () => {
    const unseen = ofText('s = -1', { ...whole, complete: false });
    expect(unseen).toBeGreaterThan(0);
    expect(unseen).toBeLessThan(0.2);
  });
});
