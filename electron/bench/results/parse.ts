import type { Task } from '../../../shared/task.js';
import { cleanLines } from './console-lines.js';
import { foldReports, type ParsedOutput, type RawOutput } from './parsed-output.js';
import { readTap } from './tap.js';
import { readUnity } from './unity.js';
import { readZtest } from './ztest.js';

export type CaseFormat = Task['test']['parser'];

const FORMATS: readonly CaseFormat[] = ['tap', 'unity', 'ztest'];

const READERS: Record<CaseFormat, (lines: readonly string[]) => RawOutput> = {
  tap: readTap,
  unity: readUnity,
  ztest: readZtest,
};

/**
 * Reads a target's console for its test cases. The text is untrusted: it may be cut anywhere, hold any
 * bytes, and claim anything; only a case's own line makes a case, never a total. Linear in its length.
 */
export const parseCases = (text: string, parser: CaseFormat): ParsedOutput =>
  foldReports(READERS[parser](cleanLines(text)));

/** Few lines that look like a format by chance do not make it one. */
const ENOUGH_CASES = 2;

/** The format that a console seems to be in where the one that was named reads no case; null where none fits. */
export function likelierFormat(
  text: string,
  named: CaseFormat,
): { format: CaseFormat; cases: number } | null {
  const others = FORMATS.filter((format) => format !== named)
    .map((format) => ({ format, output: parseCases(text, format) }))
    .filter(({ output }) => output.cases.length >= ENOUGH_CASES || output.summary !== null)
    .map(({ format, output }) => ({ format, cases: output.cases.length }))
    .sort((a, b) => b.cases - a.cases);
  return others.find(({ cases }) => cases > 0) ?? null;
}
