import { execFile } from 'node:child_process';
import { RE2JS } from 're2js';
import * as z from 'zod';
import { fail, ok, type Problem, type Result } from '../../shared/problem.js';
import { text } from '../../shared/texts/words.js';
import { jsonOf } from '../files/json.js';
import { listTree, readInside } from './files.js';
import { matchesGlob } from './glob.js';
import { decodeText } from './text.js';

export interface SearchRequest {
  /** A regular expression without look-around and back references: the time for it grows with the text alone. */
  pattern: string;
  /** Only paths that it matches. */
  glob?: string;
  ignoreCase?: boolean;
  /** Files that are not looked into, as `listSearched` names them. */
  without?: readonly string[];
  /** Matching lines that are given at most. */
  max: number;
}

export interface Match {
  /** Relative, forward slashes. */
  file: string;
  line: number;
  text: string;
}

/** Matching lines, by path; `isCut`: there are more. */
export interface Found {
  matches: Match[];
  isCut: boolean;
}

/** Where the program that searches lies; null: it is not there for this system. */
export type FindRipgrep = () => Promise<string | null>;

/** The one that the package brings. */
export const packagedRipgrep: FindRipgrep = async () => {
  try {
    return (await import('@vscode/ripgrep')).rgPath;
  } catch {
    return null; // no package for this system: the slower search finds the same
  }
};

/**
 * Lines of the files below `dir` that match, without git's folder, ignored and binary files. Symbolic links are not followed.
 * Errors: ARGUMENTS_MALFORMED for a pattern that is none, TIMEOUT.
 */
export async function searchTree(
  dir: string,
  request: SearchRequest,
  signal: AbortSignal,
  find: FindRipgrep = packagedRipgrep,
): Promise<Result<Found>> {
  const program = await find();
  const isLong = (request.without ?? []).join('').length > MOST_WITHOUT;
  return program === null || isLong
    ? searchSlowly(dir, request, signal)
    : ripgrep(program, dir, request, signal);
}

/** Longer lines are cut, characters. */
const MAX_LINE = 400;
const MAX_OUTPUT = 16 * 1024 * 1024;
const LIMIT_MS = 20_000;

/** Characters of names on a command line; Windows takes 32,767 in all. */
const MOST_WITHOUT = 16_000;

const placeOptions = ({ glob, without = [] }: Pick<SearchRequest, 'glob' | 'without'>): string[] => [
  ...['--no-config', '--hidden', '--no-require-git', '--no-follow', '--sort', 'path'],
  ...(glob === undefined ? [] : ['--glob', glob]),
  ...['!.git', ...without.map((file) => `!/${plainGlob(file)}`)].flatMap((one) => ['--glob', one]),
];

/** A glob that matches this name alone. */
const plainGlob = (file: string): string => file.replace(/[\\*?[\]{}!]/g, '\\$&');

const argumentsFor = (request: SearchRequest): string[] => [
  ...['--json', ...placeOptions(request)],
  ...['--max-filesize', '1M', ...(request.ignoreCase ? ['--ignore-case'] : [])],
  ...['--regexp', request.pattern, '--', '.'],
];

/** Names of the files that a search looks into, whatever they hold. Errors: TIMEOUT, those of `listTree`. */
export async function listSearched(
  dir: string,
  request: Pick<SearchRequest, 'glob'>,
  signal: AbortSignal,
  find: FindRipgrep = packagedRipgrep,
): Promise<Result<readonly string[]>> {
  const program = await find();
  if (program === null) {
    const all = await listTree(dir);
    return all.ok ? ok(all.value.filter((file) => isWanted(file, request))) : all;
  }
  const how = {
    cwd: dir,
    env: {},
    maxBuffer: MAX_OUTPUT,
    timeout: LIMIT_MS,
    windowsHide: true,
    signal,
  } as const;
  return new Promise((resolve) => {
    execFile(program, ['--files', '--null', ...placeOptions(request), '--', '.'], how, (error, stdout) => {
      if (error?.killed === true || error?.name === 'AbortError') resolve(fail(TOO_LONG));
      else
        resolve(
          ok(
            stdout
              .split('\0')
              .filter((file) => file !== '')
              .map(nameIn),
          ),
        );
    });
  });
}

/** Source: ripgrep's manual, `--json`: text that is no UTF-8 comes as base64 in `bytes`. */
const TextSchema = z.union([z.object({ text: z.string() }), z.object({ bytes: z.string() })]);
const LineSchema = z.object({
  type: z.literal('match'),
  data: z.object({ path: TextSchema, lines: TextSchema, line_number: z.number() }),
});

const textOf = (part: z.infer<typeof TextSchema>): string =>
  'text' in part ? part.text : decodeText(Buffer.from(part.bytes, 'base64'));

function ripgrep(
  program: string,
  dir: string,
  request: SearchRequest,
  signal: AbortSignal,
): Promise<Result<Found>> {
  const how = { cwd: dir, env: {}, maxBuffer: MAX_OUTPUT, timeout: LIMIT_MS, windowsHide: true } as const;
  return new Promise((resolve) => {
    const child = execFile(program, argumentsFor(request), how, (error, stdout, stderr) => {
      signal.removeEventListener('abort', stop);
      const isFull = error?.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER';
      if (error?.killed === true && !isFull) resolve(fail(TOO_LONG));
      else if (error?.code === 2 && stdout === '') resolve(noPattern(stderr));
      else resolve(ok(found(stdout.split('\n').flatMap(matchIn), request.max, isFull)));
    });
    const stop = () => child.kill();
    signal.addEventListener('abort', stop, { once: true });
  });
}

function matchIn(line: string): Match[] {
  const read = LineSchema.safeParse(jsonOf(line));
  if (!read.success) return [];
  const { path, lines, line_number } = read.data.data;
  return [match(textOf(path), line_number, textOf(lines))];
}

/** As ripgrep prints a name below `.`. */
const nameIn = (file: string): string => file.replace(/^\.[\\/]/, '').replaceAll('\\', '/');

const match = (file: string, line: number, content: string): Match => ({
  file: nameIn(file),
  line,
  text: content.replace(/\r?\n$/, '').slice(0, MAX_LINE),
});

const found = (matches: Match[], max: number, isFull = false): Found => ({
  matches: matches.slice(0, max),
  isCut: isFull || matches.length > max,
});

/** The same with a matcher of the same kind, for systems without the program. */
async function searchSlowly(
  dir: string,
  { pattern, glob, ignoreCase, max, without = [] }: SearchRequest,
  signal: AbortSignal,
): Promise<Result<Found>> {
  const matcher = compiled(pattern, ignoreCase ?? false);
  if (!matcher.ok) return matcher;
  const files = await listTree(dir);
  if (!files.ok) return files;
  const hidden = new Set(without);
  const matches: Match[] = [];
  for (const file of files.value) {
    if (signal.aborted || matches.length > max) break;
    if (hidden.has(file) || !isWanted(file, { glob })) continue;
    const read = await readInside(dir, file);
    if (!read.ok) continue;
    read.value.split('\n').forEach((line, index) => {
      if (matcher.value.matcher(line).find()) matches.push(match(file, index + 1, line));
    });
  }
  return ok(found(matches, max));
}

const isWanted = (file: string, { glob }: Pick<SearchRequest, 'glob'>): boolean =>
  glob === undefined || matchesGlob(glob.includes('/') ? glob : `**/${glob}`, file);

function compiled(pattern: string, ignoreCase: boolean): Result<RE2JS> {
  try {
    return ok(RE2JS.compile(pattern, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0));
  } catch (error) {
    return noPattern(error instanceof Error ? error.message : String(error));
  }
}

const TOO_LONG: Problem = {
  code: 'TIMEOUT',
  message: text`the search did not end within ${LIMIT_MS / 1000} s`,
  next: text`give a glob, or a pattern that fits fewer lines`,
};

const noPattern = (words: string): { ok: false; error: Problem } =>
  fail({
    code: 'ARGUMENTS_MALFORMED',
    message: text`the pattern is not a regular expression: ${words.trim()}`,
    next: text`escape literal characters, and use neither look-around nor back references`,
  });
