import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { type Document, isMap, LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';
import { fail, ok, type Problem, type Result } from '../../shared/problem.js';
import { type Profile, ProfileSchema } from '../../shared/profile.js';

const PROFILE_FILE = /\.ya?ml$/;

const malformed = (where: string, message: string): Problem => ({
  code: 'PROFILE_MALFORMED',
  message,
  where,
  next: 'correct the profile file; the shipped profiles are examples',
});

/**
 * All profiles of the folders, in the order of the folders and then of the file names; a folder that does not exist
 * holds none. A file that is no profile, or claims an id that is taken, becomes a problem with file and line, and the
 * others are loaded all the same.
 */
export function loadProfiles(dirs: readonly string[]): { profiles: Profile[]; problems: Problem[] } {
  const taken = new Map<string, string>();
  const loaded = profileFiles(dirs).map((file): Result<Profile> => {
    const read = readProfile(file);
    if (!read.ok) return read;
    const other = taken.get(read.value.id);
    if (other !== undefined) return fail(malformed(file, `the id "${read.value.id}" is taken by ${other}`));
    taken.set(read.value.id, file);
    return read;
  });
  return {
    profiles: loaded.flatMap((result) => (result.ok ? [result.value] : [])),
    problems: loaded.flatMap((result) => (result.ok ? [] : [result.error])),
  };
}

/**
 * A profile by its id, or by the path of its file (anything with a separator or ending in .yaml), relative to the folder
 * `relativeTo`. Errors: PROFILE_UNKNOWN with the ids there are, PROFILE_MALFORMED with file, line and what was expected.
 */
export function findProfile(idOrPath: string, dirs: readonly string[], relativeTo: string): Result<Profile> {
  if (/[\\/]/.test(idOrPath) || PROFILE_FILE.test(idOrPath)) return profileAt(resolve(relativeTo, idOrPath));
  const { profiles } = loadProfiles(dirs);
  const found = profiles.find((profile) => profile.id === idOrPath);
  if (found !== undefined) return ok(found);
  // a file of that name that did not load is what was meant
  const broken = profileFiles(dirs).find((file) => basename(file).replace(PROFILE_FILE, '') === idOrPath);
  const read = broken === undefined ? undefined : readProfile(broken);
  if (read !== undefined && !read.ok) return read;
  return fail(
    unknown(
      idOrPath,
      profiles.map((profile) => profile.id),
    ),
  );
}

const profileFiles = (dirs: readonly string[]): string[] =>
  dirs
    .filter((dir) => existsSync(dir))
    .flatMap((dir) =>
      readdirSync(dir)
        .filter((name) => PROFILE_FILE.test(name))
        .sort()
        .map((name) => join(dir, name)),
    );

function profileAt(file: string): Result<Profile> {
  if (existsSync(file)) return readProfile(file);
  return fail({
    code: 'PROFILE_UNKNOWN',
    message: 'there is no such profile file',
    where: file,
    next: 'name an id from `benchloop profiles`, or a file relative to the task',
  });
}

function readProfile(file: string): Result<Profile> {
  const lines = new LineCounter();
  const document = parseDocument(readFileSync(file, 'utf8'), { lineCounter: lines });
  const [error] = document.errors;
  if (error !== undefined) {
    const line = lines.linePos(error.pos[0]).line;
    return fail(malformed(`${file}:${line}`, `not YAML: ${error.message.split('\n')[0]}`));
  }
  const parsed = ProfileSchema.safeParse(document.toJS());
  if (parsed.success) return ok(parsed.data);
  const issues = parsed.error.issues.map(
    (issue) => `${file}:${lineOf(document, lines, issue)}: ${tell(document, issue)}`,
  );
  const [first = file, ...others] = issues;
  const where = /^(.*:\d+): /.exec(first)?.[1] ?? file;
  return fail(malformed(where, [first.slice(where.length + 2), ...others].join('; ')));
}

type Issue = z.core.$ZodIssue;

/** The line of the value found wrong, or of what should hold it. */
function lineOf(document: Document, lines: LineCounter, issue: Issue): number {
  const path = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path;
  for (let length = path.length; length >= 0; length--) {
    const start = startOf(document, path.slice(0, length));
    if (start !== undefined) return lines.linePos(start).line;
  }
  return 1;
}

/** Offset of the key, or else of the node; a missing key has none. */
function startOf(document: Document, path: readonly PropertyKey[]): number | undefined {
  const parent = path.length === 0 ? undefined : document.getIn(path.slice(0, -1), true);
  if (isMap(parent)) {
    const pair = parent.items.find((item) => String(item.key) === String(path.at(-1)));
    return pair === undefined ? undefined : rangeStart(pair.key);
  }
  return rangeStart(path.length === 0 ? document.contents : document.getIn(path, true));
}

function rangeStart(node: unknown): number | undefined {
  const hasRange = typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range);
  return hasRange && Array.isArray(node.range) ? Number(node.range[0]) : undefined;
}

/** What was found, and what was expected. */
function tell(document: Document, issue: Issue): string {
  const name = issue.path.length === 0 ? 'the profile' : `"${issue.path.join('.')}"`;
  if (issue.code === 'unrecognized_keys') return `unknown: ${issue.keys.join(', ')} in ${name}`;
  const found = issue.path.length === 0 ? document.toJS() : document.getIn(issue.path);
  const shown = found === undefined ? 'nothing' : JSON.stringify(found);
  const expected = issue.code === 'invalid_union' ? 'kind: qemu or kind: host' : issue.message;
  return `${name}: found ${shown}, expected ${expected.replace(/^Invalid input: expected /, '')}`;
}

function unknown(id: string, ids: readonly string[]): Problem {
  const [nearest] = [...ids].sort((a, b) => distance(id, a) - distance(id, b));
  const near = nearest !== undefined && distance(id, nearest) <= Math.max(2, id.length / 3);
  return {
    code: 'PROFILE_UNKNOWN',
    message: `there is no profile "${id}"${near ? `; did you mean "${nearest}"?` : ''}`,
    where: 'profile',
    next: `use one of: ${ids.join(', ')}`,
  };
}

/** Levenshtein's: how many letters to insert, delete or replace. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries()) {
      const replace = (row[j] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replace, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
