import type { Found } from '../../../shared/ipc/console.js';
import { ok, type Result } from '../../../shared/problem.js';
import type { PortCapture } from '../../bench/console/merged-lines.js';
import { type SearchEnd, searchCapture } from '../../bench/console/search.js';

/** Lines of one port that are listed, and how long a search may make no way, ms. */
const LIMIT = 500;
const TIMEOUT_MS = 20_000;

/** How a search of several ended: the least whole of them. */
const WORST: readonly SearchEnd[] = ['cancelled', 'timeout', 'limit', 'whole'];

export interface Wanted {
  pattern: string;
  ignoreCase: boolean;
}

/** Searches everything that ports said; a search that begins cancels the one before. Errors: those of `searchCapture`. */
export function createCaptureSearch(workerFile: string) {
  let current = new AbortController();
  return {
    find: async (
      captures: readonly PortCapture[],
      wanted: Wanted,
    ): Promise<Result<{ found: Found[]; end: SearchEnd }>> => {
      current.abort();
      current = new AbortController();
      const { signal } = current;
      const found: Found[] = [];
      let end: SearchEnd = 'whole';
      for (const { port, folder } of captures) {
        const searched = await searchCapture({
          ...{ folder, from: 0, ...wanted, limit: LIMIT, timeoutMs: TIMEOUT_MS, workerFile, signal },
        });
        if (!searched.ok) return searched;
        found.push(...searched.value.found.map((one) => ({ port, ...one })));
        end = WORST.find((one) => one === end || one === searched.value.end) ?? end;
      }
      return ok({ found, end });
    },
    stop: () => current.abort(),
  };
}
