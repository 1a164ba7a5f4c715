import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import {
  CASSETTE_KINDS,
  type CassetteContents,
  type CassetteFile,
  type CassetteKind,
  type FilePart,
  type Held,
  SOUGHT,
} from '../../../shared/cassette.js';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import { runFolder, withRun } from '../run-store.js';
import { sha256 } from './integrity.js';
import { MOST_BYTES, type Piece, piecesOf } from './pieces.js';
import { searcher } from './search.js';
import { structureOf } from './structure.js';

/** A cassette that is to be written, once its reader has seen what it will hold. */
export interface CassetteDraft {
  contents: CassetteContents;
  /** Errors: USAGE where the file cannot be written. */
  write(file: string): Promise<Result<void>>;
}

/** Characters of a file on one line. */
const PART = 512 * 1024;

/**
 * Looks through a run for its cassette, and writes nothing yet. Errors: RUN_NOT_FOUND, JOURNAL_CORRUPT.
 *
 * @param include kinds beside the structure
 */
export async function draftCassette(
  home: string,
  run: string,
  include: readonly CassetteKind[],
): Promise<Result<CassetteDraft>> {
  const stored = withRun(home, run, (journal) => {
    const [structure, header, nodes] = [structureOf(journal, run), journal.header(), journal.nodes()];
    if (!structure.ok) return structure;
    if (!nodes.ok) return nodes;
    return header.ok
      ? ok({ structure: structure.value, header: header.value.header, nodes: nodes.value })
      : header;
  });
  if (!stored.ok) return stored;
  const { structure, header, nodes } = stored.value;
  const pieces = await piecesOf(runFolder(home, run), header, nodes);
  const taken = withinBounds(pieces.filter(({ kind }) => include.includes(kind)));
  const seeker = searcher();
  const line = JSON.stringify(structure);
  seeker.search('structure', line);
  const files: CassetteFile[] = [];
  for (const piece of taken) {
    const content = await piece.read();
    seeker.search(piece.kind, content.toString('utf8'));
    files.push({ kind: piece.kind, path: piece.path, sha256: sha256(content) });
  }
  const holds: Held[] = [
    held('structure', structure.transitions.length, Buffer.byteLength(line), true),
    ...CASSETTE_KINDS.filter((kind) => kind !== 'structure').map((kind) => heldOf(kind, pieces, taken)),
  ];
  const contents = { holds, sought: SOUGHT, found: seeker.found() };
  return ok({
    contents,
    write: (file) =>
      writeTo(file, { ...structure, format: 2, ...contents, ...(files.length > 0 && { files }) }, taken),
  });
}

/** What does not fit is left out whole: half a file would be taken for all of it. */
function withinBounds(pieces: readonly Piece[]): Piece[] {
  let left = MOST_BYTES;
  return pieces.filter(({ bytes }) => {
    left -= bytes;
    return left >= 0;
  });
}

const held = (kind: CassetteKind, count: number, bytes: number, included: boolean, cut = 0): Held => ({
  ...{ kind, count, bytes, included, cut },
});

function heldOf(kind: CassetteKind, all: readonly Piece[], taken: readonly Piece[]): Held {
  const of = all.filter((piece) => piece.kind === kind);
  const its = taken.filter((piece) => piece.kind === kind);
  const bytes = of.reduce((sum, piece) => sum + piece.bytes, 0);
  const leftOut = its.length === 0 ? 0 : of.length - its.length;
  return held(kind, of.length, bytes, its.length > 0, its.filter(({ cut }) => cut).length + leftOut);
}

async function writeTo(file: string, head: object, pieces: readonly Piece[]): Promise<Result<void>> {
  let lines = 0;
  let to: number | null = null;
  try {
    const out = openSync(file, 'w');
    to = out;
    const put = (value: unknown): void => {
      writeSync(out, `${JSON.stringify(value)}\n`);
      lines += 1;
    };
    put(head);
    for (const piece of pieces) for (const part of partsOf(piece, await piece.read())) put({ file: part });
    if (pieces.length > 0) put({ end: { files: pieces.length, lines } });
    return ok(undefined);
  } catch (error) {
    if (to !== null) rmSync(file, { force: true });
    return fail(notWritten(error));
  } finally {
    if (to !== null) closeSync(to);
  }
}

/** Text where the bytes are valid UTF-8, so that the file can be read; else base64. */
function* partsOf({ kind, path }: Piece, content: Buffer): Generator<FilePart> {
  const text = content.toString('utf8');
  const isText = Buffer.from(text).equals(content);
  const whole = isText ? text : content.toString('base64');
  for (let at = 0, part = 0; at === 0 || at < whole.length; at += PART, part += 1) {
    const piece = whole.slice(at, at + PART);
    yield { kind, path, part, ...(isText ? { text: piece } : { base64: piece }) };
  }
}

const notWritten = (error: unknown): Problem => ({
  code: 'USAGE',
  message: `the file cannot be written: ${error instanceof Error ? error.message : String(error)}`,
  next: 'name a file in a folder that exists and is writable',
});
