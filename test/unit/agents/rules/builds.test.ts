import { afterAll, describe, expect, it } from 'vitest';
import { createRulesProvider } from '../../../../electron/agents/rules/provider.js';
import type { Diagnostic } from '../../../../shared/results.js';
import { inEnglish } from '../../../../shared/texts/words.js';
import { createBench } from '../../../fixtures/rules-scratch.js';
import { ioOf, program, wasmFolder } from '../../../fixtures/rules-unit.js';

const wasm = wasmFolder();
afterAll(wasm.remove);
const provider = createRulesProvider({ wasmDir: wasm.dir });

const HEADER = '#ifndef UNIT_H\n#define UNIT_H\nint sum(const int *v, int n);\nint twice(int v);\n#endif\n';
const SOURCE = `#include "unit.h"
int sum(const int *v, int n) {
    int total = 0;
    for (int i = 0; i < n; i++) total += v[i];
    return total;
}
int twice(int v) {
    return 2 * v;
}
`;
const MAIN = program(
  'const int v[] = {1, 2, 3}; CHECK("sum_three", sum(v, 3) == 6); CHECK("twice_two", twice(2) == 4);',
);

interface Broken {
  what: string;
  source?: string;
  header?: string;
  more?: Record<string, string>;
  expected?: RegExp;
  flags?: string[];
}

const BROKEN: readonly Broken[] = [
  { what: 'a semicolon is missing', source: SOURCE.replace('return total;', 'return total') },
  {
    what: 'a name is misspelt',
    source: SOURCE.replace('return total;', 'return totel;'),
    expected: /return total;/,
  },
  { what: 'a closing brace is missing', source: SOURCE.replace('return total;\n}', 'return total;\n') },
  { what: 'a closing parenthesis is missing', source: SOURCE.replace('i < n; i++)', 'i < n; i++') },
  {
    what: 'a definition has another name than its prototype',
    source: SOURCE.replace('int twice(', 'int twise('),
    expected: /\+int twice\(/,
  },
  {
    what: 'a definition is static',
    source: SOURCE.replace('int twice', 'static int twice').replace('#include "unit.h"\n', ''),
    expected: /\+int twice/,
  },
  {
    what: 'a header of the tree is not included',
    source: SOURCE.replace('2 * v', 'SCALE * v'),
    more: { 'src/scale.h': '#define SCALE 2\n' },
    expected: /#include "scale.h"/,
  },
  {
    what: 'a standard header is not included',
    source: SOURCE.replace('return 2 * v;', 'uint32_t w = (uint32_t)v;\n    return (int)(2 * w);'),
    expected: /#include <stdint.h>/,
  },
  {
    what: 'a prototype contradicts its definition',
    header: HEADER.replace('int twice(int v)', 'int twice(long v, int w)'),
    expected: /twice\(int v\);/,
  },
  {
    what: 'a function is declared nowhere',
    header: HEADER.replace('int twice(int v);\n', ''),
    flags: ['-Werror=missing-prototypes', '-Werror=implicit-function-declaration'],
    expected: /^\+int twice\(int v\);/m,
  },
  {
    what: 'a global is declared and nowhere defined',
    source: SOURCE.replace('2 * v', 'factor + v'),
    header: HEADER.replace('#endif', 'extern int factor;\n#endif'),
    expected: /\+int factor;/,
  },
];

describe('rules repair a tree that does not build', () => {
  for (const { what, source, header, more, flags, expected } of BROKEN)
    it(`when ${what}`, async () => {
      const files = {
        'src/unit.c': source ?? SOURCE,
        'src/unit.h': header ?? HEADER,
        'test/main.c': MAIN,
        ...more,
      };
      const bench = createBench({
        files,
        changeable: Object.keys(files).filter((file) => file.startsWith('src/')),
        parser: 'tap',
        flags,
      });
      const evidence = await bench.evidence();
      expect(evidence.build?.success).toBe(false);
      const analysis = await provider.analyse(evidence, ioOf(bench));
      if (!analysis.ok) throw new Error(inEnglish(analysis.error.message));
      const proposal = await provider.propose(evidence, analysis.value, ioOf(bench));
      if (!proposal.ok) throw new Error(inEnglish(proposal.error.message));
      const { patch, rationale } = proposal.value;
      expect(patch, rationale).not.toBe('');
      if (expected) expect(patch).toMatch(expected);
      const trial = await bench.try(patch, new AbortController().signal);
      expect(trial.build?.success).toBe(true);
    });

  it('and says so where no suggestion makes it build', async () => {
    const files = {
      'src/unit.c': SOURCE.replace('2 * v', 'entirely_unknown_thing(v)'),
      'src/unit.h': HEADER,
      'test/main.c': MAIN,
    };
    const bench = createBench({ files, changeable: ['src/unit.c'], parser: 'tap', searchTrials: 100 });
    const evidence = await bench.evidence();
    const analysis = await provider.analyse(evidence, ioOf(bench));
    if (!analysis.ok) throw new Error(inEnglish(analysis.error.message));
    expect(analysis.value.hypothesis_list[0]?.cause).toMatch(/entirely_unknown_thing/);
    const proposal = await provider.propose(evidence, analysis.value, ioOf(bench));
    if (!proposal.ok) throw new Error(inEnglish(proposal.error.message));
    expect(proposal.value.patch).toBe('');
    expect(proposal.value.rationale).toMatch(/No edit that the diagnostics suggest/);
  });

  it('and names the source that the build does not link', async () => {
    const files = { 'src/unit.c': SOURCE, 'src/unit.h': HEADER, 'test/main.c': MAIN };
    const tree = createBench({ files, changeable: ['src/unit.c'], parser: 'tap' });
    const { build } = await tree.evidence();
    if (!build) throw new Error('nothing was built');
    const message = "undefined reference to `twice'";
    const missed: Diagnostic = { severity: 'error', message, origin: 'linker', symbol: 'twice', fixits: [] };
    const failed = { ...build, success: false, exit_code: 2, diagnostics: [missed] };
    const bench = { ...tree, try: async () => ({ applies: true, refused: null, build: failed, test: null }) };
    const evidence = await tree.evidence({ build: failed, test: null });
    const analysis = await provider.analyse(evidence, ioOf(bench));
    if (!analysis.ok) throw new Error(inEnglish(analysis.error.message));
    expect(analysis.value.root_cause).toMatch(/src\/unit\.c defines: the build does not link that file/);
    const proposal = await provider.propose(evidence, analysis.value, ioOf(bench));
    const rationale = expect.stringMatching(/The build does not link src\/unit\.c/);
    expect(proposal).toMatchObject({ ok: true, value: { patch: '', rationale } });
  });
});
