import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { TestModule, Vitest } from 'vitest/node';
import FileResults, { countOf, RESULTS } from '../../../../build/test/file-results.mjs';

describe('the count of tests', () => {
  it('counts passed and failed ones, and none that was skipped', () => {
    expect(countOf(['passed', 'failed', 'skipped', 'passed'], true)).toEqual({ passed: 2, failed: 1 });
  });

  it('counts a file that could not be loaded or set up as a failure', () => {
    expect(countOf([], true)).toEqual({ passed: 0, failed: 1 });
    expect(countOf(['skipped'], true)).toEqual({ passed: 0, failed: 1 });
  });
});

describe('the results of files', () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'benchloop-test-results-'));
  afterEach(() => {
    vi.unstubAllEnvs();
    rmSync(dir, { recursive: true });
  });

  it('are noted as soon as each file ends, named from the checkout that runs', () => {
    const results = path.join(dir, 'results.jsonl');
    vi.stubEnv(RESULTS, results);
    const reporter = new FileResults();
    reporter.onInit({ config: { root: '/somewhere' } } as Vitest);
    const module = {
      moduleId: '/somewhere/test/a.test.ts',
      state: () => 'passed',
      children: { allTests: () => [{ result: () => ({ state: 'passed' }) }] },
    };
    reporter.onTestModuleEnd(module as unknown as TestModule);
    expect(readFileSync(results, 'utf8')).toBe('{"file":"test/a.test.ts","passed":1,"failed":0}\n');
  });
});
