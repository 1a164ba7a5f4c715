import { codeText } from '../../../../../electron/agents/judgement/code/code-text.js';
import { type Code, readCode } from '../../../../../electron/agents/judgement/code/read-code.js';
import { markWith } from '../../../../../electron/agents/openai/untrusted.js';
import type { Evidence } from '../../../../../electron/agents/provider.js';
import type { TestCase, TestResult } from '../../../../../shared/results.js';
import { testGrammar } from '../../../../fixtures/rules-unit.js';
import { benchOf, evidence } from '../../openai/bench.js';

/** A function of so many lines that calls others and uses a macro of its own. */
export const functionOf = (name: string, lines: number, calls: readonly string[] = []): string =>
  [
    `#define ${name.toUpperCase()}_STEP ${name.length}`,
    '',
    `/* What ${name} is for. */`,
    `int ${name}(int a)`,
    '{',
    ...Array.from({ length: lines }, (_, i) => `    a += ${i} * ${name.toUpperCase()}_STEP;`),
    ...calls.map((call) => `    a += ${call}(a);`),
    `    return a; /* end of ${name} */`,
    '}',
    '',
  ].join('\n');

export const testFile = (calls: Readonly<Record<string, readonly string[]>>): string =>
  Object.entries(calls)
    .map(
      ([name, called]) =>
        `void ${name}(void)\n{\n${called.map((c) => `    CHECK(1, ${c}(2));\n`).join('')}}\n`,
    )
    .join('\n');

export const testResult = (cases: readonly TestCase[], more: Partial<TestResult> = {}): TestResult => ({
  image: 'x',
  ended_by: 'exit',
  exit_code: 1,
  cases: [...cases],
  doubled: [],
  announced: null,
  incomplete: null,
  metrics: {},
  artifacts: [],
  ...more,
});

export interface Tree {
  sources: Readonly<Record<string, string>>;
  tests?: Readonly<Record<string, string>>;
  cases?: readonly TestCase[];
  isHeldOut?: (name: string) => boolean;
  isWithheld?: (file: string) => boolean;
  more?: Partial<Evidence>;
}

/** A tree as it is read for a prompt. */
export async function codeOf({
  sources,
  tests = {},
  cases = [],
  isHeldOut,
  isWithheld,
  more,
}: Tree): Promise<Code> {
  const grammar = await testGrammar();
  if (!grammar.ok) throw new Error('no C parser');
  const { scratch, signal } = benchOf(sources, [], tests).io();
  const io = {
    scratch: { ...scratch, ...(isHeldOut && { isHeldOut }), ...(isWithheld && { isWithheld }) },
    signal,
  };
  return readCode(grammar.value, evidence({ test: testResult(cases), ...more }), null, io);
}

/** What a prompt shows of it. */
export const shownOf = async (tree: Tree, budget = 40_000): Promise<string> =>
  codeText(markWith('id'), await codeOf(tree), budget).text;
