import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { CassetteEndSchema, type FilePart, FilePartSchema } from '../../../shared/cassette.js';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import { whyNoFile } from '../../files/text-file.js';
import { type Cassette, CassetteSchema } from '../replay.js';

/** A cassette as it was read: its structure, and its files in the order in which they lie there. */
export interface ReadCassette {
  structure: Cassette;
  files: readonly { kind: FilePart['kind']; path: string; content: Buffer }[];
}

/** More than an export writes of one run is no cassette of ours. */
const MOST_CHARACTERS = 600 * 1024 * 1024;

/** Reads a cassette, of this format or of the one before, which is one JSON object. Errors: USAGE where it is none, or is not whole. */
export async function readCassette(file: string): Promise<Result<ReadCassette>> {
  const refuse = (message: string) =>
    fail<Problem>({
      code: 'USAGE',
      message,
      where: file,
      next: 'make one with `benchloop show RUN --cassette FILE`',
    });
  try {
    const absent = whyNoFile(file, 'cassette');
    if (absent !== null) return refuse(absent);
    const read = await linesOf(file);
    return typeof read === 'string' ? refuse(read) : ok(read);
  } catch (error) {
    return refuse(`the cassette cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function linesOf(file: string): Promise<ReadCassette | string> {
  let structure: Cassette | null = null;
  let [count, characters, ended] = [0, 0, false];
  const files = new Files();
  for await (const line of createInterface({
    input: createReadStream(file),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    characters += line.length;
    if (characters > MOST_CHARACTERS) return 'this is larger than any cassette';
    if (line.trim() === '') continue;
    if (structure === null) {
      structure = CassetteSchema.safeParse(JSON.parse(line)).data ?? null;
      if (structure === null) return 'this is no cassette';
    } else {
      const row = JSON.parse(line);
      const end = CassetteEndSchema.safeParse(row.end).data;
      if (end) {
        if (end.lines !== count || end.files !== files.count())
          return 'the cassette is not whole: some of its lines are missing';
        ended = true;
      } else files.add(FilePartSchema.parse(row.file));
    }
    count += 1;
  }
  if (structure === null) return 'this is no cassette';
  if (files.count() > 0 && !ended) return 'the cassette is not whole: its end is missing';
  return { structure, files: files.all() };
}

/** Files as their parts arrive. */
class Files {
  readonly #parts = new Map<string, FilePart[]>();

  add(part: FilePart): void {
    const of = this.#parts.get(part.path) ?? [];
    this.#parts.set(part.path, of);
    of.push(part);
  }

  count = (): number => this.#parts.size;

  all = (): ReadCassette['files'] =>
    [...this.#parts].map(([path, parts]) => ({
      kind: parts[0]?.kind ?? 'source',
      path,
      content: Buffer.concat(
        parts.some(({ base64 }) => base64 !== undefined)
          ? [Buffer.from(parts.map(({ base64 = '' }) => base64).join(''), 'base64')]
          : [Buffer.from(parts.map(({ text = '' }) => text).join(''))],
      ),
    }));
}
