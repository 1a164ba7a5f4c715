import { type GitPlace, git, placeOf, splitNul } from './git.js';

/** A file as a tree or commit of the clone has it; null where it has none of that name. */
export async function fileInTree(dir: string, tree: string, file: string): Promise<string | null> {
  const read = await git(placeOf(dir), ['cat-file', 'blob', `${tree}:${file}`]);
  return read.ok ? read.value : null;
}

/** The regular files of a commit with the names that git has for their contents; null where the place has no such commit. */
export async function blobsAt(place: GitPlace, commit: string): Promise<Map<string, string> | null> {
  const listed = await git(place, ['ls-tree', '-r', '-z', commit]);
  if (!listed.ok) return null;
  return new Map(
    splitNul(listed.value).flatMap((entry) => {
      const [, blob, file] = /^100\d{3} blob (\w+)\t(.*)$/s.exec(entry) ?? [];
      return blob === undefined || file === undefined ? [] : [[file, blob] as const];
    }),
  );
}
