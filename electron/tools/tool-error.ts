import { isAbsolute, win32 } from 'node:path';
import type { Problem, ProblemCode, Result } from '../../shared/problem.js';
import { inEnglish, type Message, text } from '../../shared/texts/words.js';
import type { ToolErrorCode, ToolResult } from '../../shared/tool-result.js';
import { visible } from '../../shared/visible-text.js';

/** What each failure is for the caller of a tool. Only `E_IO` may pass by itself. */
const CODES: Readonly<Record<ProblemCode, ToolErrorCode>> = {
  TASK_NOT_FOUND: 'E_INVALID_ARGS',
  TASK_MALFORMED: 'E_INVALID_ARGS',
  REPO_NOT_FOUND: 'E_INVALID_ARGS',
  REPO_NO_COMMIT: 'E_INVALID_ARGS',
  PROFILE_UNKNOWN: 'E_INVALID_ARGS',
  PROFILE_MALFORMED: 'E_INVALID_ARGS',
  POLICY_MALFORMED: 'E_INVALID_ARGS',
  RUN_NOT_FOUND: 'E_INVALID_ARGS',
  GATE_NOT_FOUND: 'E_INVALID_ARGS',
  GATE_CODE: 'E_INVALID_ARGS',
  ANSWER_REFUSED: 'E_POLICY_DENIED',
  USAGE: 'E_INVALID_ARGS',
  ARGUMENTS_MALFORMED: 'E_INVALID_ARGS',
  FILE_NOT_FOUND: 'E_INVALID_ARGS',
  DECLINED: 'E_POLICY_DENIED',
  HOME_UNWRITABLE: 'E_IO',
  DISK_FULL: 'E_IO',
  JOURNAL_CORRUPT: 'E_IO',
  RUN_OWNED: 'E_CONFLICT',
  VERSION_MISMATCH: 'E_CONFLICT',
  PORT_NOT_FOUND: 'E_IO',
  PORT_PERMISSION: 'E_IO',
  PORT_BUSY: 'E_CONFLICT',
  PORT_LOST: 'E_IO',
  BOARD_NOT_FOUND: 'E_INVALID_ARGS',
  BOARD_MISMATCH: 'E_CONFLICT',
  BOARD_LEASED: 'E_CONFLICT',
  LEASE_LOST: 'E_CONFLICT',
  BOARD_QUARANTINED: 'E_POLICY_DENIED',
  IMAGE_MALFORMED: 'E_INVALID_ARGS',
  IMAGE_REFUSED: 'E_INVALID_ARGS',
  FLASH_FAILURE: 'E_IO',
  VERIFY_FAILURE: 'E_IO',
  FLASH_DECLINED: 'E_POLICY_DENIED',
  FLASH_BUDGET_SPENT: 'E_POLICY_DENIED',
  SCRIPT_REFUSED: 'E_POLICY_DENIED',
  SDK_REFUSED: 'E_POLICY_DENIED',
  SCRIPT_FAILURE: 'E_IO',
  BMC_FAILURE: 'E_IO',
  EVIDENCE_MISSING: 'E_INVALID_ARGS',
  ANALYSIS_FAILURE: 'E_MODEL',
  MODEL_FAILURE: 'E_MODEL',
  PROVIDER_NETWORK_ERROR: 'E_MODEL',
  PROVIDER_TIMEOUT: 'E_MODEL',
  PROVIDER_AUTH_ERROR: 'E_MODEL',
  PROVIDER_NOT_FOUND: 'E_MODEL',
  PROVIDER_PERMISSION_DENIED: 'E_MODEL',
  POLICY_VIOLATION: 'E_POLICY_DENIED',
  PATCH_APPLY_FAILURE: 'E_CONFLICT',
  TOOLCHAIN_MISSING: 'E_BUILD_FAIL',
  BUILD_FAILURE: 'E_BUILD_FAIL',
  TEST_ENV_FAILURE: 'E_IO',
  ENV_ERROR: 'E_IO',
  TIMEOUT: 'E_TOOL_TIMEOUT',
  ARTIFACT_MISSING: 'E_BUILD_FAIL',
  REGRESSION: 'E_BUILD_FAIL',
  FLAKY_TEST: 'E_BUILD_FAIL',
  INCONCLUSIVE: 'E_BUILD_FAIL',
  UNHANDLED_EXCEPTION: 'E_IO',
  INIT_FAILURE: 'E_IO',
};

/** What to do where the failure itself does not say. */
export const NEXT_ACTIONS: Readonly<Record<ToolErrorCode, Message>> = {
  E_POLICY_DENIED: text`do it another way, or leave it to a person: the same call will be refused again`,
  E_IO: text`try again later; if it fails again, have a person look at the disk and the device`,
  E_TOOL_TIMEOUT: text`ask for less at once, or give a longer time limit`,
  E_INVALID_ARGS: text`correct the arguments and call again`,
  E_CONFLICT: text`read the present state again, then call with what holds now`,
  E_BUILD_FAIL: text`read the output, correct the cause, and build again`,
  E_MODEL: text`answer in the form that was asked for`,
};

/** Characters of one text: a program's own words may be long. */
const MOST_TEXT = 600;

export const toolErrorCode = (problem: Pick<Problem, 'code'>): ToolErrorCode => CODES[problem.code];

/**
 * A call's outcome as it is shown outside. Where the failure lies is named, unless it is a path of this computer.
 *
 * @param traceId the call's mark
 */
export function toolResult(result: Result<unknown>, traceId: string): ToolResult {
  if (result.ok) return { ok: true, payload: result.value };
  const { error } = result;
  const code = toolErrorCode(error);
  const next = shown(inEnglish(error.next ?? NEXT_ACTIONS[code]));
  return { ok: false, error: { code, message: shown(messageOf(error)), next, trace_id: traceId } };
}

const messageOf = ({ where, message }: Problem): string =>
  where === undefined || isAbsolute(where) || win32.isAbsolute(where)
    ? inEnglish(message)
    : `${where}: ${inEnglish(message)}`;

function shown(words: string): string {
  const seen = visible(words);
  return seen.length > MOST_TEXT ? `${seen.slice(0, MOST_TEXT)}…` : seen;
}
