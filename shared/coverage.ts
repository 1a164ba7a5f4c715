import * as z from 'zod';
import { CASE_STATUSES } from './results.js';

/** The kind of artifact that holds which lines a run's cases executed. */
export const COVERAGE_KIND = 'coverage';

/** Bytes of such an artifact: of a large image the rest is left out, and counted. */
export const MOST_COVERAGE_BYTES = 512 * 1024;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const objectId = z.string().regex(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/);
/** Lines counted from 1, as `3-7,12`; '' for none. */
const RangesSchema = z.string().regex(/^(?:\d{1,7}(?:-\d{1,7})?(?:,\d{1,7}(?:-\d{1,7})?)*)?$/);

/**
 * What the cases of a run executed, without its held-out ones: files and lines, none of their content. Files are those of the commit
 * that the image was built of.
 */
export const CoverageSchema = z.strictObject({
  version: z.literal(1),
  run: z.string(),
  commit: objectId,
  /** SHA-256 of the image; null on `host`, where the commit says what ran. */
  image: sha256.nullable(),
  /** `simulator`: its trace of the unchanged image; `program`: counts of a build that was made to count. */
  by: z.enum(['simulator', 'program']),
  /** The trace was cut off: what runs later is not in it. */
  is_cut: z.boolean(),
  files: z.array(
    z.strictObject({
      path: z.string().min(1),
      /** Of its content, as git names it. */
      blob: objectId,
      /** Lines that ran, of any case or between them. */
      ran: RangesSchema,
      /** Lines with code; null where that is not known. */
      code: RangesSchema.nullable(),
    }),
  ),
  /** Null: the cases cannot be told apart. */
  cases: z
    .array(
      z.strictObject({
        name: z.string(),
        status: z.enum(CASE_STATUSES),
        /** Lines that ran while it did, by the file's place in `files`. */
        ran: z.array(z.tuple([z.number().int().nonnegative(), RangesSchema])),
      }),
    )
    .nullable(),
  /** Cases that were not measured, or not kept, and files that were not kept. */
  left_out: z.strictObject({
    cases: z.number().int().nonnegative(),
    files: z.number().int().nonnegative(),
  }),
});
export type Coverage = z.infer<typeof CoverageSchema>;

/** Lines as ranges: `3-7,12`. */
export function rangesOf(lines: Iterable<number>): string {
  const out: string[] = [];
  let [from, to] = [0, 0];
  const put = (): void => {
    if (from > 0) out.push(from === to ? `${from}` : `${from}-${to}`);
  };
  for (const line of [...new Set(lines)].sort((a, b) => a - b)) {
    if (line !== to + 1 || from === 0) {
      put();
      from = line;
    }
    to = line;
  }
  put();
  return out.join(',');
}

/** A file has no more lines: a damaged range must not fill the memory. */
const MOST_LINES = 1_000_000;

/** Lines of ranges; what is no range of lines is none. */
export function linesOf(ranges: string): Set<number> {
  const lines = new Set<number>();
  for (const range of ranges === '' ? [] : ranges.split(',')) {
    const [from = 0, to = from] = range.split('-').map(Number);
    for (let line = from; line <= Math.min(to, MOST_LINES); line += 1) lines.add(line);
  }
  return lines;
}
