import * as z from 'zod';
import type { ChangeRequest } from '../../workspace/edits/plan.js';
import { changeTool } from './change.js';

/** A path below the top of the repository. A leading `./` says nothing. */
const Path = z.string().min(1).max(4096).describe('Path of the file, relative to the top of the repository.');

/** Characters of one text; policy bounds the lines. */
const MOST_TEXT = 1_000_000;
const Text = z.string().max(MOST_TEXT);

const PatchArguments = z.strictObject({
  edits: z
    .array(
      z.strictObject({
        path: Path,
        find: Text.describe('The text to replace. It must occur exactly once; empty: the file is new.'),
        replace: Text,
      }),
    )
    .min(1)
    .max(200)
    .optional()
    .describe('Replacements, in order. All are made, or none.'),
  diff: z.string().min(1).max(MOST_TEXT).optional().describe('A unified diff, instead of edits.'),
});
type PatchArguments = z.infer<typeof PatchArguments>;

const plainPath = (path: string): string => path.replace(/^(?:\.\/)+/, '');

const OneForm = PatchArguments.refine(
  ({ edits, diff }) => (edits === undefined) !== (diff === undefined),
  'give edits or a diff, one of them',
);

function patchRequest({ edits, diff = '' }: PatchArguments): ChangeRequest {
  return edits === undefined
    ? { diff }
    : { edits: edits.map((edit) => ({ ...edit, path: plainPath(edit.path) })) };
}

/** Changes files by replacements of text or by a unified diff, all of it or nothing. */
export const applyPatch = changeTool<PatchArguments>({
  name: 'apply_patch',
  arguments: OneForm,
  request: patchRequest,
});

const WriteArguments = z.strictObject({ path: Path, content: Text });

/** Makes a file, or replaces all of it. */
export const writeFile = changeTool<z.infer<typeof WriteArguments>>({
  name: 'write_file',
  arguments: WriteArguments,
  request: ({ path, content }) => ({ path: plainPath(path), content }),
});

const DeleteArguments = z.strictObject({ path: Path });

/** Deletes a file. */
export const deleteFile = changeTool<z.infer<typeof DeleteArguments>>({
  name: 'delete_file',
  arguments: DeleteArguments,
  request: ({ path }) => ({ path: plainPath(path), content: null }),
});
