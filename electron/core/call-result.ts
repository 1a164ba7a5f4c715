import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { fail, ok, type Problem, type Result } from '../../shared/problem.js';
import { type CallResult, MOST_RESULT } from '../../shared/session-panel.js';
import { text } from '../../shared/texts/words.js';
import { ToolResultSchema } from '../../shared/tool-result.js';
import { runFolder, summarise, withRun } from './run-store.js';

const FileSchema = z.looseObject({ result: ToolResultSchema });
const PayloadSchema = z.looseObject({ diff: z.string() });

/** What a call of a session gave. Errors: RUN_NOT_FOUND, ARTIFACT_MISSING. */
export async function callResult(home: string, run: string, n: number): Promise<Result<CallResult>> {
  const known = withRun(home, run, summarise);
  if (!known.ok) return known;
  const file = path.join(runFolder(home, run), 'calls', `${n}.json`);
  const stored = await readFile(file, 'utf8')
    .then((content) => FileSchema.safeParse(JSON.parse(content)))
    .catch(() => null);
  return stored?.success ? ok(shown(stored.data.result)) : fail(gone(file));
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

const gone = (file: string): Problem => ({
  code: 'ARTIFACT_MISSING',
  message: text`the result of this call is gone, or cannot be read`,
  where: file,
  next: text`it was moved or removed; the journal still has the call`,
});
