import { parentPort, workerData } from 'node:worker_threads';
import * as z from 'zod';
import { placeIn, withoutEscapes } from '../results/escapes.js';
import { readTexts } from './lines.js';

// dist/search.js: the worker of `search.ts`. It reports what it found in batches, and that it gets on.
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
/** Bytes of the capture after which it says that it gets on. */
const STEP = 16 * 1024 * 1024;
const expression = new RegExp(pattern, flags);
let found: { offset: number; text: string; at: number; length: number }[] = [];
let count = 0;
let whole = true;
let told = from;

for (const { offset, text } of readTexts(folder, from)) {
  if (found.length === BATCH || offset - told >= STEP) {
    parentPort?.postMessage({ found });
    found = [];
    told = offset;
  }
  const match = expression.exec(withoutEscapes(text));
  if (!match) continue;
  if (count === limit) {
    whole = false;
    break;
  }
  count += 1;
  const at = placeIn(text, match.index);
  const end = match[0] === '' ? at : placeIn(text, match.index + match[0].length - 1) + 1;
  found.push({ offset, text: text.slice(0, 4096), at, length: end - at });
}
parentPort?.postMessage({ found, whole });
