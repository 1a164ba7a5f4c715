import * as z from 'zod';
import type { Problem, ProblemCode } from '../../../../shared/problem.js';
import { text, type Words } from '../../../../shared/texts/words.js';

const Build = z.looseObject({
  success: z.boolean(),
  exit_code: z.number().nullable().optional(),
  timed_out: z.boolean().optional(),
  problem: z.string().optional(),
  diagnostics: z
    .array(
      z.looseObject({
        severity: z.string(),
        message: z.string(),
        file: z.string().optional(),
        line: z.number().optional(),
      }),
    )
    .optional(),
});
const Test = z.looseObject({
  cases: z.array(z.looseObject({ name: z.string(), status: z.string() })),
  unknown_cases: z.array(z.string()).optional(),
  incomplete: z.string().nullable().optional(),
});
const Command = z.looseObject({ exit_code: z.number().nullable(), signal: z.string().nullable().optional() });
const Loop = z.looseObject({ run: z.string(), final_status: z.string(), reason: z.string() });

/** Cases that are named. */
const NAMED = 5;

/** What the result of a tool says against a pass, and what a person does then. */
interface Judge {
  /** Null: it passed. */
  why(payload: unknown): Words | null;
  code: ProblemCode;
  next: Words;
}

const REPAIR = text`correct it and ask again, or have it repaired: benchloop ask --task TASK.yaml "repair it"`;

/**
 * Every tool whose call can be made, answer, and yet not bring what was asked for. Of all others (reads, edits, a flash, a switch of
 * power) a call that did not do what was asked has failed itself.
 */
const JUDGES: Readonly<Record<string, Judge>> = {
  build: { why: whyNotBuilt, code: 'BUILD_FAILURE', next: REPAIR },
  run_test: { why: whyNotGreen, code: 'REGRESSION', next: REPAIR },
  run_terminal_cmd: {
    why: (payload) => {
      const { exit_code, signal } = Command.parse(payload);
      if (exit_code === 0) return null;
      return exit_code === null && signal
        ? text`${signal} ended the command`
        : text`exit code ${String(exit_code)}`;
    },
    code: 'BUILD_FAILURE',
    next: text`read what the command printed`,
  },
  run_loop: {
    why: (payload) => {
      const { run, final_status, reason } = Loop.parse(payload);
      return final_status === 'SUCCESS' ? null : text`run ${run} ended ${final_status}: ${reason}`;
    },
    code: 'BUILD_FAILURE',
    next: text`see what it tried: benchloop ask "explain the last run"`,
  },
};

/** Why the payload of a call that was made is no success; null: it is one, or the tool cannot say. */
export const whyNotPassed = (tool: string, payload: unknown): Words | null =>
  JUDGES[tool]?.why(payload) ?? null;

/** Whether a tool's result can say that it did not pass. */
export const isJudged = (tool: string): boolean => Object.hasOwn(JUDGES, tool);

/** The same as the failure of whatever the call was made for. */
export function shortfall(tool: string, payload: unknown): Problem | null {
  const why = whyNotPassed(tool, payload);
  return why === null ? null : failureOf(tool, why);
}

/** That a call did not pass, as the failure of what it was made for. */
export function failureOf(tool: string, message: Words): Problem {
  const judge = JUDGES[tool];
  return judge === undefined
    ? { code: 'UNHANDLED_EXCEPTION', message }
    : { code: judge.code, message, next: judge.next };
}

/** The first error says more than the last line of the output. */
function whyNotBuilt(payload: unknown): Words | null {
  const { success, exit_code, timed_out, problem, diagnostics = [] } = Build.parse(payload);
  if (success) return null;
  const first = diagnostics.find(({ severity }) => severity === 'error');
  if (first !== undefined) {
    const place = [first.file, first.line].filter((part) => part !== undefined).join(':');
    return place === ''
      ? text`the build failed: ${first.message}`
      : text`the build failed: ${`${place}: ${first.message}`}`;
  }
  if (problem !== undefined) return text`the build failed: ${problem}`;
  if (timed_out) return text`the build failed: it did not end in time`;
  return typeof exit_code === 'number'
    ? text`the build failed with exit code ${exit_code}`
    : text`the build failed`;
}

function whyNotGreen(payload: unknown): Words | null {
  const { cases, unknown_cases = [], incomplete = null } = Test.parse(payload);
  const failing = cases
    .filter(({ status }) => status !== 'pass' && status !== 'skip')
    .map(({ name }) => name);
  if (failing.length > 0) return text`failing cases: ${shortList(failing)}`;
  if (incomplete !== null) return text`the test run is not whole: ${incomplete}`;
  if (unknown_cases.length > 0) return text`there are no cases of these names: ${shortList(unknown_cases)}`;
  return cases.length === 0 ? text`no case was reported` : null;
}

const shortList = (names: readonly string[]): string =>
  names.length <= NAMED
    ? names.join(', ')
    : `${names.slice(0, NAMED).join(', ')} … (+${names.length - NAMED})`;
