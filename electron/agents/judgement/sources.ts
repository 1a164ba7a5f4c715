import type { Analysis } from '../../../shared/judgement.js';
import type { Location } from '../../../shared/results.js';
import type { Mark } from '../openai/untrusted.js';
import type { Evidence, Scratch } from '../provider.js';
import { numbered } from './numbered.js';

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
  /** The same, numbered, cut and marked, for a prompt. */
  text(mark: Mark): string;
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
  const place = named.findIndex((name) => isIn(file, name));
  if (place >= 0) return place;
  return stem(file).length > 2 && cases.includes(stem(file)) ? named.length : named.length + 1;
}

/** Whether a place that the evidence names lies in this file: compilers and tests often print longer paths. */
const isIn = (file: string, named: string): boolean => named === file || named.endsWith(`/${file}`);

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
  const changeable = await scratch.changeable();
  const ranked = changeable
    .map((file) => ({ file, rank: rank(file, named, failing.join(' ')) }))
    .sort((a, b) => a.rank - b.rank || (a.file < b.file ? -1 : 1));
  const files: SourceFile[] = [];
  const shown: Excerpt[] = [];
  let left = TOTAL;
  for (const { file } of ranked) {
    const text = await scratch.read(file);
    if (!text.ok) continue;
    const line = where.find((location) => isIn(file, location.file))?.line ?? 1;
    const part = excerpt(file, text.value, line);
    if (part.text.length > left) continue;
    shown.push(part);
    files.push({ file, text: text.value });
    left -= part.text.length;
  }
  return { files, text: (mark) => sourcesText(mark, shown, changeable.length) };
}

function sourcesText(mark: Mark, shown: readonly Excerpt[], all: number): string {
  const rest = all > shown.length ? ` (${shown.length} of ${all} are shown; change only these)` : '';
  const blocks = shown.map(({ name, text }) => mark(name, text, ONE_FILE));
  return [`Source files that may be changed${rest}:`, ...blocks].join('\n');
}

interface Excerpt {
  /** The file, and which lines of it where not all are shown. */
  name: string;
  /** Numbered lines. */
  text: string;
}

/** Whole lines around `line` (1-based) that fit one file's share, numbers included. */
function excerpt(file: string, text: string, line: number): Excerpt {
  const lines = text.replace(/\n$/, '').split('\n');
  const sizes = lines.map((part, index) => part.length + String(index + 1).length + 3);
  let [from, to] = [Math.min(line, lines.length) - 1, Math.min(line, lines.length)];
  let size = sizes[from] ?? 0;
  for (let grown = true; grown; ) {
    grown = false;
    for (const next of [from - 1, to]) {
      const more = sizes[next];
      if (more === undefined || size + more > ONE_FILE) continue;
      size += more;
      grown = true;
      if (next < from) from = next;
      else to = next + 1;
    }
  }
  const part = to - from < lines.length ? `, lines ${from + 1} to ${to} of ${lines.length}` : '';
  return { name: `${file}${part}`, text: numbered(lines.slice(from, to), from + 1) };
}
