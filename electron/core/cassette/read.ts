import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import * as z from 'zod';
import { CassetteEndSchema, type FilePart, FilePartSchema } from '../../../shared/cassette.js';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import { text, type Words } from '../../../shared/texts/words.js';
import { jsonOf } from '../../files/json.js';
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
  const refuse = (message: Words) =>
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
    return read.ok ? read : refuse(read.error);
  } catch (error) {
    return refuse(`the cassette cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function linesOf(file: string): Promise<Result<ReadCassette, Words>> {
  let structure: Cassette | null = null;
  let [count, characters] = [0, 0];
  const rest = new Rest();
  for await (const line of createInterface({
    input: createReadStream(file),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    characters += line.length;
    if (characters > MOST_CHARACTERS) return fail('this is larger than any cassette');
    if (line.trim() === '') continue;
    count += 1;
    const value = jsonOf(line);
    if (structure !== null) {
      const wrong = rest.add(value, count);
      if (wrong !== null) return fail(wrong);
      continue;
    }
    if (value === undefined && BEGINNING.test(line)) return fail(cutIn(count));
    structure = CassetteSchema.safeParse(value).data ?? null;
    if (structure === null) return fail('this is no cassette');
  }
  if (structure === null) return fail('this is no cassette');
  const missing = rest.whyNotWhole(structure);
  return missing === null ? ok({ structure, files: rest.files() }) : fail(missing);
}

/** How the first line of every cassette begins. */
const BEGINNING = /^\s*\{\s*"benchloop"\s*:\s*"cassette"/;

const cutIn = (line: number): Words =>
  text`the cassette is not whole: line ${line} is cut off, or is not as it was written`;

const RowSchema = z.union([z.object({ end: CassetteEndSchema }), z.object({ file: FilePartSchema })]);

/** The lines behind the structure. */
class Rest {
  readonly #files = new Files();
  #ended = false;

  /** What is wrong with the next line, which is that of the file; null: nothing. */
  add(value: unknown, line: number): Words | null {
    const row = RowSchema.safeParse(value).data;
    if (!row) return cutIn(line);
    if (this.#ended) return text`the cassette goes on behind its end, in line ${line}`;
    if ('file' in row) this.#files.add(row.file);
    else if (row.end.lines !== line - 1 || row.end.files !== this.#files.count())
      return 'the cassette is not whole: some of its lines are missing';
    else this.#ended = true;
    return null;
  }

  /** What its structure says that it holds has to be there. */
  whyNotWhole({ holds = [] }: Cassette): Words | null {
    if (this.#ended) return null;
    if (this.#files.count() > 0) return 'the cassette is not whole: its end is missing';
    const named = holds.filter(({ kind, included }) => included && kind !== 'structure');
    if (named.length === 0) return null;
    return text`the cassette is not whole: it lacks the files that its first line names (${named.map(({ kind }) => kind).join(', ')})`;
  }

  files = (): ReadCassette['files'] => this.#files.all();
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
          : [Buffer.from(parts.map(({ text: part = '' }) => part).join(''))],
      ),
    }));
}
