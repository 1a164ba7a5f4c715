import { createHash } from 'node:crypto';
import path from 'node:path';
import type { CassetteFile, CassetteKind } from '../../../shared/cassette.js';
import { type PromptRecord, PromptRecordSchema } from '../../../shared/prompt-record.js';
import { text, type Words } from '../../../shared/texts/words.js';
import { hashOf } from '../../agents/records/hash.js';
import { jsonOf } from '../../files/json.js';
import type { Cassette } from '../replay.js';
import { MOST_OF_A_FILE } from './pieces.js';
import type { ReadCassette } from './read.js';

type File = ReadCassette['files'][number];

/** SHA-256, hexadecimal. */
export const sha256 = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');

/**
 * Why the files of these kinds are not those that were exported; null: nothing speaks against them. A cassette is not signed: who
 * changes all of it can make it agree with itself.
 */
export function whyNotAsExported(
  { structure, files: all }: ReadCassette,
  kinds: readonly CassetteKind[],
): Words | null {
  const files = all.filter(({ kind }) => kinds.includes(kind));
  return (
    whyOthers(structure, files, kinds) ??
    first(files, (file) => whyOther(file, structure)) ??
    whyOtherPrompts(files)
  );
}

/** Replies that are not those that were exported, by name. What they lead to is judged again, where that can be done. */
export function otherReplies({ structure, files }: ReadCassette): string[] {
  const named = namesOf(structure);
  return files
    .filter(
      ({ kind, path: name, content }) =>
        kind === 'replies' && isOther(named?.get(keyOf(kind, name)), content),
    )
    .map(({ path: name }) => name);
}

const isOther = (named: CassetteFile | undefined, content: Buffer): boolean =>
  named !== undefined && named.sha256 !== sha256(content);

const keyOf = (kind: CassetteKind, name: string): string => `${kind} ${name}`;

/** What the first line says of each file; null: an earlier release named none. */
const namesOf = ({ files }: Cassette): Map<string, CassetteFile> | null =>
  files === undefined ? null : new Map(files.map((one) => [keyOf(one.kind, one.path), one]));

/** Each file that the first line names is there, and no other. */
function whyOthers(
  structure: Cassette,
  files: readonly File[],
  kinds: readonly CassetteKind[],
): Words | null {
  for (const { kind, count, cut, included } of structure.holds ?? []) {
    if (!kinds.includes(kind)) continue;
    const there = files.filter((file) => file.kind === kind).length;
    const [least, most] = included ? [count - cut, count] : [0, 0];
    if (there < least || there > most)
      return text`the cassette is not as it was exported: it has ${there} files of the kind ${kind}, its first line names ${most}`;
  }
  const named = namesOf(structure);
  if (named === null) return null;
  const there = new Set(files.map(({ kind, path: name }) => keyOf(kind, name)));
  const gone = [...named].find(([key, { kind }]) => kinds.includes(kind) && !there.has(key))?.[1];
  if (gone) return text`the cassette is not as it was exported: it lacks the file ${gone.path}`;
  const more = files.find(({ kind, path: name }) => !named.has(keyOf(kind, name)));
  return more
    ? text`the cassette is not as it was exported: its first line does not name the file ${more.path}`
    : null;
}

/** By the first line's hash, and by the hash in its own name; half a file has neither. */
function whyOther({ kind, path: name, content }: File, structure: Cassette): Words | null {
  if (kind === 'replies') return null;
  const inName =
    kind === 'console' && content.length < MOST_OF_A_FILE ? IN_NAME.exec(path.basename(name)) : null;
  const isAnother =
    (inName !== null && inName[1] !== sha256(content)) ||
    isOther(namesOf(structure)?.get(keyOf(kind, name)), content);
  return isAnother
    ? text`the cassette is not as it was exported: the content of ${name} is not what its hash says`
    : null;
}

/** As artifacts are stored. */
const IN_NAME = /^([0-9a-f]{64})\.log$/;

/** A prompt has the hash under which it was sent, and its reply names the same. */
function whyOtherPrompts(files: readonly File[]): Words | null {
  const replies = new Map(
    files.flatMap((file) => (file.kind === 'replies' ? [[file.path, hashIn(file.content)] as const] : [])),
  );
  return first(files, ({ kind, path: name, content }) => {
    if (kind !== 'prompts') return null;
    const record = PromptRecordSchema.safeParse(jsonOf(content)).data;
    if (!record) return text`the cassette is not as it was exported: ${name} is no prompt`;
    const answered = replies.get(name.replace(/^prompts\//, 'replies/')) ?? record.hash;
    if (answered === record.hash && (!IS_HASH.test(record.hash) || asSent(record) === record.hash))
      return null;
    return text`the cassette is not as it was exported: the content of ${name} is not what its hash says`;
  });
}

const IS_HASH = /^[0-9a-f]{64}$/;

/** The hash of a request, whose fields stand in the order in which requests are made. */
const asSent = ({ judgement, messages, format, tools }: PromptRecord): string =>
  hashOf({
    ...{ judgement, format, tools, role: 'ANALYST', files: [] },
    messages: messages.map(({ role, content, calls, call }) => {
      if (role === 'tool') return { role, call: call ?? '', content };
      return role === 'assistant' && calls ? { role, content, calls } : { role, content };
    }),
  });

function hashIn(content: Buffer): string | undefined {
  const { hash } = Object(jsonOf(content));
  return typeof hash === 'string' ? hash : undefined;
}

function first<T>(all: readonly T[], why: (one: T) => Words | null): Words | null {
  for (const one of all) {
    const found = why(one);
    if (found !== null) return found;
  }
  return null;
}
