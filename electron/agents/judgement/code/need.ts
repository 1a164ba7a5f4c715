import type { Mark } from '../../openai/untrusted.js';
import type { Need } from '../schemas.js';
import type { Item } from './items.js';
import type { Code } from './read-code.js';
import { type Range, rangeText, type View } from './view.js';

/** So many things are answered of one reply, within so many characters, each within so many lines. */
const MOST = 8;
const BUDGET = 24_000;
const LINES = 400;

interface Answered {
  /** For a prompt, within its budget. */
  text: string;
  /** Files of which something is shown. */
  files: readonly string[];
}

/** What a model asked to see of the tree: whole symbols, or lines of any text file. What names held-out cases stays hidden. */
export async function needText(mark: Mark, code: Code, needs: readonly Need[]): Promise<Answered> {
  const files = new Set<string>();
  const parts: string[] = [];
  let left = BUDGET;
  for (const need of needs.slice(0, MOST)) {
    const found = await rangesOf(code, need);
    if (found.length === 0) parts.push(`${asked(need)}: there is no such thing among the files of the tree.`);
    for (const { view, range } of found) {
      const text = mark(nameOf(view, range), rangeText(view, range), BUDGET);
      if (text.length > left) {
        parts.push(`${view.file}, lines ${range.join(' to ')}: too long to be shown with the rest.`);
        continue;
      }
      left -= text.length;
      parts.push(text);
      files.add(view.file);
    }
  }
  if (needs.length > MOST) parts.push(`Only the first ${MOST} of ${needs.length} were looked at.`);
  return { text: parts.join('\n'), files: [...files] };
}

const nameOf = ({ file, readOnly, lines }: View, [from, to]: Range): string =>
  `${file}, lines ${from} to ${to} of ${lines.length}${readOnly ? ' (read-only)' : ''}`;

/** A request in its own words, cut and quoted: it comes back to the model that made it. */
const asked = ({ file, symbol, from, to }: Need): string =>
  JSON.stringify({ file, symbol, from, to }).slice(0, 200).replace(/</g, '');

async function rangesOf(code: Code, need: Need): Promise<{ view: View; range: Range }[]> {
  const views = await viewsOf(code, need.file);
  if (need.symbol !== null && need.symbol !== '') return symbols(views, need.symbol);
  const [view] = views;
  if (view === undefined || need.file === null) return [];
  const from = Math.max(1, Math.floor(need.from ?? 1));
  const to = Math.min(view.lines.length, Math.floor(need.to ?? from + LINES - 1), from + LINES - 1);
  return from > to ? [] : [{ view, range: [from, to] }];
}

/** The files that a name may mean, sources first; all sources where none is named. */
async function viewsOf({ views, others, open }: Code, named: string | null): Promise<View[]> {
  if (named === null || named === '') return [...views.values()];
  const file = named.replace(/^\.\//, '');
  const isMeant = (name: string): boolean => name === file || name.endsWith(`/${file}`);
  const exact = views.get(file);
  const known = exact ? [exact] : [...views.values()].filter((view) => isMeant(view.file));
  if (known.length > 0) return known;
  const other = others.includes(file) ? file : others.find(isMeant);
  const view = other === undefined ? null : await open(other);
  return view === null ? [] : [view];
}

const SYMBOLS = 4;

function symbols(views: readonly View[], name: string): { view: View; range: Range }[] {
  const wanted = name.replace(/^(struct|union|enum)\s+|\(.*$/g, '').trim();
  const found = views.flatMap((view) =>
    view.items
      .filter((item) => item.names.includes(wanted) && !isHidden(view, item))
      .map((item) => ({ view, item, range: [item.from, Math.min(item.to, item.from + LINES - 1)] as const })),
  );
  const defined = found.filter(({ item }) => item.kind !== 'prototype');
  return (defined.length > 0 ? defined : found).slice(0, SYMBOLS);
}

const isHidden = ({ hidden }: View, { from, to }: Item): boolean => {
  for (let line = from; line <= to; line++) if (!hidden.has(line)) return false;
  return true;
};
