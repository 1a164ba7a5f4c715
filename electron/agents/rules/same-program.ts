import { applyEdits, type Edit } from './diff.js';
import type { Project } from './project.js';

const LAYOUT = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|\s+/g;

/** A source without blanks and comments. */
interface Bare {
  text: string;
  /** Where each place of the source lies in `text`. */
  at: Uint32Array;
}

/**
 * Tells edits apart by the programs that they make: the key is equal for those that differ in blanks and comments only. It is as long
 * as what changes, not as the file: of a large one there are tens of thousands of edits.
 */
export function programKeys({ sources }: Pick<Project, 'sources'>): (edits: readonly Edit[]) => string {
  const known = new Map<string, Bare>();
  const bareOf = (file: string, text: string): Bare => {
    const bare = known.get(file) ?? withoutLayout(text);
    known.set(file, bare);
    return bare;
  };
  return (edits) =>
    [...new Set(edits.map(({ file }) => file))]
      .map((file) => {
        const text = sources.get(file)?.text ?? '';
        const own = edits.filter((edit) => edit.file === file);
        return `${file}\0${changeIn(text, bareOf(file, text), own)}`;
      })
      .join('\0');
}

function withoutLayout(text: string): Bare {
  const at = new Uint32Array(text.length + 1);
  let bare = '';
  let from = 0;
  for (const { 0: layout, index } of [...text.matchAll(LAYOUT), { 0: '', index: text.length }]) {
    for (let i = from; i < index; i += 1) at[i] = bare.length + i - from;
    bare += text.slice(from, index);
    from = index + layout.length;
    at.fill(bare.length, index, from);
  }
  at[text.length] = bare.length;
  return { text: bare, at };
}

function changeIn(text: string, bare: Bare, edits: readonly Edit[]): string {
  const start = Math.min(...edits.map((edit) => edit.start));
  const end = Math.max(...edits.map((edit) => edit.end));
  const moved = edits.map((edit) => ({ ...edit, start: edit.start - start, end: edit.end - start }));
  const put = applyEdits(text.slice(start, end), moved).replace(LAYOUT, '');
  return smallest(bare.text, bare.at[start] ?? 0, bare.at[end] ?? 0, put);
}

/** The one shortest way to say what becomes of `old` with `put` in the place of `from` to `to`: what both begin and end with is left out. */
function smallest(old: string, from: number, to: number, put: string): string {
  const length = old.length - (to - from) + put.length;
  const shorter = Math.min(old.length, length);
  const now = (i: number): string | undefined =>
    i < from ? old[i] : i < from + put.length ? put[i - from] : old[i - put.length + to - from];
  let head = from;
  while (head < shorter && old[head] === now(head)) head += 1;
  let tail = Math.min(old.length - to, shorter - head);
  while (tail < shorter - head && old[old.length - 1 - tail] === now(length - 1 - tail)) tail += 1;
  const changed = Array.from({ length: length - tail - head }, (_, i) => now(head + i));
  return `${head}:${tail}:${changed.join('')}`;
}
