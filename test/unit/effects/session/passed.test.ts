import { describe, expect, it } from 'vitest';
import { shortfall } from '../../../../electron/effects/session/verification/passed.js';
import { OFFERED } from '../../../../electron/tools/offered-tools.js';
import { inEnglish } from '../../../../shared/texts/words.js';

const why = (tool: string, payload: unknown): string | null => {
  const problem = shortfall(tool, payload);
  return problem && inEnglish(problem.message);
};
const error = { severity: 'error', message: "no member named 'x'", file: 'src/a.c', line: 7 };
const TEST = { cases: [{ name: 'a', status: 'pass' }], unknown_cases: [], incomplete: null };

describe('a call that was made', () => {
  it.each([
    ['build', { success: true, diagnostics: [error] }],
    ['run_test', TEST],
    ['run_terminal_cmd', { exit_code: 0, signal: null }],
    ['run_loop', { run: 'r', final_status: 'SUCCESS', reason: 'it passes' }],
  ])('of %s with a success falls short of nothing', (tool, payload) => {
    expect(why(tool, payload)).toBeNull();
  });

  it.each([
    [
      'build',
      { success: false, diagnostics: [{ severity: 'warning', message: 'w' }, error] },
      "the build failed: src/a.c:7: no member named 'x'",
    ],
    ['build', { success: false, problem: 'cc is not installed' }, 'the build failed: cc is not installed'],
    ['build', { success: false, timed_out: true }, 'the build failed: it did not end in time'],
    ['build', { success: false, exit_code: 2 }, 'the build failed with exit code 2'],
    ['run_test', { ...TEST, cases: [{ name: 'b', status: 'missing' }] }, 'failing cases: b'],
    ['run_test', { ...TEST, incomplete: 'it hung' }, 'the test run is not whole: it hung'],
    ['run_test', { ...TEST, unknown_cases: ['z'] }, 'there are no cases of these names: z'],
    ['run_test', { cases: [] }, 'no case was reported'],
    ['run_terminal_cmd', { exit_code: 3, signal: null }, 'exit code 3'],
    ['run_terminal_cmd', { exit_code: null, signal: 'SIGSEGV' }, 'SIGSEGV ended the command'],
    ['run_loop', { run: 'r', final_status: 'FAILURE', reason: 'no idea' }, 'run r ended FAILURE: no idea'],
  ])('of %s with %j falls short: %s', (tool, payload, said) => {
    expect(why(tool, payload)).toBe(said);
    expect(shortfall(tool, payload)?.next).toBeDefined();
  });

  it('of any other tool has failed itself where it did not do what was asked', () => {
    const judged = ['build', 'run_test', 'run_terminal_cmd'];
    for (const { tool } of OFFERED.filter((one) => !judged.includes(one.tool.name)))
      expect(shortfall(tool.name, {}), tool.name).toBeNull();
  });
});
