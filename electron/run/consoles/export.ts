import { rm } from 'node:fs/promises';
import type { ExportProgress } from '../../../shared/ipc/console-view.js';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import type { Export } from '../../bench/console/export.js';
import { extentOf } from '../../bench/console/segments.js';
import { startSheetReader } from '../../bench/console/sheet/reader.js';

/** Writes what ports said, one file at a time, in a thread of its own: a large capture takes its time. */
export interface Exporter {
  /** Gives the file; null where it was stopped, and is not there then. Errors: USAGE, those of `exportCaptures`. */
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
        const written = await reader.ask({ ask: 'export', ...wanted });
        await reader.close();
        if (signal.aborted) {
          await rm(wanted.file, { force: true });
          return ok({ file: null });
        }
        if (!written.ok) return written;
        return written.value === null ? ok({ file: wanted.file }) : fail(written.value);
      } finally {
        progress = null;
      }
    },
    progress: () => progress,
    stop: () => stopping.abort(),
  };
}

const totalOf = ({ captures }: Export): number =>
  captures.map(({ folder }) => extentOf(folder)).reduce((sum, { start, end }) => sum + end - start, 0);

const BUSY: Problem = {
  code: 'USAGE',
  message: 'another file is being written',
  next: 'wait for its end, or cancel it',
};
