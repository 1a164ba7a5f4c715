import type { ExportProgress } from '../../../shared/ipc/console-view.js';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import type { Export } from '../../bench/console/export.js';
import { extentOf } from '../../bench/console/segments.js';
import { type SheetReader, startSheetReader } from '../../bench/console/sheet/reader.js';
import { writeProblem } from '../../bench/console/write-all.js';
import { replaceFileBy } from '../../files/replace-file.js';

/** Writes what ports said, one file at a time, in a thread of its own: a large capture takes its time. */
export interface Exporter {
  /**
   * Gives the file, which is there once it is whole: until then, and stopped or failed, what was there before is. Null where it
   * was stopped. Errors: USAGE, those of `exportCaptures`.
   */
  write(wanted: Export): Promise<Result<{ file: string | null }>>;
  progress(): ExportProgress | null;
  stop(): void;
}

/** @param sheetFile absolute path of `dist/sheet.js` */
export function createExporter(sheetFile: string): Exporter {
  let progress: ExportProgress | null = null;
  let stopping = new AbortController();
  return {
    write: async (wanted) => {
      if (progress !== null) return fail({ ...BUSY, where: wanted.file });
      const now = { done: 0, total: totalOf(wanted) };
      progress = now;
      stopping = new AbortController();
      const reader = startSheetReader(sheetFile, (bytes) => {
        now.done += bytes;
      });
      const { signal } = stopping;
      signal.addEventListener('abort', () => void reader.close(), { once: true });
      try {
        return await writeWhole(reader, wanted, signal);
      } finally {
        progress = null;
      }
    },
    progress: () => progress,
    stop: () => stopping.abort(),
  };
}

async function writeWhole(
  reader: SheetReader,
  wanted: Export,
  signal: AbortSignal,
): Promise<Result<{ file: string | null }>> {
  let done: Result<{ file: string | null }> = ok({ file: null });
  const fill = async (file: string): Promise<boolean> => {
    const written = await reader.ask({ ask: 'export', ...wanted, file });
    await reader.close();
    if (signal.aborted) return false;
    if (!written.ok) done = written;
    else done = written.value === null ? ok({ file: wanted.file }) : fail(written.value);
    return done.ok;
  };
  try {
    await replaceFileBy(wanted.file, fill);
    return done;
  } catch (error) {
    return fail(writeProblem(error, wanted.file));
  }
}

const totalOf = ({ captures }: Export): number =>
  captures.map(({ folder }) => extentOf(folder)).reduce((sum, { start, end }) => sum + end - start, 0);

const BUSY: Problem = {
  code: 'USAGE',
  message: 'another file is being written',
  next: 'wait for its end, or cancel it',
};
