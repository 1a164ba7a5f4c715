import { fail, ok, type Problem, type Result } from '../../../../shared/problem.js';
import type { ExecResult } from '../../../../shared/process.js';
import type { FlashSettingsOf } from '../../../../shared/profile/flash.js';
import { endWhenSafe } from '../../script/end-when-safe.js';
import { createListener } from '../../script/listener.js';
import { fill, type ScriptValues } from '../../script/values.js';
import type { FlasherAccess } from '../flasher-access.js';
import { type ErrorRow, explain, TOOL_ERRORS } from './errors.js';

/** The end of its output, in which a failure is told, is kept; that it prints more is no reason to end it in a write. */
const KEPT_CHARS = 4 * 1024 * 1024;
const MAX_LINE_CHARS = 200;
/** Where tools keep their packs, scripts and settings; nothing else of this environment reaches them. */
const ENVIRONMENT = [
  'HOME',
  'USERPROFILE',
  'APPDATA',
  'LOCALAPPDATA',
  'PROGRAMDATA',
  'SYSTEMROOT',
  'TEMP',
  'TMP',
];

type Settings = Pick<FlashSettingsOf<'external'>, 'timeoutSec' | 'errors' | 'unsafeFrom' | 'safeAgain'>;

export interface ToolRun {
  /** Argument vector with placeholders. */
  template: readonly string[];
  values: ScriptValues;
  /** It writes the flash: an abort waits until the profile's markers say that it is safe, without them for its end. */
  writes: boolean;
  signal: AbortSignal;
  /** Every line of its output, progress bars that overwrite themselves too. */
  onLine: (line: string) => void;
}

/**
 * Runs a tool to its end and gives its output. Its time limit breaks it off in any case, an abort where that is safe; all
 * that it started ends with it.
 *
 * Errors: TOOLCHAIN_MISSING where there is no such program, SCRIPT_REFUSED for a placeholder without a value, else what
 * the output means (`external-words.ts` and the profile's own patterns), and where nobody knows FLASH_FAILURE of what
 * writes, TEST_ENV_FAILURE of all else.
 */
export async function runTool(
  run: ToolRun,
  settings: Settings,
  access: FlasherAccess,
): Promise<Result<string>> {
  const filled = run.template.map((text) => fill(text, run.values));
  const bad = filled.find((one) => !one.ok);
  if (bad && !bad.ok) return bad;
  const argv = filled.flatMap((one) => (one.ok ? [one.value] : []));
  const { end, output } = await execute(argv, run, settings, access);
  const problem = judge(end, output, run.writes, settings);
  return problem === null ? ok(output) : fail({ where: argv[0] ?? '', ...problem });
}

async function execute(
  argv: readonly string[],
  { writes, signal, onLine }: ToolRun,
  settings: Settings,
  access: FlasherAccess,
): Promise<{ end: ExecResult; output: string }> {
  const { unsafeFrom, safeAgain, timeoutSec } = settings;
  const listener = createListener({ prompts: [], unsafeFrom, safeAgain });
  const cut = new AbortController();
  const safe = () => !writes || (unsafeFrom !== undefined && listener.safe());
  const ending = endWhenSafe<'aborted'>(safe, () => cut.abort());
  const onAbort = () => ending.want('aborted');
  const lines = lineSplitter(onLine);
  const decoder = new TextDecoder();
  let output = '';
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  const end = await access.exec({
    argv,
    cwd: access.scratchDir,
    env: toolEnvironment(),
    timeoutMs: timeoutSec * 1000,
    keepOutput: false,
    operation: 'flash-external',
    mergeOutput: true,
    signal: cut.signal,
    onOutput: (chunk) => {
      listener.hear(Buffer.from(chunk).toString('latin1'));
      ending.look();
      lines(chunk);
      output += decoder.decode(chunk, { stream: true });
      if (output.length > 2 * KEPT_CHARS) output = output.slice(-KEPT_CHARS);
    },
  });
  ending.over();
  signal.removeEventListener('abort', onAbort);
  return { end, output };
}

/** The environment of a tool of the user's. */
export const toolEnvironment = (): Record<string, string> =>
  Object.fromEntries(ENVIRONMENT.flatMap((name) => pair(name, process.env[name])));

const pair = (name: string, value: string | undefined): [string, string][] =>
  value === undefined ? [] : [[name, value]];

function lineSplitter(onLine: (line: string) => void): (chunk: Uint8Array) => void {
  let open = '';
  return (chunk) => {
    const parts = (open + Buffer.from(chunk).toString('utf8')).split(/[\r\n]+/);
    open = (parts.pop() ?? '').slice(-MAX_LINE_CHARS);
    for (const line of parts) if (line.trim() !== '') onLine(line.slice(0, MAX_LINE_CHARS));
  };
}

function judge(
  { ended, exitCode, signal }: ExecResult,
  output: string,
  writes: boolean,
  { errors, timeoutSec }: Settings,
): Problem | null {
  if (ended === 'not-found' || ended === 'not-executable') return NOT_INSTALLED;
  if (ended === 'timeout')
    return unfinished(
      writes,
      `the tool was ended after ${timeoutSec} s`,
      'give it more time by `timeoutSec` in the profile',
    );
  if (ended === 'aborted') return unfinished(writes, 'the tool was ended by the abort', 'flash again');
  const own: ErrorRow[] = errors.map(({ pattern, code }) => ({
    ...{ tool: 'profile', pattern: new RegExp(pattern, 'm'), code, silent: true },
    message: `the tool said what the profile takes for ${code}`,
    next: 'read its output',
  }));
  const rows = [...own, ...TOOL_ERRORS];
  const isGood = ended === 'exit' && exitCode === 0;
  const known = explain(output, isGood ? rows.filter(({ silent }) => silent) : rows);
  if (isGood || known !== null) return known;
  const how = ended === 'exit' ? `exited with ${exitCode}` : `ended: ${signal ?? ended}`;
  return unfinished(writes, `the tool ${how}: ${lastWords(output)}`, 'read its output');
}

const NOT_INSTALLED: Problem = {
  code: 'TOOLCHAIN_MISSING',
  message: 'the flashing tool is not installed',
  next: 'install it, or name its path in the profile',
};

const unfinished = (writes: boolean, message: string, next: string): Problem => ({
  ...{ code: writes ? 'FLASH_FAILURE' : 'TEST_ENV_FAILURE', message, next },
});

const lastWords = (output: string): string =>
  output
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== '')
    .slice(-3)
    .join(' | ')
    .slice(-600);
