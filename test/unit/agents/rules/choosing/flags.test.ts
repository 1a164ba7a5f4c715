import { afterAll, describe, expect, it } from 'vitest';
import { loadGrammar } from '../../../../../electron/agents/c/grammar.js';
import { readSource } from '../../../../../electron/agents/c/source.js';
import type { Candidate } from '../../../../../electron/agents/rules/candidates.js';
import { flagsOf, namedOutside } from '../../../../../electron/agents/rules/choosing/flags.js';
import type { Project } from '../../../../../electron/agents/rules/project.js';
import { inEnglish } from '../../../../../shared/texts/words.js';
import { wasmFolder } from '../../../../fixtures/rules-unit.js';

const wasm = wasmFolder();
afterAll(wasm.remove);
const loaded = await loadGrammar(wasm.dir);
if (!loaded.ok) throw new Error(inEnglish(loaded.error.message));
const grammar = loaded.value;

const projectOf = (texts: Record<string, string>, changeable: string): Project => ({
  sources: new Map(Object.entries(texts).map(([file, text]) => [file, readSource(grammar, file, text)])),
  changeable: new Set([changeable]),
  functions: new Map(),
  mentions: new Map(),
});

/** Flags of a patch that puts `to` where `file` has `from`. */
function flags(
  [from, to]: readonly [string, string],
  source: string,
  more: Partial<Candidate> & { file?: string; tests?: string } = {},
): string[] {
  const { file = 'src/unit.c', tests = '', ...given } = more;
  const start = source.indexOf(from);
  if (start < 0) throw new Error(`no ${from} in ${source}`);
  const candidate: Candidate = {
    edits: [{ file, start, end: start + from.length, text: to }],
    ...{ kind: 'k', what: 'w', score: 1, turn: 1, common: 1 },
    ...{ destructive: false, contrived: false, layout: false },
    place: { file, line: 1, function: null },
    ...given,
  };
  return flagsOf(candidate, projectOf({ [file]: source, 'test/test.c': tests }, file), grammar);
}

describe('what makes a passing edit suspicious', () => {
  it.each([
    ['constant_condition', 'int f(int a) { if (a > 1) return 1; return a; }', ['a > 1', '1']],
    ['constant_condition', 'int f(int a, int b) { if (a > 1 && b) return 1; return a; }', ['&& b', '&& 1']],
    ['self_comparison', 'int f(int a, int b) { return a < b; }', ['a < b', 'a < a']],
    ['unreachable', 'int f(int a) { a += 1; return a; }', ['a += 1;', 'return 0;']],
    ['deleted', 'int f(int a) { a += 1; return a; }', ['a += 1;', '']],
    ['check_weakened', 'int f(int *a) { if (!a) return 0; return *a; }', ['if (!a) return 0; ', '']],
    ['check_weakened', 'int f(int a, int b) { if (a < 0) return 0; return b; }', ['a < 0', 'a < 0 && b > a']],
    ['special_case', 'int f(int a) { if (a < 0) return 0; return a; }', ['a < 0', 'a < 0 || a == 7']],
    ['side_effect', 'int f(char *p) { if (*p) return 1; return 0; }', ['(*p)', '(*p++)']],
    ['equality_offset', 'int f(int raw, int s) { return raw != s; }', ['raw != s', 'raw != s - 1']],
  ] as const)('%s: %s', (flag, source, edit) => {
    expect(flags(edit, source)).toContain(flag);
  });

  it.each([
    ['a comparison', 'int f(int a, int b) { if (a < b) return 1; return 0; }', ['a < b', 'a <= b']],
    ['another variable', 'int f(int a, int b) { return a + a; }', ['a + a', 'a + b']],
    ['an offset of an index', 'int f(int *a, int n) { return a[n]; }', ['a[n]', 'a[n - 1]']],
    ['a guard', 'int f(int *a) { return *a; }', ['return *a', 'if (!a) return 0; return *a']],
    [
      'a comparison with zero',
      'int f(int a) { if (a < 0) return 1; return a; }',
      ['a < 0', 'a < 0 || a == 0'],
    ],
    ['a constant inside', 'enum { A = 1 };\nint f(int a) { return a + A; }', ['A = 1', 'A = 2']],
  ] as const)('is not in %s', (_, source, edit) => {
    expect(flags(edit, source)).toEqual([]);
  });

  it('is a constant of a header, or one that tests compare with', () => {
    const header = '#define LIMIT 4\n';
    expect(flags(['4', '5'], header, { file: 'src/unit.h' })).toEqual(['interface_constant']);
    const source = 'enum { LIMIT = 4 };\n';
    const tests = 'int t(void) { return f() == LIMIT; }\n';
    expect(flags(['4', '5'], source, { tests })).toEqual(['interface_constant']);
    expect(flags(['4', '5'], source, { tests: 'int t(void) { return LIMITED; }\n' })).toEqual([]);
  });

  it('is what its template says of itself', () => {
    const source = 'int f(int a) { return a; }';
    const own = { destructive: true, layout: true, contrived: true };
    expect(flags(['a; }', 'a + 1; }'], source, own)).toEqual(['deleted', 'layout', 'contrived']);
  });

  it('counts no name that only begins alike', () => {
    const project = projectOf({ 'a.c': 'int A;', 'test.c': 'int AB, xA, A_;' }, 'a.c');
    expect(namedOutside('A', project)).toBe(false);
    expect(namedOutside('A_', project)).toBe(true);
  });
});
