import { closeSync, existsSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import type { CassetteKind } from '../../../shared/cassette.js';
import { instructionsHash } from '../../agents/records/hash.js';
import { PROMPTS, recordsIn } from '../../agents/records/records.js';
import type { ChildNode } from '../../journal/records.js';
import { runPaths } from '../../tools/run-paths.js';
import { git, placeOf, splitNul } from '../../workspace/git.js';
import { encodeText } from '../../workspace/text.js';

/** Of each file no more than this is taken along; a console may be larger. */
export const MOST_OF_A_FILE = 16 * 1024 * 1024;
/** All files together; what comes after is left out. */
export const MOST_BYTES = 256 * 1024 * 1024;

/** A file that a cassette can hold. Its content is read when it is its turn. */
export interface Piece {
  kind: Exclude<CassetteKind, 'structure'>;
  /** As the cassette names it. */
  path: string;
  bytes: number;
  cut: boolean;
  read(): Promise<Buffer>;
}

/** Everything of a run beside its journal, in the order in which it is written. */
export async function piecesOf(
  folder: string,
  header: unknown,
  nodes: readonly Pick<ChildNode, 'path' | 'header'>[],
): Promise<Piece[]> {
  const prompts = promptPieces(folder, header, nodes);
  return [...(await sourcePieces(folder, header)), ...consolePieces(folder), ...prompts];
}

const AtCommit = z.object({ baseCommit: z.string().regex(/^[0-9a-f]{40,64}$/) });
/** Where a machine works on a repository, its header says from which commit: a run and a delivery, a session, a roundtable. */
const OnRepository = z.union([
  z.object({ loaded: AtCommit }).transform(({ loaded }) => loaded),
  z.object({ repo: AtCommit }).transform(({ repo }) => repo),
  z.object({ loop: z.object({ loaded: AtCommit }) }).transform(({ loop }) => loop.loaded),
]);

/** The name of the piece from which the commit can be made again: no file of a repository is called so. */
export const BASE = '//base';
/** The name of the piece with what the run's machine was started with. */
export const HEADER = '//header';
/** The same of a node below the root, by its path. */
const headerOf = (node: string): string => `${HEADER}/${node}`;

async function sourcePieces(folder: string, header: unknown): Promise<Piece[]> {
  const { clone } = runPaths(folder);
  const base = OnRepository.safeParse(header).data?.baseCommit;
  if (base === undefined || !existsSync(clone)) return [];
  const place = placeOf(clone);
  const listed = await git(place, ['ls-tree', '-r', '-z', '--long', base]);
  const commit = await git(place, ['cat-file', 'commit', base]);
  if (!listed.ok || !commit.ok) return [];
  const modes: Record<string, string> = {};
  const files = splitNul(listed.value).flatMap((line): Piece[] => {
    const [, mode = '', blob = '', size = '', file = ''] = ENTRY.exec(line) ?? [];
    if (file === '') return [];
    modes[file] = mode;
    const read = async (): Promise<Buffer> => {
      const content = await git(place, ['cat-file', 'blob', blob]);
      return Buffer.from(encodeText(content.ok ? content.value : '')).subarray(0, MOST_OF_A_FILE);
    };
    return [{ kind: 'source', path: file, bytes: Number(size), cut: Number(size) > MOST_OF_A_FILE, read }];
  });
  return [...files, piece('source', BASE, { commit: base, object: commit.value, modes })];
}

/** Files and links of `git ls-tree -l`; a submodule is neither. */
const ENTRY = /^(1[02]0\d{3}) blob (\w+)\s+(\d+)\t(.*)$/s;

/** Consoles are artifacts, named by their hash. */
function consolePieces(folder: string): Piece[] {
  const { artifacts } = runPaths(folder);
  return filesIn(artifacts)
    .filter((name) => name.endsWith('.log'))
    .map((name): Piece => {
      const file = path.join(artifacts, name);
      const bytes = statSync(file).size;
      const read = async (): Promise<Buffer> => headOf(file, Math.min(bytes, MOST_OF_A_FILE));
      return { kind: 'console', path: `artifacts/${name}`, bytes, cut: bytes > MOST_OF_A_FILE, read };
    });
}

const filesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder).sort() : []);

function headOf(file: string, bytes: number): Buffer {
  const [content, from] = [Buffer.alloc(bytes), openSync(file, 'r')];
  try {
    return content.subarray(0, readSync(from, content, 0, bytes, 0));
  } finally {
    closeSync(from);
  }
}

/** A record is two pieces: what was asked, and what was answered. */
function promptPieces(
  folder: string,
  header: unknown,
  nodes: readonly Pick<ChildNode, 'path' | 'header'>[],
): Piece[] {
  const kept = recordsIn(folder).all();
  if (!kept.ok || kept.value.length === 0) return [];
  const records = kept.value.flatMap(({ file, record }): Piece[] => {
    const { reply, problem, ...asked } = record;
    const { hash, judgement, role, version, provider, model } = record;
    const instructions = instructionsHash(record);
    const answered = { version, judgement, role, provider, model, hash, instructions, reply, problem };
    // what was wrong with a reply may quote it
    const unanswered = { reply: null, problem: null, unusable: null, before: null };
    return [
      piece('prompts', file, { ...asked, ...unanswered }),
      piece('replies', file.replace(`${PROMPTS}/`, 'replies/'), answered),
    ];
  });
  const below = nodes
    .filter(({ path: node }) => kept.value.some(({ file }) => file.startsWith(`${PROMPTS}/${node}.`)))
    .map((node) => piece('replies', headerOf(node.path), node.header));
  return [...records, piece('replies', HEADER, header), ...below];
}

function piece(kind: Piece['kind'], file: string, value: unknown): Piece {
  const content = Buffer.from(JSON.stringify(value));
  return { kind, path: file, bytes: content.length, cut: false, read: async () => content };
}
