import { describe, expect, it } from 'vitest';
import { renderText } from '../../../../../electron/effects/firmware-loop/report/text.js';
import { HOSTILE, PATCH, sampleReport } from './sample-report.js';

describe('a report for the terminal', () => {
  it('says status, verdict, reason, cases, patch, files and the next step', () => {
    const text = renderText(sampleReport());
    expect(text).toMatch(/^SUCCESS {2}PLAUSIBLE {2}All ring cases pass\nevery target case passes\n/);
    expect(text).toContain('Cases: 2 passed, 2 failed');
    expect(text).toContain('Models: 3 requests; replaced by placeholders: PASSWORD 1, FILE 2; there can be');
    expect(renderText(sampleReport({ models: null }))).not.toContain('Models');
    expect(text).toContain('pass    ring_pop (was fail)');
    expect(text).toContain('fail    ring_full at src/ring.c:7: got · ');
    expect(text).not.toContain('ring_push');
    expect(text).toContain('  +int b = 2;');
    expect(text).toContain('elf: abc.elf');
    expect(text).toContain('git merge benchloop/r-1');
    expect(text).toContain('benchloop show r-1 --html');
  });

  it('marks held-out cases, and says where a repaired case failed', () => {
    const sample = sampleReport();
    const baseline = {
      passed: 1,
      failed: 1,
      cases: [{ name: 'ring_pop', status: 'fail' as const, location: { file: 'test/t.c', line: 41 } }],
    };
    const text = renderText({ ...sample, baseline, held_out: ['ring_full', 'ring_pop'] });
    expect(text).toContain('pass    ring_pop [held out] (was fail) at test/t.c:41');
    expect(text).toContain('the held-out cases pass with it, but no figures say how often');
    expect(text).not.toContain('no held-out case vouches');
    expect(renderText({ ...sample, baseline })).toContain('no held-out case vouches');
    expect(text).toContain('fail    ring_full [held out] at src/ring.c:7');
    expect(text).not.toContain('ring_hw [held out]');
  });

  it('lets nothing through that drives a terminal', () => {
    const text = renderText(
      sampleReport({ goal: HOSTILE, reason: HOSTILE, patch: `${PATCH}+${HOSTILE}\r\n` }),
    );
    expect(text).not.toMatch(/(?![\t\n])\p{Cc}/u);
  });

  it('of a failure says the error and what to do about it', () => {
    const last_error = {
      code: 'TOOLCHAIN_MISSING' as const,
      message: 'no gcc',
      where: 'gcc',
      next: 'install it',
    };
    const text = renderText(
      sampleReport({ final_status: 'FAILURE', verdict: 'NOT_FIXED', patch: null, branch: null, last_error }),
    );
    expect(text).toContain('Last error: TOOLCHAIN_MISSING: gcc: no gcc');
    expect(text).toContain('Next: install it');
    expect(text).toContain('Patch: none was kept');
  });

  it('stays short for thousands of cases and a huge patch', () => {
    const cases = Array.from({ length: 5000 }, (_, i) => ({ name: `c${i}`, status: 'fail' as const }));
    const text = renderText(
      sampleReport({ tests: { passed: 0, failed: 5000, cases }, patch: PATCH.repeat(1000) }),
    );
    expect(text.split('\n').length).toBeLessThan(110);
    expect(text).toContain('… and 4980 more');
  });
});
