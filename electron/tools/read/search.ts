import * as z from 'zod';
import { ok } from '../../../shared/problem.js';
import { historyOf } from '../../workspace/history.js';
import { listSearched, searchTree } from '../../workspace/search.js';
import { NOTHING_WITHHELD, withheldAmong } from '../withheld/withheld-files.js';
import { type ReadWork, readTool, Withheld } from './read-tool.js';

/** NUL ends an argument of the program that searches (execve(2)). */
const isWithoutNul = (text: string): boolean => !text.includes('\0');

const SearchArguments = z.strictObject({
  pattern: z
    .string()
    .min(1)
    .max(1000)
    .refine(isWithoutNul, 'text without a NUL')
    .describe('A regular expression of one line, without look-around and back references.'),
  glob: z
    .string()
    .min(1)
    .refine(isWithoutNul, 'text without a NUL')
    .optional()
    .describe('Only files whose path it matches.'),
  ignore_case: z.boolean().optional(),
  max: z.number().int().min(1).max(500).default(100).describe('Matches that are given at most.'),
});

const SearchResult = z.object({
  matches: z.array(z.object({ file: z.string(), line: z.number(), text: z.string() })),
  isCut: z.boolean().describe('There are more.'),
  withheld: Withheld,
});

/** Lines of the clone that match a regular expression. */
export const search = readTool<z.input<typeof SearchArguments>, z.infer<typeof SearchResult>, ReadWork>({
  name: 'search',
  arguments: SearchArguments,
  result: SearchResult,
  read: async ({ ignore_case, max = 100, ...rest }, { paths, isWithheld }, signal) => {
    const request = { ...rest, max, ignoreCase: ignore_case ?? false };
    if (isWithheld === NOTHING_WITHHELD) return searchTree(paths.clone, request, signal);
    const listed = await listSearched(paths.clone, request, signal);
    if (!listed.ok) return listed;
    const found = await searchTree(
      paths.clone,
      { ...request, without: listed.value.filter(isWithheld) },
      signal,
    );
    return found.ok ? ok({ ...found.value, ...withheldAmong(listed.value, isWithheld) }) : found;
  },
});

const HistoryArguments = z.strictObject({
  path: z.string().min(1).optional().describe('A file or folder; all by default.'),
  max: z.number().int().min(1).max(200).default(20).describe('Commits that are given at most.'),
});

const HistoryResult = z.object({
  commits: z.array(z.object({ commit: z.string(), at: z.string(), subject: z.string() })),
});

/** The last commits that changed a path, or any; newest first. */
export const history = readTool<z.input<typeof HistoryArguments>, z.infer<typeof HistoryResult>, ReadWork>({
  name: 'history',
  arguments: HistoryArguments,
  result: HistoryResult,
  read: async ({ path = null, max = 20 }, { paths }) => {
    const log = await historyOf(paths.clone, path, max);
    return log.ok ? ok({ commits: log.value }) : log;
  },
});
