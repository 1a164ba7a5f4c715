import { fail, ok, type Result } from '../../../shared/problem.js';
import type { Export } from '../../bench/console/export.js';
import { startSheetReader } from '../../bench/console/sheet/reader.js';

/**
 * Writes what ports said, in a thread of its own: a large capture takes its time. Errors: those of `exportCaptures`.
 *
 * @param sheetFile absolute path of `dist/sheet.js`
 */
export async function exportInThread(sheetFile: string, wanted: Export): Promise<Result<{ file: string }>> {
  const reader = startSheetReader(sheetFile);
  try {
    const written = await reader.ask({ ask: 'export', ...wanted });
    if (!written.ok) return written;
    return written.value === null ? ok({ file: wanted.file }) : fail(written.value);
  } finally {
    await reader.close();
  }
}
