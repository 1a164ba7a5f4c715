import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import type { ExecResult } from '../../../shared/process.js';
import type { FlashSettingsOf } from '../../../shared/profile/flash.js';
import { fill, type ScriptValues } from '../script/values.js';
import { type ErrorRow, explain, TOOL_ERRORS } from './external-errors.js';
import type { FlasherAccess } from './flasher-access.js';

const MAX_OUTPUT_BYTES = 4 * 1024 * 1024;
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

type Settings = Pick<FlashSettingsOf<'external'>, 'timeoutSec' | 'errors'>;

/**
 * Runs a tool to its end; only its time limit breaks it off. Every line of its output goes to `onLine`, progress bars that
 * overwrite themselves too.
 *
 * Errors: TOOLCHAIN_MISSING where there is no such program, SCRIPT_REFUSED for a placeholder without a value, else what
 * the output means (`external-errors.ts` and the profile's own patterns), FLASH_FAILURE where nobody knows.
 */
export async function runTool(
  template: readonly string[],
  values: ScriptValues,
  settings: Settings,
  access: FlasherAccess,
  onLine: (line: string) => void,
): Promise<Result<void>> {
  const filled = template.map((text) => fill(text, values));
  const bad = filled.find((one) => !one.ok);
  if (bad && !bad.ok) return bad;
  const argv = filled.flatMap((one) => (one.ok ? [one.value] : []));
  const lines = lineSplitter(onLine);
  const end = await access.exec({
    argv,
    cwd: access.scratchDir,
    env: Object.fromEntries(ENVIRONMENT.flatMap((name) => pair(name, process.env[name]))),
    timeoutMs: settings.timeoutSec * 1000,
    maxOutputBytes: MAX_OUTPUT_BYTES,
    operation: 'flash-external',
    mergeOutput: true,
    onOutput: lines,
  });
  const problem = judge(end, settings);
  return problem === null ? ok(undefined) : fail({ where: argv[0] ?? '', ...problem });
}

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
  { ended, exitCode, signal, stdout }: ExecResult,
  { errors, timeoutSec }: Settings,
): Problem | null {
  if (ended === 'not-found' || ended === 'not-executable')
    return {
      code: 'TOOLCHAIN_MISSING',
      message: 'the flashing tool is not installed',
      next: 'install it, or name its path in the profile',
    };
  if (ended === 'timeout')
    return {
      code: 'FLASH_FAILURE',
      message: `the tool was ended after ${timeoutSec} s; what the board holds is not known`,
      next: 'flash again; give it more time by `timeoutSec` in the profile',
    };
  const output = Buffer.from(stdout).toString('utf8');
  const own: ErrorRow[] = errors.map(({ pattern, code }) => ({
    ...{ tool: 'profile', pattern: new RegExp(pattern, 'm'), code, silent: true as const },
    message: `the tool said what the profile takes for ${code}`,
    next: 'read its output',
  }));
  const rows = [...own, ...TOOL_ERRORS];
  if (ended === 'exit' && exitCode === 0)
    return explain(
      output,
      rows.filter(({ silent }) => silent),
    );
  const known = explain(output, rows);
  const how = ended === 'exit' ? `exited with ${exitCode}` : `ended: ${signal ?? ended}`;
  return (
    known ?? {
      code: 'FLASH_FAILURE',
      message: `the tool ${how}: ${lastWords(output)}`,
      next: 'read its output; what the board holds is not known',
    }
  );
}

const lastWords = (output: string): string =>
  output
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== '')
    .slice(-3)
    .join(' | ')
    .slice(-600);
