import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { fail, ok, type Result } from '../../../shared/problem.js';
import { replaceFile } from '../../files/replace-file.js';
import type { Image } from '../image/image.js';
import { contentHash, fromStored, StoredImageSchema, toStored } from '../image/stored-image.js';

const IdentitySchema = z.object({ chip: z.string(), serial: z.string().nullable(), loader: z.string() });

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/**
 * Names a kept image by `contentHash`, and says since when (Unix time, ms). `image`: SHA-256 of its file, which is what
 * people know it by; older records do not have it.
 */
const KeptSchema = z.object({ content: sha256, image: sha256.optional(), at: z.number() });

const RecordSchema = z.object({
  version: z.literal(1),
  /** As it answered at the first flash. */
  identity: IdentitySchema.nullable(),
  /** What it held before the first write. */
  firstDump: KeptSchema.nullable(),
  lastGood: KeptSchema.nullable(),
  /** What it holds now; null: never written by us, or a write that was begun did not come to its end. */
  holds: KeptSchema.nullable(),
  /** What a run found when it took the board: what it held, as far as known, and the last good image of then. */
  found: z
    .object({ run: z.string(), held: KeptSchema.nullable(), lastGood: KeptSchema.nullable() })
    .nullable()
    .default(null),
});
export type BoardRecord = z.infer<typeof RecordSchema>;

const EMPTY: BoardRecord = {
  version: 1,
  identity: null,
  firstDump: null,
  lastGood: null,
  holds: null,
  found: null,
};

/** What is kept of one board, below its folder: `record.json`, and images that are never changed. */
export interface BoardStore {
  record(): Promise<Result<BoardRecord>>;
  /** Merged into the record, which is replaced whole. */
  update(change: Partial<BoardRecord>): Promise<Result<BoardRecord>>;
  /** Keeps an image; gives its `contentHash`. */
  keep(image: Image): Promise<Result<string>>;
  image(content: string): Promise<Result<Image>>;
}

/**
 * Errors of all calls: HOME_UNWRITABLE where a file cannot be written, JOURNAL_CORRUPT where one is not what was written.
 *
 * @param boardsDir `<home>/boards`
 */
export function openBoardStore(boardsDir: string, boardId: string): BoardStore {
  const dir = path.join(boardsDir, encodeURIComponent(boardId).replaceAll('.', '%2E'));
  const recordFile = path.join(dir, 'record.json');
  const imageFile = (content: string) => path.join(dir, 'images', `${content}.json`);
  const record = () => readJson(recordFile, RecordSchema, EMPTY);
  return {
    record,
    async update(change) {
      const before = await record();
      if (!before.ok) return before;
      const after = { ...before.value, ...change };
      const written = await writeJson(recordFile, after);
      return written.ok ? ok(after) : written;
    },
    async keep(image) {
      const content = contentHash(image);
      const written = await writeJson(imageFile(content), toStored(image));
      return written.ok ? ok(content) : written;
    },
    async image(content) {
      const stored = await readJson(imageFile(content), StoredImageSchema, undefined);
      if (!stored.ok) return stored;
      const image = fromStored(stored.value);
      return contentHash(image) === content
        ? ok(image)
        : corrupt(imageFile(content), 'its bytes have changed');
    },
  };
}

/** `missing` stands for a file that is not there; undefined makes that an error. */
async function readJson<T>(file: string, schema: z.ZodType<T>, missing: T | undefined): Promise<Result<T>> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (missing !== undefined && error instanceof Error && 'code' in error && error.code === 'ENOENT')
      return ok(missing);
    return corrupt(file, error instanceof Error ? error.message : 'it cannot be read');
  }
  try {
    const parsed = schema.safeParse(JSON.parse(text));
    return parsed.success ? ok(parsed.data) : corrupt(file, z.prettifyError(parsed.error));
  } catch {
    return corrupt(file, 'it is not JSON'); // the answer, not a default
  }
}

const corrupt = (file: string, why: string): Result<never> =>
  fail({
    code: 'JOURNAL_CORRUPT',
    where: file,
    message: `what is kept of this board cannot be read: ${why}`,
    next: 'move the file away; what was kept of the board is in `images` beside it, and `benchloop flash` takes those files',
  });

async function writeJson(file: string, value: unknown): Promise<Result<void>> {
  try {
    await mkdir(path.dirname(file), { recursive: true });
    await replaceFile(file, JSON.stringify(value));
    return ok(undefined);
  } catch (error) {
    return fail({
      code: 'HOME_UNWRITABLE',
      where: file,
      message: error instanceof Error ? error.message : 'the file cannot be written',
      next: 'make room or set BENCHLOOP_HOME to a folder that can be written; the board was not touched',
    });
  }
}
