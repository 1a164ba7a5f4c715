import * as z from 'zod';
import { withRun } from './run-store.js';

const Loaded = z.looseObject({ repoRoot: z.string() });

/** Where the headers of the machines name the repository that they work on. */
const HeaderSchema = z.union([
  z.looseObject({ loaded: Loaded }).transform(({ loaded }) => loaded.repoRoot),
  z.looseObject({ loop: z.looseObject({ loaded: Loaded }) }).transform(({ loop }) => loop.loaded.repoRoot),
  z.looseObject({ repo: z.looseObject({ root: z.string() }) }).transform(({ repo }) => repo.root),
]);

/** The repository, absolute, that a run with this header works on; null: none, or more than one, as a campaign. */
export const repositoryOf = (header: unknown): string | null => HeaderSchema.safeParse(header).data ?? null;

/** The same of a run of the data folder; null also where it cannot be read. */
export function repositoryOfRun(home: string, run: string): string | null {
  const about = withRun(home, run, (journal) => journal.header());
  return about.ok ? repositoryOf(about.value.header) : null;
}
