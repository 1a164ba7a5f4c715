import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { byteWise, onDisk, shown } from '../byte-path.js';

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

/** Read in some milliseconds. */
const FOLDERS_A_TURN = 100;

/** What decides a build: the files, relative to the folder, and one hash over all of it. */
export interface BuildFiles {
  fingerprint: string;
  files: string[];
}

/** Path to what it counts for in the hash. */
type Described = [file: string, description: string];

/**
 * sha256 over a repository's build files (name, mode, content), the files that `command` names, and `command`
 * itself: what a person approved when allowing its first build. Links count by where they point to.
 *
 * Every build waits for it, and a folder or a build file is read faster than a thread of the pool is asked to.
 */
export async function buildFilesFingerprint(tree: string, command: readonly string[]): Promise<BuildFiles> {
  const dir = byteWise(tree);
  const named = command.map((word) => path.resolve(dir, byteWise(word))).filter((file) => inside(dir, file));
  const describe = (file: string): Described => [file, describeFile(dir, file)];
  const found = new Map([...(await buildFiles(dir, describe)), ...named.filter(isPlain).map(describe)]);
  const files = [...found.keys()].sort();
  const hash = createHash('sha256').update(JSON.stringify(command));
  for (const file of files) hash.update(found.get(file) ?? '');
  return { fingerprint: hash.digest('hex'), files: files.map((file) => relativeName(dir, file)) };
}

/** In forward slashes. */
const relativeName = (dir: string, file: string): string =>
  shown(path.relative(dir, file)).split(path.sep).join('/');

const inside = (dir: string, file: string): boolean => {
  const relative = path.relative(dir, file);
  return relative !== '' && !relative.startsWith('..') && !path.isAbsolute(relative);
};

/** A word of a command may be too long, or lie where we may not look: that is no build file. */
function isPlain(file: string): boolean {
  try {
    const entry = lstatSync(onDisk(file));
    return entry.isFile() || entry.isSymbolicLink();
  } catch {
    return false;
  }
}

/** The event loop goes on from time to time: a repository may have ten thousands of folders. */
async function buildFiles(top: string, describe: (file: string) => Described): Promise<Described[]> {
  const found: Described[] = [];
  const folders = [top];
  for (let read = 1; folders.length > 0; read++) {
    const folder = folders.pop() ?? top;
    const entries = readdirSync(onDisk(folder), { withFileTypes: true, encoding: 'latin1' });
    const generated = entries.some((entry) => entry.name === GENERATED);
    for (const entry of generated ? [] : entries) {
      const file = path.join(folder, entry.name);
      if (!entry.isDirectory()) found.push(...(BUILD_FILE.test(entry.name) ? [describe(file)] : []));
      else if (entry.name !== '.git') folders.push(file);
    }
    if (read % FOLDERS_A_TURN === 0) await turn();
  }
  return found;
}

function describeFile(dir: string, file: string): string {
  const entry = lstatSync(onDisk(file));
  const name = relativeName(dir, file);
  if (entry.isSymbolicLink()) return JSON.stringify([name, 'link', readlinkSync(onDisk(file))]);
  if (!entry.isFile()) return JSON.stringify([name, 'other']);
  const content = createHash('sha256')
    .update(readFileSync(onDisk(file)))
    .digest('hex');
  const runs = process.platform !== 'win32' && (entry.mode & 0o111) !== 0;
  return JSON.stringify([name, runs, content]);
}
