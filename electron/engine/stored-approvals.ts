import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { lstatSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { fail, ok, type Result } from '../../shared/problem.js';
import { text, type Words } from '../../shared/texts/words.js';
import { makeFolder } from '../files/make-folder.js';
import { replaceFileSync } from '../files/replace-file.js';

/** What approvals are kept about, and the folder of each below the data folder; a record of one never counts for another. */
const FOLDERS = { build: 'approved-builds', drives: 'boards-that-drive-nothing' } as const;
export type ApprovalKind = keyof typeof FOLDERS;

/** `none`: there is no record. `void`: there is one that does not count, and why. */
export type KnownApproval = { is: 'genuine' } | { is: 'none' } | { is: 'void'; why: Words };

/** Approvals that outlive a run, one file each. Deleting a file takes its approval back; making one gives none. */
export interface StoredApprovals {
  /** @param binding hash over everything that was approved, hexadecimal */
  find(binding: string): KnownApproval;
  /** @throws Error of the file system */
  add(binding: string): void;
  /** Takes an approval back; nothing happens where there is none. @throws Error of the file system */
  remove(binding: string): void;
}

const KEY_FILE = 'approvals.key';
const KEY_BYTES = 32;

const RecordSchema = z.strictObject({
  kind: z.string(),
  binding: z.string(),
  at: z.string(),
  /** HMAC-SHA-256 over the rest, hexadecimal. */
  mac: z.string(),
});
type Approval = z.infer<typeof RecordSchema>;

/** The approvals of one kind. Each record is authenticated with a key that only its owner can read. */
export function storedApprovals(home: string, kind: ApprovalKind, now: () => number): StoredApprovals {
  const fileOf = (binding: string): string => path.join(home, FOLDERS[kind], binding);
  return {
    find: (binding) => {
      const file = fileOf(binding);
      const content = readIfThere(file);
      if (content === null) return { is: 'none' };
      const why = whyVoid({ file, content }, home, { kind, binding });
      return why === null ? { is: 'genuine' } : { is: 'void', why };
    },
    add: (binding) => {
      const key = readKey(home);
      const about = { kind, binding, at: new Date(now()).toISOString() };
      const mac = macOf(key.ok ? key.value : makeKey(home), about).toString('hex');
      makeFolder(path.join(home, FOLDERS[kind]));
      replaceFileSync(fileOf(binding), `${JSON.stringify({ ...about, mac })}\n`, FOR_OWNER);
    },
    remove: (binding) => rmSync(fileOf(binding), { force: true }),
  };
}

const macOf = (key: Buffer, { kind, binding, at }: Omit<Approval, 'mac'>): Buffer =>
  createHmac('sha256', key)
    .update(JSON.stringify([kind, binding, at]))
    .digest();

function whyVoid(
  { file, content }: { file: string; content: string },
  home: string,
  wanted: Pick<Approval, 'kind' | 'binding'>,
): Words | null {
  const record = parse(content);
  if (record === null)
    return text`the stored approval ${file} does not count: it is damaged, or an older Benchloop wrote it`;
  const key = readKey(home);
  if (!key.ok) return key.error;
  const mac = Buffer.from(record.mac, 'hex');
  const right = macOf(key.value, record);
  const isOurs = mac.length === right.length && timingSafeEqual(mac, right);
  return isOurs && record.kind === wanted.kind && record.binding === wanted.binding
    ? null
    : text`the stored approval ${file} does not count: Benchloop did not write it`;
}

function parse(content: string): Approval | null {
  try {
    return RecordSchema.safeParse(JSON.parse(content)).data ?? null;
  } catch {
    return null; // no JSON: the caller says so
  }
}

function readIfThere(file: string): string | null {
  try {
    return lstatSync(file).isFile() ? readFileSync(file, 'utf8') : '';
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    return ''; // there, and unreadable: as a damaged one
  }
}

/** The key, or why no stored approval can count. */
function readKey(home: string): Result<Buffer, Words> {
  const file = path.join(home, KEY_FILE);
  try {
    const entry = lstatSync(file);
    if (!entry.isFile()) return fail(noKey(file));
    // Windows has no such bits: there the folder of the user's own data is what protects it
    if (process.platform !== 'win32' && (entry.mode & 0o077) !== 0) return fail(openKey(file));
    const key = readFileSync(file);
    return key.length === KEY_BYTES ? ok(key) : fail(noKey(file));
  } catch {
    return fail(noKey(file));
  }
}

const noKey = (file: string): Words =>
  text`no stored approval counts: their key ${file} is missing or damaged`;

const openKey = (file: string): Words =>
  text`no stored approval counts: others can read their key ${file}, whose mode must be 0600`;

/** Nobody else reads it. */
const FOR_OWNER = { mode: 0o600 };

/** A new key in the place of one that is none: what was approved with that is asked for again. */
function makeKey(home: string): Buffer {
  const key = randomBytes(KEY_BYTES);
  makeFolder(home);
  replaceFileSync(path.join(home, KEY_FILE), key, FOR_OWNER);
  return key;
}
