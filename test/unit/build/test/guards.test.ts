import { describe, expect, it } from 'vitest';
import { fateOf, mutated } from '../../../../build/test/guards.mjs';

const results = (...files: [status: string, ...failures: (string | null)[]][]) => ({
  numTotalTests: 1,
  testResults: files.map(([status, ...tests]) => ({
    status,
    assertionResults: tests.map((failure) =>
      failure === null ? { status: 'passed' } : { status: 'failed', failureMessages: [failure] },
    ),
  })),
});

describe('a mutation', () => {
  it('is killed by an assertion that fails', () => {
    expect(fateOf(results(['failed', null, 'AssertionError: expected 1 to be 2']))).toBe('killed');
  });

  it('survives where all tests pass', () => {
    expect(fateOf(results(['passed', null]))).toBe('SURVIVED');
  });

  it.each([
    ['a test fails by an error', results(['failed', 'TypeError: x is not a function'])],
    ['a file cannot be loaded', results(['failed'], ['passed', null])],
    ['no test runs', results()],
    ['Vitest does not come to its end', null],
  ])('is broken where %s', (_, of) => {
    expect(fateOf(of)).toBe('BROKEN');
  });

  it('is made where its text occurs once, and nowhere else', () => {
    expect(mutated('a b c', { find: 'b', put: '$&' })).toBe('a $& c');
    expect(mutated('a b b', { find: 'b', put: 'x' })).toBeNull();
    expect(mutated('a c', { find: 'b', put: 'x' })).toBeNull();
  });
});
