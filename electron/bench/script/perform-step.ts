import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { fail, ok, type Problem, type ProblemCode, type Result } from '../../../shared/problem.js';
import type { ChildRegistry, Exec } from '../../../shared/process.js';
import type { ScriptStep } from '../../../shared/profile/script.js';
import { type ConsoleLog, openConsoleLog } from '../console-log.js';
import type { EnvironmentRequest } from '../environment.js';
import { ABORTED } from '../within.js';
import { oemCodePage } from './oem-code-page.js';
import type { Outcome } from './outcome.js';
import { runStep, type StepDeps, type StepEnd } from './run-step.js';
import type { ScriptValues } from './values.js';

/** Where a step of a session runs. */
export interface StepPlace {
  request: Pick<
    EnvironmentRequest,
    'workTree' | 'image' | 'sessionDir' | 'operation' | 'unsafe' | 'onWaiting' | 'board' | 'env'
  >;
  exec: Exec;
  children: ChildRegistry;
  begin?: StepDeps['begin'];
  /** Notes programs that outlive us, one file for all of one target. */
  noteFile: string;
  /** A program that says more is ended; characters. */
  maxOutput: number;
}

/** What an outcome other than done is to the run. */
const PROBLEMS: Readonly<Record<Exclude<Outcome, 'done'>, ProblemCode>> = {
  retry: 'TEST_ENV_FAILURE',
  'board-missing': 'BOARD_NOT_FOUND',
  'board-mismatch': 'BOARD_MISMATCH',
  failed: 'SCRIPT_FAILURE',
};

const LAST_WORDS = 500;

/** Runs one step of a session; what it says goes to `log`. Errors: those of `runStep`. */
export async function performStep(
  step: ScriptStep,
  { request, exec, children, begin, noteFile, maxOutput }: StepPlace,
  { signal, log }: { signal: AbortSignal; log: ConsoleLog },
): Promise<Result<StepEnd>> {
  const outputFile = join(request.sessionDir, `output-${randomUUID()}.log`);
  const encoder = new TextEncoder();
  return runStep(step, {
    base: request.workTree,
    platform: process.platform,
    comSpec: process.env.ComSpec ?? 'cmd.exe',
    values: valuesOf(request),
    children,
    outliving: step.unsafeFrom === undefined ? undefined : { outputFile, noteFile },
    ...{ unsafe: request.unsafe, onWaiting: request.onWaiting },
    operation: request.operation,
    env: request.env,
    ...{ signal, begin },
    oemCodePage: step.encoding === 'oem' ? await oemCodePage(exec, process.platform) : 0,
    maxOutput,
    onOutput: (text) => log.append(encoder.encode(text)),
  });
}

const valuesOf = ({ image, workTree, sessionDir, board }: StepPlace['request']): ScriptValues => ({
  ...{ image: image ?? '', work: workTree, session: sessionDir },
  ...(board === undefined || board.port === null ? {} : { port: board.port }),
});

/** Runs a step that must be done. Errors: what any other outcome means, and those of `runStep`. */
export async function doStep(step: ScriptStep, place: StepPlace, signal: AbortSignal): Promise<Result<void>> {
  const log = openConsoleLog(join(place.request.sessionDir, 'script.log'), place.maxOutput);
  const end = await performStep(step, place, { signal, log });
  log.close();
  if (!end.ok) return end;
  if (end.value.cut === 'aborted') return fail(ABORTED);
  const { outcome } = end.value;
  return outcome === 'done' ? ok(undefined) : fail(stepProblem(step, outcome, end.value));
}

/** A step that did not do what it should, in its own words. */
export function stepProblem(step: ScriptStep, outcome: Exclude<Outcome, 'done'>, end: StepEnd): Problem {
  const said = end.output.trim().slice(-LAST_WORDS);
  const why = end.message ?? (end.exitCode === null ? `ended by ${end.signal}` : `exit code ${end.exitCode}`);
  return {
    code: PROBLEMS[outcome],
    message: `${step.command[0]}: ${why}${said === '' ? '' : `; it said: ${said}`}`,
    where: step.cwd ?? step.command[0],
    next: end.cut === 'timeout' ? IN_TIME : said.includes('\ufffd') ? ENCODING : OUTCOMES,
  };
}

const OUTCOMES = 'see what the script says, and `outcomes` in the profile';

/** What stands for bytes that are no character of the encoding. */
const ENCODING = 'name the `encoding` of its output in the profile: what it said is in another one';

const IN_TIME =
  'raise `timeoutSec` in the profile, or declare under `prompts` what it asks; the pattern of a question whose line has ended ends with `\\n$`';
