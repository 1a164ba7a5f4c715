import { parentPort, workerData } from 'node:worker_threads';
import * as z from 'zod';
import { readLines } from './lines.js';

// dist/search.js: the worker of `search.ts`. It reports what it found in batches, and where it stands.
const { folder, from, pattern, flags, limit } = z
  .strictObject({
    folder: z.string(),
    from: z.number(),
    pattern: z.string(),
    flags: z.string(),
    limit: z.number(),
  })
  .parse(workerData);

const BATCH = 200;
const expression = new RegExp(pattern, flags);
let found: { offset: number; text: string; at: number; length: number }[] = [];
let count = 0;
let whole = true;

for (const { offset, bytes } of readLines(folder, from)) {
  const text = bytes.toString('utf8');
  const match = expression.exec(text);
  if (!match) continue;
  if (count === limit) {
    whole = false;
    break;
  }
  count += 1;
  found.push({ offset, text: text.slice(0, 4096), at: match.index, length: match[0].length });
  if (found.length === BATCH) {
    parentPort?.postMessage({ found });
    found = [];
  }
}
parentPort?.postMessage({ found, whole });
