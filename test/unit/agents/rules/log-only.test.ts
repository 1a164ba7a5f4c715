import { afterAll, describe, expect, it } from 'vitest';
import { DIAGNOSIS_LOG, type Evidence } from '../../../../electron/agents/provider.js';
import { createRulesProvider } from '../../../../electron/agents/rules/provider.js';
import { inEnglish } from '../../../../shared/texts/words.js';
import { type BenchSetting, createBench } from '../../../fixtures/rules-scratch.js';
import { ioOf, program, wasmFolder } from '../../../fixtures/rules-unit.js';

const wasm = wasmFolder();
afterAll(wasm.remove);
const provider = createRulesProvider({ wasmDir: wasm.dir });

const SOURCE = `#include "unit.h"

static int half(int v)
{
    return v / 2;
}

int steps(uint8_t from, unsigned int to, const char *name)
{
    int n = 0;
    while (from != to) {
        n++;
    }
    return n + half(n) + (name != 0);
}
`;
const FILES = {
  'src/unit.c': SOURCE,
  'src/unit.h':
    '#ifndef UNIT_H\n#define UNIT_H\n#include <stdint.h>\nint steps(uint8_t from, unsigned int to, const char *name);\n#endif\n',
  'test/main.c': program('CHECK("steps_two", steps(1, 3, "x") == 4);')
    .replaceAll('printf', 'OUT')
    .replace('#include <stdio.h>\n', '#define OUT(...) ((void)0)\n#define fflush(f) ((void)0)\n'),
};

const bench = (files: Record<string, string> = {}, over: Partial<BenchSetting> = {}) =>
  createBench({
    files: { ...FILES, ...files },
    changeable: ['src/unit.c', 'src/unit.h'],
    parser: 'tap',
    limitMs: 300,
    ...over,
  });

async function logOnly(scratch: ReturnType<typeof bench>, over: Partial<Evidence> = {}) {
  const evidence = await scratch.evidence({ constraints: ['log only'], ...over });
  const analysis = await provider.analyse(evidence, ioOf(scratch));
  if (!analysis.ok) throw new Error(inEnglish(analysis.error.message));
  return provider.propose(evidence, analysis.value, ioOf(scratch));
}

const lines = (patch: string, sign: '+' | '-'): string[] =>
  patch
    .split('\n')
    .filter((line) => line.startsWith(sign) && !line.startsWith(sign.repeat(3)))
    .map((line) => line.slice(1).trim());

describe('under "log only" the rules', () => {
  it('print to standard error on this computer, in every function at once, and change no line', async () => {
    const proposal = await logOnly({ ...bench(), hosted: true });
    if (!proposal.ok) throw new Error(inEnglish(proposal.error.message));
    const { patch, rationale } = proposal.value;
    expect(lines(patch, '+')).toEqual([
      '#include <stdio.h>',
      'fprintf(stderr, "# in half v=%d\\n", v);',
      'fprintf(stderr, "# in steps from=%d to=%u\\n", from, to);',
    ]);
    expect(lines(patch, '-')).toEqual([]);
    expect(rationale).toMatch(/entry of .*half\(\)/);
  });

  it('print elsewhere by the function that the repository has, with the header that declares it', async () => {
    const port = {
      'port/console.h': 'void console_print(const char *text);\n',
      'port/console.c': '#include "console.h"\nvoid console_print(const char *text)\n{\n    (void)text;\n}\n',
      'test/main.c': `#include "../port/console.h"\n${FILES['test/main.c'].replace('return 0', 'console_print("end"); return 0')}`,
    };
    const proposal = await logOnly(bench(port));
    if (!proposal.ok) throw new Error(inEnglish(proposal.error.message));
    expect(lines(proposal.value.patch, '+')).toEqual([
      '#include "../port/console.h"',
      'console_print("# in half\\n");',
      'console_print("# in steps\\n");',
    ]);
  });

  it('never print in what the print function itself needs, nor in main', async () => {
    const source = `#include "unit.h"\nstatic void put(char c)\n{\n    (void)c;\n}\n\nvoid print(const char *text)\n{\n    put(text[0]);\n}\n\nint steps(uint8_t from, unsigned int to, const char *name)\n{\n    print("# start");\n    while (from != to) {\n    }\n    return name != 0;\n}\n`;
    const header = FILES['src/unit.h'].replace('#endif', 'void print(const char *text);\n#endif');
    const proposal = await logOnly(bench({ 'src/unit.c': source, 'src/unit.h': header }));
    if (!proposal.ok) throw new Error(inEnglish(proposal.error.message));
    expect(lines(proposal.value.patch, '+')).toEqual(['print("# in steps\\n");']);
  });

  it('try fewer prints where the policy refuses many', async () => {
    const refuse = (patch: string) => (lines(patch, '+').length > 2 ? 'too many lines' : null);
    const proposal = await logOnly({ ...bench({}, { refuse }), hosted: true });
    if (!proposal.ok) throw new Error(inEnglish(proposal.error.message));
    expect(lines(proposal.value.patch, '+')).toHaveLength(2);
  });

  it('answer ANALYSIS_FAILURE where nothing prints', async () => {
    expect(await logOnly(bench())).toMatchObject({ ok: false, error: { code: 'ANALYSIS_FAILURE' } });
  });
});

describe('what a diagnostic patch printed', () => {
  it('points at the function that was entered last, and at what calls it', async () => {
    const text = '# in half v=1\n# in steps from=1 to=3\nnoise\n# in half v=2\n';
    const scratch = bench();
    const evidence = await scratch.evidence({ logs: [{ name: DIAGNOSIS_LOG, text }] });
    const analysis = await provider.analyse(evidence, ioOf(scratch));
    if (!analysis.ok) throw new Error(inEnglish(analysis.error.message));
    const [first, second] = analysis.value.hypothesis_list;
    expect([first?.location?.function, second?.location?.function]).toEqual(['half', 'steps']);
    expect(first?.evidence.join()).toMatch(/half\(\) is the last function that was entered/);
    expect(first?.confidence).toBeGreaterThanOrEqual(0.75);
  });

  it('tells nothing where it names no function of the tree, or stands in another log', async () => {
    for (const log of [
      { name: DIAGNOSIS_LOG, text: '# in nowhere\n' },
      { name: 'ci.log', text: '# in half\n' },
    ]) {
      const scratch = bench();
      const analysis = await provider.analyse(await scratch.evidence({ logs: [log] }), ioOf(scratch));
      if (!analysis.ok) throw new Error(inEnglish(analysis.error.message));
      expect(JSON.stringify(analysis.value)).not.toMatch(/entered/);
    }
  });
});
