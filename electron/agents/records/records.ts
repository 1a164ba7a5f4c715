import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fail, ok, type Result } from '../../../shared/problem.js';
import { type PromptRecord, PromptRecordSchema } from '../../../shared/prompt-record.js';
import { text } from '../../../shared/texts/words.js';
import type { UnusableReply } from '../../../shared/unusable-reply.js';
import { makeFolder } from '../../files/make-folder.js';
import { replaceFile } from '../../files/replace-file.js';

/** Folder of the records below a run's own. */
export const PROMPTS = 'prompts';

/** Prompts quote a repository: nobody else reads them. */
const FOR_OWNER = { mode: 0o600 };

export interface Kept {
  /** Relative to the run's folder, forward slashes. */
  file: string;
  record: PromptRecord;
}

/** The records of one run. */
export interface Records {
  /**
   * The record of a request, made where there is none: one with the same hash that this visit left behind, before a restart, is taken
   * up, with its reply. A new one says why the last reply to its judgement in that node could not be used. Errors: JOURNAL_CORRUPT.
   */
  open(visit: string, record: PromptRecord): Promise<Result<Kept>>;
  write(kept: Kept): Promise<void>;
  /** All that can be read. Errors: JOURNAL_CORRUPT. */
  all(): Result<Kept[]>;
}

/** @param dir the run's folder */
export function recordsIn(dir: string): Records {
  const folder = path.join(dir, PROMPTS);
  const taken = new Set<string>();
  const write = async ({ file, record }: Kept): Promise<void> => {
    makeFolder(folder, 0o700);
    await replaceFile(path.join(dir, file), `${JSON.stringify(record, null, 1)}\n`, FOR_OWNER);
  };
  return {
    write,
    all: () => readAll(dir, namesIn(folder)),
    open: async (visit, record) => {
      const names = namesIn(folder).filter((name) => name === `${visit}.${numberOf(name)}.json`);
      const left = readAll(
        dir,
        names.filter((name) => !taken.has(name)),
      );
      if (!left.ok) return left;
      const same = left.value.find((kept) => kept.record.hash === record.hash);
      const before = same ? ok(null) : unusableBefore(dir, visit, record);
      if (!before.ok) return before;
      const file = `${PROMPTS}/${visit}.${nextNumber(names)}.json`;
      const kept = same ?? { file, record: { ...record, before: before.value } };
      taken.add(path.basename(kept.file));
      if (!same) await write(kept);
      return ok(kept);
    },
  };
}

/** The prompt's name for people, NODE.SEQ.n. */
export const promptOf = (file: string): string => path.posix.basename(file, '.json');

/** Names of the records in that folder. */
export const namesIn = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];

const numberOf = (name: string): number => Number(name.split('.').at(-2));
const nextNumber = (names: readonly string[]): number => Math.max(0, ...names.map(numberOf)) + 1;

/**
 * Why the last reply cannot be used: the one that the request itself names, or the one to its judgement in the node of the visit. Null:
 * it could be. Errors: JOURNAL_CORRUPT.
 */
function unusableBefore(
  dir: string,
  visit: string,
  { judgement, role, before }: PromptRecord,
): Result<UnusableReply | null> {
  if (before !== null) return ok(before);
  const names = namesIn(path.join(dir, PROMPTS)).filter((name) => nodeOf(name) === nodeOf(`${visit}.n.json`));
  for (const name of names.sort(newestFirst)) {
    const record = readRecord(path.join(dir, PROMPTS, name));
    if (!record.ok) return record;
    if (record.value.judgement !== judgement || record.value.role !== role) continue;
    const { unusable } = record.value;
    return ok(unusable === null ? null : { prompt: promptOf(name), why: unusable });
  }
  return ok(null);
}

/** NODE of a name NODE.SEQ.n.json. */
const nodeOf = (name: string): string => name.split('.').slice(0, -3).join('.');

/** Of one node: by the number of the visit, then of the prompt in it. */
const newestFirst = (a: string, b: string): number => b.localeCompare(a, 'en', { numeric: true });

function readAll(dir: string, names: readonly string[]): Result<Kept[]> {
  const found: Kept[] = [];
  for (const name of names) {
    const file = `${PROMPTS}/${name}`;
    const record = readRecord(path.join(dir, file));
    if (!record.ok) return record;
    found.push({ file, record: record.value });
  }
  return ok(found.sort((a, b) => numberOf(a.file) - numberOf(b.file)));
}

/** Errors: JOURNAL_CORRUPT. */
export function readRecord(file: string): Result<PromptRecord> {
  try {
    const parsed = PromptRecordSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
    if (parsed.success) return ok(parsed.data);
  } catch {
    // no JSON, or gone: said below
  }
  return fail({
    code: 'JOURNAL_CORRUPT',
    message: text`this record of a request to a model cannot be read`,
    where: file,
    next: text`move it away, and resume the run`,
  });
}
