import path from 'node:path';
import * as z from 'zod';
import type { ToolResult } from '../../../shared/tool-result.js';
import { WITHHELD } from '../../agents/egress/withheld.js';
import { withoutDiffsOf } from '../../workspace/withheld-diff.js';
import type { IsWithheld } from './withheld-files.js';

/** A call as it was made. */
interface Made {
  tool: string;
  args: unknown;
}

/** Members of a result that name a file, and those that beside such a name quote it. Results of tools use these names. */
export const NAMES_FILE = ['path', 'file'] as const;
export const QUOTES_FILE = ['text', 'content', 'find', 'replace', 'name', 'signature'] as const;
const QUOTES: ReadonlySet<string> = new Set(QUOTES_FILE);

/**
 * The result of a call as a model or a client is shown it: what it quotes of files that must not be sent is a placeholder, and their
 * names stay. A person sees the result itself.
 *
 * @param folder where a command without a folder of its own runs, relative to the tree
 */
export function resultForAgents(
  { tool, args }: Made,
  result: ToolResult,
  isWithheld: IsWithheld,
  folder = '',
): ToolResult {
  if (!result.ok) return result;
  const payload = valueForAgents(result.payload, isWithheld);
  const isNamed = tool === 'run_terminal_cmd' && wordsOf(args, folder).some(isWithheld);
  return { ok: true, payload: isNamed ? withoutOutput(payload) : payload };
}

/** The same of any JSON data: a run's report, its transitions and gates. */
export function valueForAgents(value: unknown, isWithheld: IsWithheld): unknown {
  if (typeof value === 'string') return withoutDiffsOf(value, isWithheld, WITHHELD);
  if (Array.isArray(value)) return value.map((entry) => valueForAgents(entry, isWithheld));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const isOf = entries.some(([key, name]) => isFileName(key) && typeof name === 'string' && isWithheld(name));
  return Object.fromEntries(
    entries.map(([key, inner]) => [
      key,
      isOf && QUOTES.has(key) && typeof inner === 'string' ? WITHHELD : valueForAgents(inner, isWithheld),
    ]),
  );
}

const isFileName = (key: string): boolean => NAMES_FILE.some((name) => name === key);

const Command = z.looseObject({ argv: z.array(z.string()), cwd: z.string().optional() });

/** What separates names within one word: options, revisions of git, the language of a shell. */
const BETWEEN = /[\s=:,;|&<>()'"`]+/;

/** Files that the words of a command may name, from the top of the tree. */
function wordsOf(args: unknown, folder: string): string[] {
  const command = Command.safeParse(args);
  if (!command.success) return [];
  const { argv, cwd = folder } = command.data;
  return argv
    .flatMap((word) => [word, ...word.split(BETWEEN)])
    .filter((word) => word !== '')
    .flatMap((word) => [word, path.posix.join(cwd, word)]);
}

/** Without the size of what was printed, and its hash, which names the artifact: both tell of the text. */
const withoutOutput = (payload: unknown): unknown =>
  typeof payload === 'object' && payload !== null && 'output' in payload
    ? { ...payload, output: WITHHELD, artifact: WITHHELD, output_bytes: 0 }
    : payload;
