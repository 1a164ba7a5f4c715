import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { fail, ok, type Result } from '../../shared/problem.js';
import { text, type Words } from '../../shared/texts/words.js';
import { makeFolder } from '../files/make-folder.js';
import { replaceFileSync } from '../files/replace-file.js';
import { bindingOf } from './binding.js';

/** What approvals are kept about; a record of one never counts for another. */
export const APPROVAL_KINDS = ['build', 'drives', 'send'] as const;
export type ApprovalKind = (typeof APPROVAL_KINDS)[number];
/** The folder of each below the data folder. */
const FOLDERS: Readonly<Record<ApprovalKind, string>> = {
  build: 'approved-builds',
  drives: 'boards-that-drive-nothing',
  send: 'approved-hosts',
};

/** What an approval was given for, as it is listed and compared; the binding alone decides what it covers. */
const AboutSchema = z.strictObject({
  /** The repository, the board or the host. */
  subject: z.string(),
  /** What the binding covers, by name; each hashed, or a name itself. */
  parts: z.record(z.string(), z.string()),
  /** Null: given outside of any run. */
  run: z.string().nullable(),
});
export type ApprovalAbout = z.infer<typeof AboutSchema>;

/** `none`: there is no record, or a person took it back (`revoked`: when). `void`: there is one that does not count, and why. */
type Known =
  | { is: 'genuine'; at: string; about: ApprovalAbout | null }
  | { is: 'none'; revoked: string | null }
  | { is: 'void'; why: Words };

/** `binding` is what a new answer is about: an approval that was taken back stays so, and the next one is another. */
export type KnownApproval = Known & { binding: string };

/** A record as it lies in its folder. */
export type ListedApproval = KnownApproval & { kind: ApprovalKind };

/** Approvals that outlive a run, one file each. Deleting a file takes its approval back; making one gives none. */
export interface StoredApprovals {
  /** @param covered hash over everything that is approved, hexadecimal */
  find(covered: string): KnownApproval;
  /** @param binding as `find` gave it @throws Error of the file system */
  add(binding: string, about?: ApprovalAbout): void;
  /**
   * Takes an approval back, for runs that are under way too: they read it before each use. What is no genuine record is replaced.
   *
   * @throws Error of the file system
   */
  revoke(binding: string): void;
  /** All records, those that do not count too, the newest last. */
  list(): ListedApproval[];
}

const KEY_FILE = 'approvals.key';
const KEY_BYTES = 32;

const RecordSchema = z.strictObject({
  kind: z.string(),
  binding: z.string(),
  at: z.string(),
  about: AboutSchema.optional(),
  /** When it was taken back. */
  revoked: z.string().optional(),
  /** HMAC-SHA-256 over the rest, hexadecimal. */
  mac: z.string(),
});
type Approval = z.infer<typeof RecordSchema>;

/** The approvals of one kind. Each record is authenticated with a key that only its owner can read. */
export function storedApprovals(home: string, kind: ApprovalKind, now: () => number): StoredApprovals {
  const folder = path.join(home, FOLDERS[kind]);
  const read = (binding: string): Known => readRecord(home, path.join(folder, binding), { kind, binding });
  const write = (binding: string, more: Pick<Approval, 'about' | 'revoked'>): void => {
    const key = readKey(home);
    const record = { kind, binding, at: new Date(now()).toISOString(), ...more };
    const mac = macOf(key.ok ? key.value : makeKey(home), record).toString('hex');
    makeFolder(folder);
    replaceFileSync(path.join(folder, binding), `${JSON.stringify({ ...record, mac })}\n`, FOR_OWNER);
  };
  return {
    find: (covered) => following(covered, read),
    add: (binding, about) => write(binding, about ? { about: AboutSchema.parse(about) } : {}),
    revoke: (binding) => {
      const known = read(binding);
      const about = known.is === 'genuine' && known.about ? { about: known.about } : {};
      write(binding, { ...about, revoked: new Date(now()).toISOString() });
    },
    list: () =>
      namesIn(folder)
        .map((binding) => ({ ...read(binding), binding, kind }))
        .sort((a, b) => timeOf(a) - timeOf(b)),
  };
}

const timeOf = (known: Known): number => (known.is === 'genuine' ? Date.parse(known.at) : 0);

/** The record that counts now: behind one that was taken back stands another. */
function following(covered: string, read: (binding: string) => Known): KnownApproval {
  let [binding, revoked]: [string, string | null] = [covered, null];
  for (;;) {
    const known = read(binding);
    if (known.is !== 'none') return { ...known, binding };
    if (known.revoked === null) return { is: 'none', revoked, binding };
    revoked = known.revoked;
    binding = bindingOf([binding, 'revoked']);
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => /^[0-9a-f]{64}$/.test(name));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

function macOf(key: Buffer, { kind, binding, at, about, revoked }: Omit<Approval, 'mac'>): Buffer {
  const more = about === undefined && revoked === undefined ? [] : [about ?? null, revoked ?? null];
  return createHmac('sha256', key)
    .update(JSON.stringify([kind, binding, at, ...more]))
    .digest();
}

function readRecord(home: string, file: string, wanted: Pick<Approval, 'kind' | 'binding'>): Known {
  const content = readIfThere(file);
  if (content === null) return { is: 'none', revoked: null };
  const record = parse(content);
  const why = record === null ? damaged(file) : whyNotOurs(record, home, file, wanted);
  if (record === null || why !== null) return { is: 'void', why: why ?? damaged(file) };
  const { at, about = null, revoked } = record;
  return revoked === undefined ? { is: 'genuine', at, about } : { is: 'none', revoked };
}

const damaged = (file: string): Words =>
  text`the stored approval ${file} does not count: it is damaged, or an older Benchloop wrote it`;

function whyNotOurs(
  record: Approval,
  home: string,
  file: string,
  wanted: Pick<Approval, 'kind' | 'binding'>,
): Words | null {
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
