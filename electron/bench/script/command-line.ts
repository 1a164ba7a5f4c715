import path from 'node:path';
import { fail, ok, type Result } from '../../../shared/problem.js';
import type { ScriptStep } from '../../../shared/profile/script.js';
import { interpreterOf } from './interpreter.js';
import { fill, refusal, type ScriptValues, safeBatchArgument, safeInBatch } from './values.js';

/** What is started. `verbatim`: the arguments are the command line as they stand (Windows). */
export interface CommandLine {
  file: string;
  /** What the profile names: the path of the script or program, or a bare name. */
  script: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  cwd: string;
  verbatim: boolean;
}

export interface Surroundings {
  /** Folder of the profile: relative paths begin here. Absolute. */
  base: string;
  platform: NodeJS.Platform;
  /** Absolute path of cmd.exe (Windows). */
  comSpec: string;
  values: ScriptValues;
}

/**
 * The argument vector of a step. No command line is built from values: a batch file gets them through its environment,
 * everything else as arguments. Errors: SCRIPT_REFUSED with what cannot be passed on, and how it can.
 */
export function commandLine(step: ScriptStep, around: Surroundings): Result<CommandLine> {
  const [script = '', ...rest] = step.command;
  const named = fill(script, around.values);
  if (!named.ok) return named;
  const file = atBase(named.value, around.base);
  const cwd = path.resolve(around.base, step.cwd ?? '.');
  const kind = KINDS[path.extname(file).toLowerCase()] ?? program;
  const batch = kind === batchFile;
  const env = environment(step, around, batch);
  if (!env.ok) return env;
  const made = kind(file, rest, { ...around, isAsked: step.prompts.length > 0 });
  return made.ok ? ok({ ...made.value, script: file, env: env.value, cwd }) : made;
}

type Kind = (
  file: string,
  args: readonly string[],
  around: Surroundings & { isAsked: boolean },
) => Result<Pick<CommandLine, 'file' | 'args' | 'verbatim'>>;

/** How each kind of file is started, by its extension; everything else is a program. */
const KINDS: Readonly<Record<string, Kind>> = {
  '.bat': batchFile,
  '.cmd': batchFile,
  '.ps1': powerShell,
  '.sh': shellScript,
};

/**
 * `cmd /d /s /v:off /c ""file" args"`: no AutoRun, the outer quotes are dropped (/s), `!` means nothing.
 * Source: `cmd /?`, "/S", and CreateProcess, which refuses a batch file without it (CVE-2024-27980).
 */
function batchFile(file: string, args: readonly string[], { platform, comSpec }: Surroundings) {
  if (platform !== 'win32') return fail(onlyOnWindows(file));
  // in quotes `&` and `^` are plain, `%` and `"` are not
  if (/[%"\r\n]/.test(file))
    return fail(refusal('the path of the batch file holds % or "', file, 'rename it'));
  const checked = args.map(safeBatchArgument);
  const bad = checked.find((one) => !one.ok);
  if (bad && !bad.ok) return bad;
  const words = checked.flatMap((one) => (one.ok ? [one.value] : []));
  const line = `"${[`"${file}"`, ...words].join(' ')}"`;
  return ok({ file: comSpec, args: ['/d', '/s', '/v:off', '/c', line], verbatim: true });
}

function powerShell(file: string, args: readonly string[], around: Parameters<Kind>[2]) {
  const filled = fillAll(args, around.values);
  if (!filled.ok) return filled;
  const shell = around.platform === 'win32' ? 'powershell.exe' : 'pwsh';
  // -NonInteractive makes Read-Host fail, also where an answer is declared; -File passes the rest as literal strings,
  // unlike -Command (about_PowerShell_exe)
  const options = ['-NoLogo', '-NoProfile', ...(around.isAsked ? [] : ['-NonInteractive']), '-File', file];
  return ok({ file: shell, args: [...options, ...filled.value], verbatim: false });
}

/** By the interpreter that it names, whether it is marked as executable (a checkout from Windows) or not. */
function shellScript(file: string, args: readonly string[], around: Surroundings) {
  const filled = fillAll(args, around.values);
  if (!filled.ok) return filled;
  const [shell, ...options] = (around.platform !== 'win32' && interpreterOf(file)) || ['sh'];
  return ok({ file: shell, args: [...options, file, ...filled.value], verbatim: false });
}

function program(file: string, args: readonly string[], around: Surroundings) {
  const filled = fillAll(args, around.values);
  return filled.ok ? ok({ file, args: filled.value, verbatim: false }) : filled;
}

function fillAll(args: readonly string[], values: ScriptValues): Result<string[]> {
  const filled = args.map((arg) => fill(arg, values));
  const bad = filled.find((one) => !one.ok);
  return bad && !bad.ok ? bad : ok(filled.flatMap((one) => (one.ok ? [one.value] : [])));
}

function environment(
  step: ScriptStep,
  { values }: Surroundings,
  batch: boolean,
): Result<Record<string, string>> {
  const env: Record<string, string> = {};
  for (const [name, text] of Object.entries(step.env)) {
    const filled = fill(text, values);
    if (!filled.ok) return filled;
    const safe = batch ? safeInBatch(name, filled.value) : filled;
    if (!safe.ok) return safe;
    env[name] = safe.value;
  }
  return ok(env);
}

/** The command with its program at its place: relative paths begin at `base`. */
export const anchoredCommand = (
  [file = '', ...args]: ScriptStep['command'],
  base: string,
): ScriptStep['command'] => [atBase(file, base), ...args];

/** A bare name is looked for on PATH; whatever has a folder, or an extension of a script, lies beside the profile. */
const atBase = (file: string, base: string): string =>
  /[\\/]/.test(file) || Object.hasOwn(KINDS, path.extname(file).toLowerCase())
    ? path.resolve(base, file)
    : file;

const onlyOnWindows = (file: string) =>
  refusal(
    'a batch file runs on Windows only',
    file,
    'use the .sh of the vendor here, or run this on Windows',
  );
