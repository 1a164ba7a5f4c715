import { constants } from 'node:fs';
import { mkdir, mkdtemp, open, readdir, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import type { Diagnostic } from '../../../shared/results.js';
import { replaceFile } from '../../files/replace-file.js';
import { parseDiagnostics } from './diagnostics.js';
import { parseGccJson } from './gcc-json.js';
import { sourcePath } from './source-path.js';

/** What makes the compilers on PATH explain themselves twice, for one build. */
export interface CompilerWrappers {
  /** The wrappers: the build must be able to read this folder. */
  readable: string;
  /** What they heard: the build must be able to write to this folder, and have `env`. */
  writable: string;
  env: Readonly<Record<string, string>>;
  /** The argument vector that runs `command` with the wrappers first on PATH. */
  launch(command: readonly string[]): string[];
  /** What the wrapped compilers said, with fix-its; files relative to `dir` where they lie inside it. */
  collect(dir: string): Promise<Diagnostic[]>;
  remove(): Promise<void>;
}

const SAID = 'BENCHLOOP_COMPILER_SAID';
const ADDED = 'BENCHLOOP_COMPILER_FLAGS';
const COMPILER = /^(?:[\w.+-]+-)?(?:gcc|g\+\+|cc|c\+\+|clang|clang\+\+)(?:-\d+(?:\.\d+)*)?$/;
/** Folders with thousands of programs take milliseconds; a broken PATH entry is no error. */
const MAX_FILES = 500;
const MAX_BYTES = 4 * 1024 * 1024;

/**
 * Makes the wrappers, or returns null where there is no POSIX shell to write them for (Windows) or no compiler
 * on PATH: the text diagnostics are parsed then. Each compiler does its work untouched; only where it printed
 * something, a second pass (`-fsyntax-only`, which writes no output) tells the same as JSON into a file of ours.
 * So the log stays as the compiler wrote it, parallel builds cannot mix two JSON texts up, and programs that
 * read the compiler's messages (configure scripts) see what they expect. A Makefile that names a compiler by an
 * absolute path goes past the wrappers, and its text diagnostics are parsed.
 *
 * `folder` must stay where it is as long as the work tree: CMake and Meson remember the path of the compiler.
 * `flags`, words without blanks, go behind those of the build in every run that compiles, assembles or links.
 */
export async function wrapCompilers(
  folder: string,
  flags: readonly string[] = [],
): Promise<CompilerWrappers | null> {
  if (process.platform === 'win32') return null;
  const launcher = await installed(folder);
  if (launcher === null) return null;
  const said = await mkdtemp(path.join(folder, 'said-'));
  return {
    readable: folder,
    writable: said,
    env: { [SAID]: said, ...(flags.length > 0 ? { [ADDED]: flags.join(' ') } : {}) },
    launch: (command) => [launcher, ...command],
    collect: (dir) => collect(said, dir),
    remove: () => rm(said, { recursive: true, force: true }),
  };
}

/** What this process has installed: the wrappers stay as they are, for no build may write to their folder. */
const launchers = new Map<string, Promise<string | null>>();

/** The launcher in `folder`, installed if need be; null without a compiler on PATH. */
function installed(folder: string): Promise<string | null> {
  const key = JSON.stringify([folder, process.env.PATH]);
  const known = launchers.get(key) ?? install(folder);
  launchers.set(key, known);
  known.catch(() => launchers.delete(key));
  return known;
}

/** Builds of one run may do this at the same time, always with the same content. Returns the launcher. */
async function install(folder: string): Promise<string | null> {
  const names = await compilersOnPath();
  if (names.length === 0) return null;
  const bin = path.join(folder, 'bin');
  const [wrapper, launcher] = [path.join(folder, 'wrapper'), path.join(folder, 'launch')];
  await mkdir(bin, { recursive: true });
  await writeScript(wrapper, wrapperScript(quote(bin)));
  await writeScript(launcher, `#!/bin/sh\nPATH=${quote(bin)}:"$PATH"\nexport PATH\nexec "$@"\n`);
  const present = new Set(await readdir(bin));
  for (const name of names.filter((one) => !present.has(one))) await linkOnce(wrapper, path.join(bin, name));
  return launcher;
}

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const writeScript = (file: string, text: string): Promise<void> =>
  replaceFile(file, text, { mode: 0o755, durable: false });

async function linkOnce(target: string, file: string): Promise<void> {
  try {
    await symlink(target, file);
  } catch (error) {
    const another = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    if (!another) throw error;
  }
}

async function compilersOnPath(): Promise<string[]> {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  const listed = await Promise.allSettled([...new Set(folders)].map((folder) => readdir(folder)));
  const names = listed.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  return [...new Set(names.filter((name) => COMPILER.test(name)))];
}

/**
 * The wrapper takes its own folder out of PATH, wherever it stands there, so that neither it nor ccache finds
 * it again. Preprocessing, dependency and stdin runs are passed on at once: their second pass would differ.
 */
const wrapperScript = (bin: string): string => `#!/bin/sh
tool=\${0##*/}
own=${bin}
list=":$PATH:"
case $list in
*:"$own":*) list="\${list%%:"$own":*}:\${list#*:"$own":}" ;;
esac
list=\${list#:}
PATH=\${list%:}
export PATH
source=
for word in "$@"; do
  case $word in
  -E | -M | -MM | - | -fsyntax-only | -fdiagnostics-format=*) exec "$tool" "$@" ;;
  *.c | *.cc | *.cpp | *.cxx | *.C) source=1 ;;
  esac
done
set -- "$@" $${ADDED}
[ -n "$source" ] && [ -d "$${SAID}" ] || exec "$tool" "$@"
heard="$${SAID}/$$.heard"
"$tool" "$@" 2>"$heard"
status=$?
if [ -s "$heard" ]; then
  cat "$heard" >&2
  case $tool in
  *clang*) form=-fdiagnostics-parseable-fixits ;;
  *) form=-fdiagnostics-format=json ;;
  esac
  { pwd; "$tool" "$@" -fsyntax-only "$form" 2>&1 >/dev/null; } >"$${SAID}/$$.said"
fi
exit $status
`;

async function collect(said: string, dir: string): Promise<Diagnostic[]> {
  const files = (await readdir(said)).filter((name) => name.endsWith('.said')).sort();
  const texts = await Promise.all(
    files.slice(0, MAX_FILES).map((name) => readBounded(path.join(said, name))),
  );
  return texts.flatMap((text) => readSaid(text, dir));
}

/** The build could write here too: links are not followed, devices not read, and no more than a bound. */
async function readBounded(file: string): Promise<string> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
    () => null,
  );
  if (!handle) return '';
  try {
    if (!(await handle.stat()).isFile()) return '';
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAX_BYTES), 0, MAX_BYTES, 0);
    return buffer.subarray(0, bytesRead).toString('utf8');
  } finally {
    await handle.close();
  }
}

/** First line: where the compiler ran. Then one JSON array per source file, or text for Clang. */
function readSaid(text: string, dir: string): Diagnostic[] {
  const end = text.indexOf('\n');
  const cwd = text.slice(0, Math.max(0, end)) || dir;
  const body = text.slice(end + 1);
  const json = body
    .split('\n')
    .flatMap((line) => parseGccJson(line, (file) => sourcePath(dir, cwd, file)) ?? []);
  return json.length > 0 ? json : parseDiagnostics(`make: Entering directory '${cwd}'\n${body}`, dir);
}
