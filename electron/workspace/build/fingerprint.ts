import { createHash } from 'node:crypto';
import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import path from 'node:path';

/** Files that decide what a build runs; scripts are among them since a build file may call any of them. */
const BUILD_FILE = new RegExp(
  [
    '^(?:gnu)?makefile(?:\\..*)?$',
    '\\.(?:mk|mak|make|cmake|ninja|ld|lds|sct|icf|specs|gradle|bazel|bzl|sh|bash|bat|cmd|ps1|py|pl|rb|js|awk)$',
    '^cmake(?:lists\\.txt|(?:user)?presets\\.json)$',
    '^(?:meson\\.build|meson_options\\.txt|meson\\.options|sconstruct|sconscript|build|workspace)$',
    '^(?:configure|configure\\.ac|kconfig.*|prj.*\\.conf|west\\.yml|platformio\\.ini|idf_component\\.yml)$',
  ].join('|'),
  'i',
);
/** A CMake build folder writes its own build files at each build. */
const GENERATED = 'CMakeCache.txt';

/** What decides a build: the files, relative to the folder, and one hash over all of it. */
export interface BuildFiles {
  fingerprint: string;
  files: string[];
}

/**
 * sha256 over a repository's build files (name, mode, content), the files that `command` names, and `command`
 * itself: what a person approved when allowing its first build. Links count by where they point to.
 */
export async function buildFilesFingerprint(dir: string, command: readonly string[]): Promise<BuildFiles> {
  const named = command.map((word) => path.resolve(dir, word)).filter((file) => inside(dir, file));
  const files = new Set(await buildFiles(dir));
  for (const file of named) if (await isPlain(file)) files.add(file);
  const hash = createHash('sha256').update(JSON.stringify(command));
  for (const file of [...files].sort()) hash.update(await describeFile(dir, file));
  const names = [...files].sort().map((file) => relativeName(dir, file));
  return { fingerprint: hash.digest('hex'), files: names };
}

/** In forward slashes. */
const relativeName = (dir: string, file: string): string =>
  path.relative(dir, file).split(path.sep).join('/');

const inside = (dir: string, file: string): boolean => {
  const relative = path.relative(dir, file);
  return relative !== '' && !relative.startsWith('..') && !path.isAbsolute(relative);
};

const isPlain = (file: string): Promise<boolean> =>
  lstat(file).then(
    (entry) => entry.isFile() || entry.isSymbolicLink(),
    () => false,
  );

async function buildFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  if (entries.some((entry) => entry.name === GENERATED)) return [];
  const found = entries.map(async (entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === '.git' ? [] : buildFiles(file);
    return BUILD_FILE.test(entry.name) ? [file] : [];
  });
  return (await Promise.all(found)).flat();
}

async function describeFile(dir: string, file: string): Promise<string> {
  const entry = await lstat(file);
  const name = relativeName(dir, file);
  if (entry.isSymbolicLink()) return JSON.stringify([name, 'link', await readlink(file)]);
  if (!entry.isFile()) return JSON.stringify([name, 'other']);
  const content = createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
  const runs = process.platform !== 'win32' && (entry.mode & 0o111) !== 0;
  return JSON.stringify([name, runs, content]);
}
