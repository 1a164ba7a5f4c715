import * as z from 'zod';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import { text } from '../../../shared/texts/words.js';
import { WITHHELD } from '../../agents/egress/withheld.js';
import { listTree, readInside } from '../../workspace/files.js';
import { matchesGlob } from '../../workspace/glob.js';
import { type ReadWork, readTool } from './read-tool.js';

/** Characters of one reply, and lines where none are named: a model's context is short. */
const MAX_TEXT = 60_000;
const MAX_LINES = 2000;
const MAX_FILES = 2000;

const LineNumber = z.number().int().min(1);

const ReadArguments = z.strictObject({
  path: z.string().min(1).describe('Path of the file, relative to the top of the repository.'),
  start_line: LineNumber.optional().describe('First line, counted from 1.'),
  end_line: LineNumber.optional().describe('Last line, itself included.'),
});
type ReadArguments = z.infer<typeof ReadArguments>;

const ReadResult = z.object({
  path: z.string(),
  start_line: z.number(),
  end_line: z.number().describe('The last line that is given; a long file is given in parts.'),
  lines: z.number().describe('Lines of the whole file; 0 where its text is withheld.'),
  text: z.string(),
});
type ReadResult = z.infer<typeof ReadResult>;

/** A text file of the clone, whole or a part of it; what is left out, the numbers say. */
export const readFile = readTool<ReadArguments, ReadResult, ReadWork>({
  name: 'read_file',
  arguments: ReadArguments,
  result: ReadResult,
  read: async ({ path, start_line = 1, end_line }, { paths, isWithheld }) => {
    const read = await readInside(paths.clone, path);
    if (isWithheld(path) && (read.ok || !isOfPath(read.error))) return ok(withheld(path));
    if (!read.ok) return read;
    const lines = read.value.replace(/\n$/, '').split('\n');
    const wanted = lines.slice(start_line - 1, end_line ?? start_line - 1 + MAX_LINES);
    if (wanted.length === 0) return noSuchLines(path, lines.length);
    const shown = thatFit(wanted);
    return ok({
      ...{ path, start_line, end_line: start_line - 1 + shown.length, lines: lines.length },
      text: shown.join('\n'),
    });
  },
});

/** Whether an error says nothing of what the file holds. */
const isOfPath = ({ code }: Problem): boolean => code === 'FILE_NOT_FOUND' || code === 'POLICY_VIOLATION';

/** The same for every text: how many lines there are would tell of it. */
const withheld = (path: string): ReadResult => ({
  ...{ path, start_line: 0, end_line: 0, lines: 0 },
  text: WITHHELD,
});

/** At least one line, cut where it alone is too long. */
function thatFit(lines: readonly string[]): string[] {
  let size = 0;
  const fit = lines.findIndex((line) => {
    size += line.length + 1;
    return size > MAX_TEXT;
  });
  if (fit === 0) return [(lines[0] ?? '').slice(0, MAX_TEXT)];
  return fit < 0 ? [...lines] : lines.slice(0, fit);
}

const noSuchLines = (path: string, lines: number): Result<never> =>
  fail({
    code: 'ARGUMENTS_MALFORMED',
    message: text`the file has ${lines} lines`,
    where: path,
    next: text`ask for lines that the file has`,
  });

const ListArguments = z.strictObject({
  glob: z
    .string()
    .min(1)
    .optional()
    .describe('Paths to list; without a slash it matches names in any folder. All by default.'),
});
const ListResult = z.object({ files: z.array(z.string()), isCut: z.boolean().describe('There are more.') });

/** The files of the clone that git does not ignore. A glob without a slash matches names in any folder. */
export const listFiles = readTool<z.infer<typeof ListArguments>, z.infer<typeof ListResult>, ReadWork>({
  name: 'list_files',
  arguments: ListArguments,
  result: ListResult,
  read: async ({ glob }, { paths }) => {
    const pattern = glob === undefined || glob.includes('/') ? glob : `**/${glob}`;
    const all = await listTree(paths.clone);
    if (!all.ok) return all;
    const files = pattern === undefined ? all.value : all.value.filter((file) => matchesGlob(pattern, file));
    return ok({ files: files.slice(0, MAX_FILES), isCut: files.length > MAX_FILES });
  },
});
