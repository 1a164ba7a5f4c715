import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { delimiter, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

/** Folders that every confined program sees anyway. */
const SYSTEM_FOLDERS = ['/usr', '/bin', '/sbin', '/lib', '/lib64'];

/** Whether `path` is `folder` or below it, by their texts. */
export const within = (folder: string, path: string): boolean => {
  const rest = relative(folder, path);
  return rest === '' || (!rest.startsWith(`..${sep}`) && rest !== '..' && !isAbsolute(rest));
};

/** The absolute folders of PATH, in order, each once. Relative entries are dropped: they depend on the cwd. */
export function searchFolders(path = process.env.PATH ?? ''): string[] {
  const folders = path.split(delimiter).filter((folder) => isAbsolute(folder));
  return [...new Set(folders.map((folder) => resolve(folder)))];
}

/**
 * The folders to show to a confined program so that the tools in `folder` work: the toolchain's root for `<root>/bin`; none
 * where the system folders hold it already. In a home only what is surely a toolchain is shown: of `~/bin` and of
 * dot-folders (`~/.cargo/bin`: its root keeps credentials) no more than the folder itself, and nothing of a shim folder,
 * whose programs start others by way of the home. Never a folder that holds a home, and never `/`. Real paths decide: of a
 * folder that is reached by a symbolic link, that path is shown beside the root of the real one.
 */
export function toolchainRoots(folder: string, home?: string): string[] {
  const real = realOf(folder);
  const root = rootOf(real, realOf(home ?? homeAround(real)));
  if (root === null) return [];
  return real === folder ? [root] : [folder, root];
}

function rootOf(folder: string, home: string): string | null {
  if (isSystem(folder) || within(folder, home)) return null;
  const root = dirname(folder);
  if (root === dirname(root)) return folder;
  if (!within(home, folder)) return within(root, home) ? folder : root;
  if (folder.endsWith(`${sep}shims`)) return null;
  const [first = '', ...deeper] = relative(home, root).split(sep);
  const rootIsPrivate = first === '' || (first.startsWith('.') && deeper.length === 0);
  return rootIsPrivate ? folder : root;
}

const isSystem = (folder: string) => SYSTEM_FOLDERS.some((system) => within(system, folder));

/** The path itself where nothing is there. */
function realOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}

/** Read once: to ask the system for it takes longer than all else here. */
let recordedHome: string | null = null;

/** Folders that hold homes: as root, or with another user's PATH, ours is not the only one. */
const HOMES = ['/home', '/Users'];

/** The home that holds `folder`, or is held by it; else the user's own. HOME may name another than the system's record of the user. */
function homeAround(folder: string): string {
  recordedHome ??= userInfo().homedir;
  const others = HOMES.filter((homes) => folder !== homes && within(homes, folder)).map((homes) =>
    join(homes, relative(homes, folder).split(sep)[0] ?? ''),
  );
  const known = [homedir(), recordedHome, '/root', ...others];
  const around = (home: string) => within(realOf(home), folder) || within(folder, realOf(home));
  return known.find(around) ?? homedir();
}

/** The PATH of a confined program, and the folders that it needs to see for it. */
interface Confined {
  folders: readonly string[];
  roots: readonly string[];
}

/** Each start of a program asks: links are looked up once for each PATH. */
let confined: (Confined & { key: string }) | null = null;

/** The PATH of a confined program, and the folders it sees: as much of our own PATH as can be shown. */
export function confinedSearch(): Confined {
  const key = JSON.stringify([process.env.PATH, homedir()]);
  if (confined?.key === key) return confined;
  const all = searchFolders().map((folder) => ({ folder, roots: toolchainRoots(folder) }));
  const seen = all.filter(({ folder, roots }) => roots.length > 0 || isSystem(realOf(folder)));
  confined = {
    key,
    folders: seen.map(({ folder }) => folder),
    roots: [...new Set(seen.flatMap(({ roots }) => roots))],
  };
  return confined;
}

export type Lookup = 'found' | 'not-found' | 'not-executable';

/**
 * Looks for a program as the system would: a bare name in `folders`, anything with a separator relative to `cwd`;
 * on Windows also with the suffixes of PATHEXT.
 */
export function findProgram(name: string, cwd: string, folders: readonly string[]): Lookup {
  const suffixes = process.platform === 'win32' ? ['', ...(process.env.PATHEXT ?? '.EXE').split(';')] : [''];
  const places = /[\\/]/.test(name) ? [resolve(cwd, name)] : folders.map((folder) => join(folder, name));
  const answers = places.flatMap((place) => suffixes.map((suffix) => inspect(place + suffix)));
  return answers.find((a) => a === 'found') ?? answers.find((a) => a === 'not-executable') ?? 'not-found';
}

/** Whether that file, absolute, is one that the system would run. */
export const isExecutable = (path: string): boolean => inspect(path) === 'found';

function inspect(path: string): Lookup {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile() ? 'found' : 'not-executable';
  } catch (error) {
    const refused = error instanceof Error && 'code' in error && error.code === 'EACCES';
    return refused ? 'not-executable' : 'not-found';
  }
}
