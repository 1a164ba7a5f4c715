import { describe, expect, it } from 'vitest';
import type { Before } from '../../../../build/ci/on-base.mjs';
import { runAll } from '../../../../build/ci/run.mjs';

type Given = Parameters<typeof runAll>[0];
type Made = Awaited<ReturnType<Given['plan']>>;

const timed = (file: string) => ({ file, cpu: 10, why: 'electron/main.ts' });
const PLAN: Made['plan'] = {
  newFast: ['test/quick.test.ts'],
  newFull: { fits: [timed('test/new.full.test.ts')], over: [] },
  related: { fits: [timed('test/near.full.test.ts')], over: [timed('test/long.full.test.ts')] },
  twelfth: { part: 2, files: ['test/far.full.test.ts'] },
};

interface Case {
  tests?: { code: number; stdout: string };
  checkCode?: number;
  /** Files with one failing test. */
  failing?: string[];
  /** Vitest fails with no failing test when it runs this file. */
  broken?: string;
  before?: Before;
  problem?: string;
  /** Stops the full tier when this file begins, which then does not end. */
  cutAt?: string;
  /** Stops everything so. */
  interruptedAt?: string;
}

/** Runs it with files that each have a test that passes, and notes what ran. */
async function ci(given: Case) {
  const stops = { all: new AbortController(), full: new AbortController() };
  const ran: string[] = [];
  let spinning = 0;
  const tools: Given = {
    npm: async (args) =>
      args[0] === 'test'
        ? (given.tests ?? { code: 0, stdout: '3 passed, 0 failed\nother\n100 passed, 0 failed\n' })
        : { code: given.checkCode ?? 0, stdout: '' },
    plan: async () => ({
      base: { rev: 'abc', why: 'HEAD~1', names: new Map() },
      commits: 2,
      plan: PLAN,
      problem: given.problem ?? null,
    }),
    run: async (tier, files, stop) => {
      ran.push(`${tier} ${files} ${spinning}`);
      if (files.includes(String(given.cutAt))) stops.full.abort();
      if (files.includes(String(given.interruptedAt))) for (const one of Object.values(stops)) one.abort();
      const results = stop.aborted
        ? []
        : files.map((file) => ({ file, passed: 1, failed: given.failing?.includes(file) ? 1 : 0 }));
      const broken = files.includes(String(given.broken)) ? 1 : 0;
      const failed = results.reduce((sum, result) => sum + result.failed, broken);
      return { passed: results.length, failed, seconds: 1, usage: [], files: results };
    },
    runBefore: async (files) => ({
      before: new Map(files.map((file) => [file, given.before ?? 'passes'])),
      why: given.before === 'unknown' ? 'the base has other packages' : '',
    }),
    spin: async (count) => {
      spinning += count;
      return async () => {
        spinning -= count;
      };
    },
    say: () => {},
  };
  const { lines, code } = await runAll(tools, { all: stops.all.signal, full: stops.full.signal });
  return { code, lines, text: lines.join('\n'), last: lines.at(-1), ran, spinning };
}

describe('what a change passes', () => {
  it('is everything in its order: new files five times, twice of these beside two processes that spin', async () => {
    const { code, last, ran, spinning, text } = await ci({});
    const five = (what: string) => [0, 2, 0, 2, 0].map((beside) => `${what} ${beside}`);
    expect(ran).toEqual([
      ...five('fast test/quick.test.ts'),
      ...five('full test/new.full.test.ts'),
      'full test/near.full.test.ts 0',
      'full test/far.full.test.ts 0',
    ]);
    expect([code, last, spinning]).toEqual([0, '112 passed, 0 failed', 0]);
    expect(text).toContain('not run, for its 10 processor seconds: test/long.full.test.ts');
    expect(text).toContain('ci: passed');
  });

  it.each([
    ['the fast tests', { tests: { code: 1, stdout: '99 passed, 1 failed\n' } }, '111 passed, 1 failed'],
    ['their budget', { tests: { code: 1, stdout: '100 passed, 0 failed\n' } }, '112 passed, 1 failed'],
    ['the check', { checkCode: 1 }, '112 passed, 1 failed'],
    ['an import of a test', { problem: 'no such file' }, '112 passed, 1 failed'],
    ['a new test, at each time', { failing: ['test/quick.test.ts'] }, '112 passed, 5 failed'],
    ['a test that it touches', { failing: ['test/near.full.test.ts'] }, '112 passed, 1 failed'],
  ])('refuses a failure of %s, and runs the rest all the same', async (_, given: Case, counts) => {
    const { code, last, ran } = await ci(given);
    expect([code, last, ran.length]).toEqual([1, counts, 12]);
  });

  it('names what failed, how often, and where it was no test', async () => {
    const { text } = await ci({ failing: ['test/quick.test.ts'], broken: 'test/far.full.test.ts' });
    expect(text).toContain('failed: test/quick.test.ts (5 of 5 times)');
    expect(text).toContain('failed: Vitest itself, its message is above\n');
  });

  it('refuses where no test passed, and runs nothing else: the set-up has failed', async () => {
    const { code, last, ran } = await ci({ tests: { code: 1, stdout: 'setup: stopped' } });
    expect([code, last, ran]).toEqual([1, '0 passed, 1 failed', []]);
  });
});

describe('a failure in the twelfth', () => {
  const failing = ['test/far.full.test.ts'];

  it.each(['passes', 'absent'] as const)('refuses where the base %s', async (before) => {
    const { code, last } = await ci({ failing, before });
    expect([code, last]).toEqual([1, '112 passed, 1 failed']);
  });

  it.each([
    ['fails', 'test/far.full.test.ts: failed, on the base, too: does not refuse'],
    ['unknown', 'test/far.full.test.ts: failed, and is not judged: the base has other packages'],
  ] as const)('does not where the base %s, and is said', async (before, note) => {
    const { code, last, text } = await ci({ failing, before });
    expect([code, last]).toEqual([0, '112 passed, 0 failed']);
    expect(text).toContain(note);
  });
});

describe('the limit of time', () => {
  it('ends what is of the full tier, names what did not run, and judges by what ran', async () => {
    const { code, last, ran, text } = await ci({ cutAt: 'test/near.full.test.ts' });
    expect(ran.at(-1)).toBe('full test/near.full.test.ts 0');
    expect([code, last]).toEqual([0, '110 passed, 0 failed']);
    expect(text).toContain('not run: test/near.full.test.ts');
    expect(text).toContain('not run: test/far.full.test.ts');
  });

  it('says how often a new full file ended, and lets new fast files run to their end', async () => {
    const { ran, text } = await ci({ cutAt: 'test/quick.test.ts' });
    expect(ran).toHaveLength(5);
    expect(text).toContain('not run: test/new.full.test.ts (ended 0 of 5 times)');
  });

  it('refuses by a failure before it', async () => {
    const given = { cutAt: 'test/far.full.test.ts', failing: ['test/near.full.test.ts'] };
    expect((await ci(given)).code).toBe(1);
  });
});

describe('an interruption', () => {
  it('ends the fast files, too, and is said', async () => {
    const { code, ran, text, spinning } = await ci({ interruptedAt: 'test/quick.test.ts' });
    expect([code, ran.length, spinning]).toEqual([130, 1, 0]);
    expect(text).toContain('ci: interrupted after');
  });
});
