import { describe, expect, it } from 'vitest';
import { readTests, testsText } from '../../../../electron/agents/judgement/tests.js';
import { markWith } from '../../../../electron/agents/openai/untrusted.js';
import type { TestCase, TestResult } from '../../../../shared/results.js';
import { benchOf, evidence } from '../openai/bench.js';

const SUITE = `#include "unity.h"

void ring_wraps(void);

void ring_wraps(void)
{
    put(8);
    CHECK(7, get());
}

void ring_secret(void)
{
    CHECK(1, 42);
}

int main(void)
{
    RUN(ring_wraps);
    RUN(ring_secret);
    RUN(ring_ends);
    return 0;
}
`;
const FILES = { 'src/ring.c': 'int next(int i);\n' };

async function shown(failing: TestCase[], isHeldOut?: (name: string) => boolean): Promise<string> {
  const { scratch } = benchOf(FILES, [], { 'test/suite.c': SUITE, 'README.md': 'ring_wraps' }).io();
  const test: TestResult = {
    image: 'x',
    ended_by: 'exit',
    exit_code: 1,
    cases: failing,
    doubled: [],
    announced: null,
    incomplete: null,
    metrics: {},
    artifacts: [],
  };
  const sources = await readTests({ ...scratch, ...(isHeldOut && { isHeldOut }) }, evidence({ test }));
  return testsText(markWith('id'), sources);
}

describe('the source of a failing case', () => {
  it('is the function in which the assertion is, numbered and marked as not to be changed', async () => {
    const location = { file: '/work/fw/test/suite.c', line: 8 };
    const text = await shown([{ name: 'ring_wraps', status: 'fail', location }]);
    expect(text).toContain('cannot be changed');
    expect(text).toContain('"test/suite.c, lines 5 to 9 (read-only)">\n5| void ring_wraps(void)\n');
    expect(text).toContain('\n8|     CHECK(7, get());\n9| }\n</data id>');
    expect(text).not.toContain('42');
  });

  it('is found by its name where no place is known, the definition before the declaration', async () => {
    const text = await shown([{ name: 'suite.ring_wraps', status: 'missing' }]);
    expect(text).toContain('lines 5 to 9 ');
  });

  it('is left out where nothing names it, and where it passed', async () => {
    expect(await shown([{ name: 'other', status: 'fail' }])).toBe('');
    expect(await shown([{ name: 'ring_wraps', status: 'pass' }])).toBe('');
  });

  it('never names a held-out case', async () => {
    const isHeldOut = (name: string) => name === 'ring_secret';
    const text = await shown([{ name: 'ring_ends', status: 'fail' }], isHeldOut);
    expect(text).toContain('RUN(ring_wraps);');
    expect(text).not.toContain('ring_secret');
    const location = { file: 'test/suite.c', line: 13 };
    expect(await shown([{ name: 'other', status: 'fail', location }], isHeldOut)).toBe('');
  });

  it('says where the source of some cases is not shown', async () => {
    const many = Array.from({ length: 9 }, (_, i): TestCase => ({ name: `other_${i}`, status: 'fail' }));
    expect(await shown([{ name: 'ring_wraps', status: 'fail' }, ...many])).toContain(
      '(of the first 5 of 10)',
    );
  });
});
