import { stat } from 'node:fs/promises';
import path from 'node:path';
import { fail, ok, type Problem, type Result } from '../../shared/problem.js';
import type { Core } from '../core/core-api.js';
import type { Desktop } from './desktop.js';

/**
 * Shows the run's folder in the file manager. The path is the journal's, never the window's, and must be a folder below
 * `home`: opening anything else could start a program.
 */
export async function openRunFolder(
  o: { core: Core; desktop: Desktop; home: string },
  run: string,
): Promise<Result<void>> {
  const details = o.core.details(run);
  if (!details.ok) return details;
  const { folder } = details.value;
  if (!isBelow(folder, o.home) || !(await isFolder(folder))) return fail(noFolder(folder));
  const reason = await o.desktop.openFolder(folder);
  return reason === '' ? ok(undefined) : fail(notOpened(folder, reason));
}

function isBelow(folder: string, home: string): boolean {
  const relative = path.relative(path.resolve(home), path.resolve(folder));
  return relative !== '' && !relative.startsWith('..') && !path.isAbsolute(relative);
}

const isFolder = (folder: string): Promise<boolean> =>
  stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );

const noFolder = (folder: string): Problem => ({
  code: 'ARTIFACT_MISSING',
  message: 'the folder of the run is not there',
  where: folder,
  next: 'it was moved or removed; the journal still has the trace and the report',
});

const notOpened = (folder: string, reason: string): Problem => ({
  code: 'ENV_ERROR',
  message: `the file manager could not open it: ${reason}`,
  where: folder,
  next: 'open the folder by hand',
});
