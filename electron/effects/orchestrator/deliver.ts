import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import type { Deliverable } from '../../../shared/deliverables.js';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import { text } from '../../../shared/texts/words.js';
import { replaceFile } from '../../files/replace-file.js';
import { encodeText } from '../../workspace/text.js';

export const sha256Of = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex');

/** Ids of tasks come from trackers: as a folder's name they hold nothing but these. */
export const folderOf = (item: string): string =>
  path.posix.join('items', item.replace(/[^\w.-]|^\.+/g, '_'));

/** Writes a file that is handed over. The same content again changes nothing. @param at relative to the run's folder */
export async function deliver(dir: string, at: string, content: string): Promise<Deliverable> {
  const bytes = encodeText(content);
  const file = path.join(dir, at);
  await mkdir(path.dirname(file), { recursive: true });
  await replaceFile(file, bytes);
  return { name: path.posix.basename(at), path: at, sha256: sha256Of(bytes), bytes: bytes.length };
}

/** The same for JSON that follows a schema. @throws Error where it does not: a bug of the hand-over */
export const deliverJson = <T>(
  dir: string,
  at: string,
  schema: z.ZodType<T>,
  value: T,
): Promise<Deliverable> => deliver(dir, at, `${JSON.stringify(schema.parse(value), null, 2)}\n`);

/** Lines of JSON, each of the schema. */
export const deliverLines = <T>(
  dir: string,
  at: string,
  schema: z.ZodType<T>,
  lines: readonly T[],
): Promise<Deliverable> =>
  deliver(dir, at, lines.map((line) => `${JSON.stringify(schema.parse(line))}\n`).join(''));

/** The text of a file that was handed over. Errors: ARTIFACT_MISSING, by its name, where it is gone or another one lies there. */
export function received(dir: string, file: Deliverable): Result<string> {
  const place = path.join(dir, file.path);
  if (!existsSync(place)) return fail(wrong(file, text`${file.name} is missing`));
  const bytes = readFileSync(place);
  if (sha256Of(bytes) !== file.sha256)
    return fail(wrong(file, text`${file.name} is not the file that was handed over: its hash differs`));
  return ok(bytes.toString('utf8'));
}

/** The same, read by its schema. Errors: as `received`, and where it does not follow the schema. */
export function receivedJson<T>(dir: string, file: Deliverable, schema: z.ZodType<T>): Result<T> {
  const content = received(dir, file);
  return content.ok ? parsed(content.value, file, schema) : content;
}

export function receivedLines<T>(dir: string, file: Deliverable, schema: z.ZodType<T>): Result<T[]> {
  const content = received(dir, file);
  if (!content.ok) return content;
  const lines: T[] = [];
  for (const line of content.value.split('\n').filter((one) => one !== '')) {
    const one = parsed(line, file, schema);
    if (!one.ok) return one;
    lines.push(one.value);
  }
  return ok(lines);
}

/** A file of a hand-over by its name. Errors: ARTIFACT_MISSING where the hand-over has none of it. */
export function named(files: readonly Deliverable[], name: string): Result<Deliverable> {
  const found = files.find((file) => file.name === name);
  return found
    ? ok(found)
    : fail({ code: 'ARTIFACT_MISSING', message: text`${name} was not handed over`, where: name });
}

function parsed<T>(content: string, file: Deliverable, schema: z.ZodType<T>): Result<T> {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    return fail(wrong(file, text`${file.name} is no JSON`));
  }
  const read = schema.safeParse(value);
  if (read.success) return ok(read.data);
  const why = z.prettifyError(read.error).replace(/\s*\n\s*/g, ' ');
  return fail(wrong(file, text`${file.name} does not follow its schema: ${why}`));
}

const wrong = ({ path: where }: Deliverable, message: Problem['message']): Problem => ({
  code: 'ARTIFACT_MISSING',
  message,
  where,
});
