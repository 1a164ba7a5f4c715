import type { Task } from '../../../shared/task.js';
import { cleanLines } from './console-lines.js';
import { foldReports, type ParsedOutput, type RawOutput } from './parsed-output.js';
import { readTap } from './tap.js';
import { readUnity } from './unity.js';
import { readZtest } from './ztest.js';

export type CaseFormat = Task['test']['parser'];

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
