import { access, constants, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fail, ok, type Result } from '../../../shared/problem.js';
import type { Exec } from '../../../shared/process.js';
import { installCommand, isKnownTool } from './install-commands.js';

interface ToolchainRequest {
  command: readonly string[];
  /** Where the command will run, absolute. */
  dir: string;
  exec: Exec;
  env?: Readonly<Record<string, string>>;
  operation?: string;
  /** Folders that the build may read, as `dir`. */
  readable?: readonly string[];
  signal?: AbortSignal;
}

const TIMEOUT_MS = 10_000;
const MAKEFILES = ['GNUmakefile', 'makefile', 'Makefile'];

/**
 * Is what the build needs there? The command itself, and the tools that its Makefile surely names. Nothing of
 * the repository is run: known tools answer `--version`, confined as the build will be, because a toolchain
 * that PATH names may lie where the confinement does not reach. TOOLCHAIN_MISSING with the install command.
 */
export async function checkToolchain(o: ToolchainRequest): Promise<Result<void>> {
  const [program = '', ...args] = o.command;
  const isMake = /^(?:g?make|mingw32-make)(?:\.exe)?$/.test(path.basename(program));
  const named = isMake ? await toolsOfMake(o.dir, args, o.env ?? {}) : [];
  for (const tool of [program, ...named]) {
    const missing = await whyMissing(tool, o);
    if (missing)
      return fail({ code: 'TOOLCHAIN_MISSING', message: missing, where: tool, next: installCommand(tool) });
  }
  return ok(undefined);
}

async function toolsOfMake(
  dir: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<string[]> {
  const folder = path.resolve(dir, flagValue(args, '-C') ?? '.');
  const named = flagValue(args, '-f');
  const given = args.flatMap((arg) => {
    const found = /^([A-Za-z_]\w*):?=(.*)$/s.exec(arg);
    return found ? [[found[1] ?? '', found[2] ?? '']] : [];
  });
  for (const name of named ? [named] : MAKEFILES) {
    const text = await readFile(path.resolve(folder, name), 'utf8').catch((error: Error) => error);
    // No Makefile here: make itself says so, in its own words, when it runs.
    if (typeof text === 'string') return makefileTools(text, { ...env, ...Object.fromEntries(given) });
  }
  return [];
}

/** `-C dir` and `-Cdir`. */
function flagValue(args: readonly string[], flag: string): string | undefined {
  const at = args.findIndex((arg) => arg.startsWith(flag));
  const arg = args[at];
  return arg === flag ? args[at + 1] : arg?.slice(flag.length);
}

async function whyMissing(tool: string, o: ToolchainRequest): Promise<string | null> {
  if (/[/\\]/.test(tool)) {
    const file = path.resolve(o.dir, tool);
    const usable = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    );
    return usable ? null : `${tool} is not there, or not executable`;
  }
  if (!isKnownTool(tool)) return (await onPath(tool)) ? null : `${tool} is not installed, or not on PATH`;
  const done = await o.exec({
    argv: [tool, '--version'],
    cwd: o.dir,
    timeoutMs: TIMEOUT_MS,
    signal: o.signal,
    operation: o.operation ?? 'toolchain-check',
    confine: { writable: [], readable: [o.dir, ...(o.readable ?? [])] },
  });
  if (done.ended === 'not-found') return `${tool} is not installed, or not on PATH`;
  return done.ended === 'not-executable' ? `${tool} is installed but cannot be run` : null;
}

async function onPath(tool: string): Promise<boolean> {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter((folder) => folder !== '');
  const suffixes = process.platform === 'win32' ? (process.env.PATHEXT ?? '.EXE;.CMD;.BAT').split(';') : [''];
  const files = folders.flatMap((folder) =>
    ['', ...suffixes].map((suffix) => path.join(folder, tool + suffix)),
  );
  const found = await Promise.allSettled(files.map((file) => access(file, constants.X_OK)));
  return found.some((one) => one.status === 'fulfilled');
}

/** Variables by which Makefiles name their tools; CROSS_COMPILE and its like are resolved through them. */
const TOOL_VARIABLES = ['CC', 'CXX', 'AS', 'LD', 'AR', 'OBJCOPY', 'SIZE'];
const ASSIGNMENT =
  /^\s*(?:export\s+|override\s+)*([A-Za-z_][\w.-]*)\s*(?:::?:?|\?|!)?=\s*([^#]*?)\s*(?:#.*)?$/;
const CONDITIONAL = /^\s*(?:ifeq|ifneq|ifdef|ifndef|else|endif)\b/;
const MAX_DEPTH = 8;

/**
 * The tools that a Makefile names, read without running make: `make -n` would run `$(shell …)` and `+` lines,
 * and this is asked before a person has allowed the build. Only what is certain is returned: a variable that
 * is set once, outside conditionals, and holds no function call. `given` are the command line's and the
 * environment's own settings, which win.
 */
export function makefileTools(makefile: string, given: Readonly<Record<string, string>>): string[] {
  const set = new Map<string, string>();
  const unsure = new Set<string>();
  let depth = 0;
  for (const line of makefile.split(/\r?\n/)) {
    if (line.startsWith('\t')) continue;
    const conditional = CONDITIONAL.exec(line)?.[0].trim();
    if (conditional?.startsWith('if')) depth++;
    if (conditional === 'endif') depth = Math.max(0, depth - 1);
    const [, name, value] = ASSIGNMENT.exec(line) ?? [];
    if (name === undefined || value === undefined) continue;
    if (depth > 0 || set.has(name)) unsure.add(name);
    set.set(name, value);
  }
  const known = new Map([...[...set].filter(([name]) => !unsure.has(name)), ...Object.entries(given)]);
  const tools = TOOL_VARIABLES.map((name) => known.get(name)).flatMap((value) => firstWord(value, known));
  return [...new Set(tools)];
}

function firstWord(value: string | undefined, known: ReadonlyMap<string, string>): string[] {
  let text = value ?? '';
  for (let i = 0; i < MAX_DEPTH && text.includes('$'); i++)
    text = text.replace(/\$[({](\w[\w.-]*)[)}]/g, (whole, name: string) => known.get(name) ?? whole);
  const word = text.trim().split(/\s+/)[0] ?? '';
  return /^[\w.+/-]+$/.test(word) ? [word] : [];
}
