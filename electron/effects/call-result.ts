import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { type CallResult, MOST_RESULT } from '../../shared/session-panel.js';
import { wordsSchema } from '../../shared/texts/words.js';
import { ToolResultSchema } from '../../shared/tool-result.js';

const FileSchema = z.looseObject({ result: ToolResultSchema, account: z.array(wordsSchema).optional() });
const PayloadSchema = z.looseObject({ diff: z.string() });

/** The file of a session's n-th call. @param folder the run's folder */
export const callFile = (folder: string, n: number): string => path.join(folder, 'calls', `${n}.json`);

/** What a call of a session gave, for its reader; null where its file is gone, or cannot be read. @param folder the run's folder */
export async function callResultIn(folder: string, n: number): Promise<CallResult | null> {
  const stored = await readFile(callFile(folder, n), 'utf8')
    .then((content) => FileSchema.safeParse(JSON.parse(content)))
    .catch(() => null);
  if (!stored?.success) return null;
  const { result, account } = stored.data;
  return { ...shown(result), ...(account && { account }) };
}

function shown(result: z.infer<typeof ToolResultSchema>): CallResult {
  if (!result.ok) return { diff: null, output: '', cut: false };
  const changed = PayloadSchema.safeParse(result.payload).data;
  if (changed === undefined) return bounded(null, textOf(result.payload));
  const { diff, ...rest } = changed;
  return bounded(diff, textOf(rest));
}

const bounded = (diff: string | null, output: string): CallResult => ({
  diff: diff?.slice(0, MOST_RESULT) ?? null,
  output: output.slice(0, MOST_RESULT),
  cut: Math.max(diff?.length ?? 0, output.length) > MOST_RESULT,
});

/** A text with its line ends where a payload is one, or has one; the rest as JSON. */
function textOf(payload: unknown): string {
  if (typeof payload === 'string') return payload;
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload))
    return JSON.stringify(payload, null, 1) ?? '';
  return Object.entries(payload)
    .map(([name, value]) =>
      typeof value === 'string' && value.includes('\n')
        ? `${name}:\n${value}`
        : `${name}: ${typeof value === 'string' ? value : JSON.stringify(value, null, 1)}`,
    )
    .join('\n');
}
