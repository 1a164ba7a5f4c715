import { accessSync, constants, statSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { delimiter, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

/** Folders that every confined program sees anyway. */
const SYSTEM_FOLDERS = ['/usr', '/bin', '/sbin', '/lib', '/lib64'];

const within = (folder: string, path: string): boolean => {
  const rest = relative(folder, path);
  return rest === '' || (!rest.startsWith(`..${sep}`) && rest !== '..' && !isAbsolute(rest));
};

/** The absolute folders of PATH, in order, each once. Relative entries are dropped: they depend on the cwd. */
export function searchFolders(path = process.env.PATH ?? ''): string[] {
  const folders = path.split(delimiter).filter((folder) => isAbsolute(folder));
  return [...new Set(folders.map((folder) => resolve(folder)))];
}

/**
 * The folder to show to a confined program so that the tools in `folder` work: the toolchain's root for
 * `<root>/bin`, or null where the system folders hold it already. In the user's home only what is surely a
 * toolchain is shown: of `~/bin` and of dot-folders (`~/.cargo/bin`: its root keeps credentials) no more than
 * the folder itself, and nothing of a shim folder, whose programs start others by way of the home.
 */
export function toolchainRoot(folder: string, home = homeAround(folder)): string | null {
  if (SYSTEM_FOLDERS.some((system) => within(system, folder))) return null;
  const root = dirname(folder);
  if (!within(home, folder)) return within(root, home) ? folder : root;
  if (folder === home || folder.endsWith(`${sep}shims`)) return null;
  const [first = '', ...deeper] = relative(home, root).split(sep);
  const rootIsPrivate = first === '' || (first.startsWith('.') && deeper.length === 0);
  return rootIsPrivate ? folder : root;
}

/** Read once: to ask the system for it takes longer than all else here. */
let recordedHome: string | null = null;

/** The user's home that holds `folder`: HOME may name another than the system's record of the user. */
function homeAround(folder: string): string {
  const own = homedir();
  recordedHome ??= userInfo().homedir;
  return [own, recordedHome].find((home) => within(home, folder)) ?? own;
}

/** The PATH of a confined program: what `toolchainRoot` can show of ours. */
export function confinedFolders(): string[] {
  const seen = (folder: string) =>
    SYSTEM_FOLDERS.some((system) => within(system, folder)) || toolchainRoot(folder) !== null;
  return searchFolders().filter(seen);
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

function inspect(path: string): Lookup {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile() ? 'found' : 'not-executable';
  } catch (error) {
    const refused = error instanceof Error && 'code' in error && error.code === 'EACCES';
    return refused ? 'not-executable' : 'not-found';
  }
}
