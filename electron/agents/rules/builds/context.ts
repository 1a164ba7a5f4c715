import type { Diagnostic } from '../../../../shared/results.js';
import type { CSource } from '../../c/source.js';
import { type CNode, walk } from '../../c/tree.js';
import type { Candidate } from '../candidates.js';
import type { Edit } from '../diff.js';
import { type Project, resolveFile } from '../project.js';

/** An edit that answers a diagnostic. */
export interface Remedy {
  edits: Edit[];
  kind: string;
  what: string;
  /** 0..1 */
  score: number;
  destructive?: boolean;
}

/** One family of remedies; sees every diagnostic of a failed build. */
export type RemedyFamily = (diagnostic: Diagnostic, project: Project) => Remedy[];

/** The changeable source that a diagnostic is about. */
export function sourceOf(diagnostic: Diagnostic, project: Project): CSource | null {
  const file = diagnostic.location ? resolveFile(project, diagnostic.location.file) : null;
  const source = file ? project.sources.get(file) : undefined;
  return source && project.changeable.has(source.file) ? source : null;
}

/** Offset of a 1-based line and column in bytes, as compilers count; clamped to the line. */
export function offsetAt(text: string, line: number, column: number): number {
  let start = 0;
  for (let row = 1; row < line; row += 1) {
    const next = text.indexOf('\n', start);
    if (next < 0) return text.length;
    start = next + 1;
  }
  const end = text.indexOf('\n', start);
  const content = text.slice(start, end < 0 ? text.length : end);
  const chars = Buffer.from(content, 'utf8')
    .subarray(0, Math.max(0, column - 1))
    .toString('utf8').length;
  return start + Math.min(chars, content.length);
}

/** Nodes of that text, on the diagnostic's line where it has one. */
export function nodesNamed(source: CSource, name: string, line?: number): CNode[] {
  return [...walk(source.root)].filter(
    (node) => node.children.length === 0 && node.text === name && (line === undefined || node.line === line),
  );
}

/** The name between the n-th pair of quotes of a message (GCC quotes ‘so’ or 'so'). */
export function quoted(message: string, nth = 0): string | null {
  return [...message.matchAll(/[‘'"`]([^’'"`]+)[’'"`]/g)][nth]?.[1] ?? null;
}

export function asCandidate(remedy: Remedy, project: Project): Candidate {
  const first = remedy.edits[0];
  const source = first ? project.sources.get(first.file) : undefined;
  const line = source && first ? source.text.slice(0, first.start).split('\n').length : 1;
  return {
    edits: remedy.edits,
    kind: remedy.kind,
    what: remedy.what,
    score: remedy.score,
    turn: remedy.score,
    common: remedy.score,
    destructive: remedy.destructive ?? false,
    contrived: false,
    layout: false,
    place: { file: first?.file ?? '', line, function: null },
  };
}
