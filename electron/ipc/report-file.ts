import { writeFile } from 'node:fs/promises';
import type { ExportFormat } from '../../shared/ipc/runs.js';
import type { Input } from '../../shared/ipc.js';
import { fail, ok, type Problem, type Result } from '../../shared/problem.js';
import type { Core } from '../core/core-api.js';
import type { Desktop } from './desktop.js';

const SUFFIX: Record<ExportFormat, string> = { json: 'json', html: 'html', junit: 'xml' };

/**
 * Writes the report of a run where the person says. `file` is null where they closed the dialog.
 * Errors: those of `Core.render`, DISK_FULL and HOME_UNWRITABLE from the file system.
 */
export async function exportReport(
  o: { core: Core; desktop: Desktop },
  { run, format, language }: Input<'exportReport'>,
): Promise<Result<{ file: string | null }>> {
  const text = await o.core.render(run, format, language);
  if (!text.ok) return text;
  const file = await o.desktop.chooseExport(`${run}.${SUFFIX[format]}`, format);
  if (file === null) return ok({ file });
  return writeFile(file, text.value).then(
    () => ok({ file }),
    (error: NodeJS.ErrnoException) => fail(notWritten(file, error)),
  );
}

const notWritten = (file: string, error: NodeJS.ErrnoException): Problem => ({
  code: error.code === 'ENOSPC' ? 'DISK_FULL' : 'HOME_UNWRITABLE',
  message: `the report could not be written: ${error.message}`,
  where: file,
  next: 'choose another folder',
});
