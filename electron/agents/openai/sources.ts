import type { Analysis } from '../../../shared/judgement.js';
import type { Location } from '../../../shared/results.js';
import type { Evidence, Scratch } from '../provider.js';
import { untrusted } from './untrusted.js';

/** Of all sources together and of one file (characters). */
const TOTAL = 60_000;
const ONE_FILE = 24_000;

export interface SourceFile {
  file: string;
  /** The whole text, also where only a part is shown. */
  text: string;
}

interface Sources {
  files: readonly SourceFile[];
  /** The same, marked and cut, for a prompt. */
  text: string;
}

/** Files and lines that the evidence speaks of, the most telling first. */
function places(evidence: Evidence, analysis: Analysis | null): Location[] {
  const planned = (analysis?.patch_plan?.files ?? []).map((file) => ({ file, line: 1 }));
  const found = [
    ...(evidence.build?.diagnostics.filter((d) => d.severity === 'error').map((d) => d.location) ?? []),
    ...(analysis?.hypothesis_list.map((hypothesis) => hypothesis.location) ?? []),
    ...planned,
    evidence.test?.fault?.location,
    evidence.test?.fault?.caller,
    evidence.test?.stuck_at,
  ];
  return found.filter((location) => location !== undefined);
}

const stem = (file: string): string => (file.split('/').at(-1) ?? file).replace(/\.\w+$/, '').toLowerCase();

/** Smaller is more relevant: named by the evidence, then related to a failing case by name, then the rest. */
function rank(file: string, named: readonly string[], cases: string): number {
  const place = named.findIndex((name) => name === file || name.endsWith(`/${file}`));
  if (place >= 0) return place;
  return stem(file).length > 2 && cases.includes(stem(file)) ? named.length : named.length + 1;
}

/**
 * The changeable source files that fit the size limit, most relevant first. A file too long for its share is shown
 * around the place that the evidence names.
 */
export async function readSources(
  scratch: Scratch,
  evidence: Evidence,
  analysis: Analysis | null,
): Promise<Sources> {
  const where = places(evidence, analysis);
  const named = where.map((location) => location.file);
  const failing =
    evidence.test?.cases.filter((c) => c.status !== 'pass').map((c) => c.name.toLowerCase()) ?? [];
  const ranked = [...(await scratch.changeable())]
    .map((file) => ({ file, rank: rank(file, named, failing.join(' ')) }))
    .sort((a, b) => a.rank - b.rank || (a.file < b.file ? -1 : 1));
  const files: SourceFile[] = [];
  const shown: string[] = [];
  let left = TOTAL;
  for (const { file } of ranked) {
    const text = await scratch.read(file);
    if (!text.ok || Math.min(text.value.length, ONE_FILE) > left) continue;
    const line = where.find((location) => location.file === file)?.line ?? 1;
    shown.push(untrusted(file, excerpt(text.value, line), ONE_FILE));
    files.push({ file, text: text.value });
    left -= Math.min(text.value.length, ONE_FILE);
  }
  return { files, text: `Source files that may be changed:\n${shown.join('\n')}` };
}

/** Whole lines around `line` (1-based) that fit one file's share. */
function excerpt(text: string, line: number): string {
  if (text.length <= ONE_FILE) return text;
  const all = text.split('\n');
  const offset = all.slice(0, line - 1).join('\n').length;
  const start = Math.max(0, Math.min(offset - ONE_FILE / 2, text.length - ONE_FILE));
  const from = start === 0 ? 0 : text.indexOf('\n', start) + 1;
  return text.slice(from, text.lastIndexOf('\n', from + ONE_FILE - 1) + 1);
}
