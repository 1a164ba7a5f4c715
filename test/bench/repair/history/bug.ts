import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';

const TestsSchema = z.object({ parser: z.enum(['tap', 'unity']), programs: z.array(z.string()) });

/** A tree with the bug and tests that the task does not have. */
const SuiteSchema = z.object({
  /** Folder beside the task's repository. */
  folder: z.string(),
  tests: TestsSchema,
  /** Cases that pass with the developer's patch: every right patch passes them too. */
  passing: z.array(z.string()),
});

/** A historical bug, as `extractHistory` leaves it beside its trees in `bug.json`. */
export const BugSchema = z.object({
  repository: z.string(),
  fix: z.string(),
  subject: z.string(),
  /** Why it is no case for the bench; null where it is one. */
  invalid: z.string().nullable(),
  /** The developer's, without its tests. */
  patch: z.string(),
  tests: TestsSchema,
  failing: z.array(z.string()),
  /** Of the programs with the developer's patch. */
  hash: z.string().nullable(),
  suites: z.array(SuiteSchema),
});
export type Bug = z.infer<typeof BugSchema>;

export const BUG_FILE = 'bug.json';
/** The tree with the bug and the tests of its fix, a repository. */
export const TREE = 'project';

/** The bug of a folder, or null where none lies there. */
export async function readBug(folder: string): Promise<Bug | null> {
  const text = await readFile(path.join(folder, BUG_FILE), 'utf8').catch(() => null);
  return text === null ? null : BugSchema.parse(JSON.parse(text));
}
