import type { ChangedSource } from '../../agents/roundtable/style.js';
import { fileInTree } from '../../workspace/tree-file.js';
import type { PatchVerdict } from '../../workspace/verdict.js';

/** The files that a patch changes, before and after it. */
export const changedSources = (
  clone: string,
  { files, tree }: Pick<PatchVerdict, 'files' | 'tree'>,
): Promise<ChangedSource[]> =>
  Promise.all(
    files.map(async (file) => ({
      file,
      before: await fileInTree(clone, 'HEAD', file),
      after: tree === null ? null : await fileInTree(clone, tree, file),
    })),
  );
