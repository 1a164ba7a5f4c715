import type { ConsoleFormat } from '../../../shared/ipc/console-rows.js';
import { fail, ok, type Result } from '../../../shared/problem.js';
import { startSheetReader } from '../../bench/console/sheet/reader.js';

/**
 * Writes all that a port said, in a thread of its own: a large capture takes its time. Errors: those of `exportCapture`.
 *
 * @param sheetFile absolute path of `dist/sheet.js`
 */
export async function exportWhole(
  sheetFile: string,
  wanted: { folder: string; format: ConsoleFormat; file: string },
): Promise<Result<{ file: string }>> {
  const reader = startSheetReader(sheetFile);
  try {
    const written = await reader.ask({ ask: 'export', ...wanted });
    if (!written.ok) return written;
    return written.value === null ? ok({ file: wanted.file }) : fail(written.value);
  } finally {
    await reader.close();
  }
}
