import { fail, type Result } from '../../shared/problem.js';
import type { AcceptOptions } from '../effects/parts.js';
import { registered } from '../effects/registry.js';
import { runFolder, withRun } from './run-store.js';

/** See `Core.accept`. Errors: RUN_NOT_FOUND, JOURNAL_CORRUPT, USAGE for a run that leaves nothing to be accepted. */
export async function acceptRun(
  home: string,
  run: string,
  options: AcceptOptions,
  now: () => number,
): Promise<Result<{ branch: string } | null>> {
  const about = withRun(home, run, (journal) => journal.about());
  if (!about.ok) return about;
  const { machine } = about.value;
  const accept = await registered(machine)?.accept?.();
  if (accept) return accept(runFolder(home, run), options, now);
  const message = `a run of ${machine} leaves nothing to be accepted`;
  return fail({ code: 'USAGE', message, next: `see \`benchloop show ${run}\`` });
}
