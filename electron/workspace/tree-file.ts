import { git, placeOf } from './git.js';

/** A file as a tree or commit of the clone has it; null where it has none of that name. */
export async function fileInTree(dir: string, tree: string, file: string): Promise<string | null> {
  const read = await git(placeOf(dir), ['cat-file', 'blob', `${tree}:${file}`]);
  return read.ok ? read.value : null;
}
