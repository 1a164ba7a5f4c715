import type { Location } from '../../../../shared/results.js';
import type { Suspect } from '../../rules/suspicion.js';
import type { Item } from './items.js';

/** Where a failing case begins: the words of what is shown of it. */
export interface Root {
  file: string;
  words: ReadonlySet<string>;
}

/** How much an item matters to a failure: a smaller rank comes first, then a higher score. */
export interface Ranked {
  item: Item;
  rank: number;
  /** Of our own localisation, 0..1. */
  score: number;
}

export interface Leads {
  /** Places that a compiler, a fault or an analysis names. */
  named: readonly Location[];
  roots: readonly Root[];
  suspects: readonly Suspect[];
  changeable: ReadonlySet<string>;
  /** Files with the source of failing cases. */
  tests: ReadonlySet<string>;
  /** What must not be shown, or is no part of a failure: cases that pass or are held out. */
  isLeftOut(item: Item): boolean;
}

/** Ranks behind those of what the failing cases call at first and second hand. */
const SUSPECT = 3;
const FAR = 4;
const HARNESS = 5;
const REST = 6;
/** So many suspects come before what is called at third hand. */
const SUSPECTS = 8;

/**
 * Orders the items of a tree. 0: what is named. 1: what the failing cases call, 1.5: declarations, types and macros used there; 2, 2.5: the
 * same for what those call; then suspects, what is called from further away, and all the rest.
 */
export function rankItems(items: readonly Item[], leads: Leads): Ranked[] {
  const usable = items.filter((item) => !leads.isLeftOut(item));
  const reached = reach(usable, leads);
  const scores = scoresOf(usable, leads.suspects);
  const top = [...scores].sort((a, b) => b[1] - a[1]).slice(0, SUSPECTS);
  const suspects = new Set(top.map(([item]) => item));
  const ranked = usable.flatMap((item) => {
    const rank = rankOf(item, reached.get(item), suspects.has(item), leads);
    return rank === null ? [] : [{ item, rank, score: scores.get(item) ?? 0 }];
  });
  return withIncludes(ranked).sort(byRank);
}

/** What a file includes is told with the first of its functions. */
function withIncludes(ranked: readonly Ranked[]): Ranked[] {
  const first = new Map<string, number>();
  for (const { item, rank } of ranked)
    if (item.kind === 'function') first.set(item.file, Math.min(rank, first.get(item.file) ?? REST));
  return ranked.map((each) =>
    each.item.kind === 'include' ? { ...each, rank: (first.get(each.item.file) ?? REST) + 0.5 } : each,
  );
}

const byRank = (a: Ranked, b: Ranked): number =>
  a.rank - b.rank ||
  b.score - a.score ||
  (a.item.file === b.item.file ? a.item.from - b.item.from : a.item.file < b.item.file ? -1 : 1);

function rankOf(
  item: Item,
  reached: Reached | undefined,
  suspect: boolean,
  { changeable, tests }: Leads,
): number | null {
  const mayChange = changeable.has(item.file);
  if (!mayChange && (reached === undefined || (!tests.has(item.file) && !reached.byCode)))
    return reached === undefined ? null : HARNESS;
  const near = reached === undefined ? REST : nearness(reached.depth);
  return suspect ? Math.min(near, SUSPECT) : near;
}

/** What the tests themselves use beside functions comes after the functions that they call. */
function nearness(depth: number): number {
  if (depth >= SUSPECT) return FAR + depth / 100;
  return depth === 0.5 ? 1.5 : depth;
}

interface Reached {
  /** Calls on the shortest way; a half more for what is no function. */
  depth: number;
  /** From code that may be changed, not from the tests alone. */
  byCode: boolean;
}

/** What the roots reach by name, a file's own definition before that of another one. */
function reach(items: readonly Item[], { named, roots, changeable }: Leads): Map<Item, Reached> {
  const find = finder(items);
  const known = new Map<Item, Reached>();
  const levels = new Map<number, Item[]>();
  const see = (item: Item, depth: number, byCode: boolean): void => {
    const before = known.get(item);
    if (before && before.depth <= depth && (before.byCode || !byCode)) return;
    known.set(item, {
      depth: Math.min(depth, before?.depth ?? depth),
      byCode: byCode || (before?.byCode ?? false),
    });
    levels.set(depth, [...(levels.get(depth) ?? []), item]);
  };
  const follow = (words: Iterable<string>, file: string, depth: number): void => {
    const byCode = changeable.has(file);
    for (const word of words)
      for (const item of find(word, file))
        see(item, item.kind === 'function' ? Math.floor(depth) + 1 : Math.floor(depth) + 0.5, byCode);
  };
  for (const item of items) if (named.some((place) => holds(item, place))) see(item, 0, true);
  for (const { file, words } of roots) follow(words, file, 0);
  for (let depth = 0; levels.size > 0 && depth < 40; depth += 0.5) {
    for (const item of levels.get(depth) ?? []) follow(item.words, item.file, depth);
    levels.delete(depth);
  }
  return known;
}

/** Items by the names that they define; a prototype only where nothing else is known of a name. */
function finder(items: readonly Item[]): (name: string, from: string) => readonly Item[] {
  const byName = new Map<string, Item[]>();
  for (const item of items)
    for (const name of item.names) byName.set(name, [...(byName.get(name) ?? []), item]);
  return (name, from) => {
    const all = byName.get(name) ?? [];
    const defined = all.some(({ kind }) => kind !== 'prototype')
      ? all.filter(({ kind }) => kind !== 'prototype')
      : all;
    const own = defined.filter(({ file }) => file === from);
    return own.length > 0 ? own : defined.filter((item) => !isStatic(item));
  };
}

/** What other files cannot name. */
const isStatic = ({ file, signature }: Item): boolean =>
  /\bstatic\b/.test(signature) && !/\.(h|hpp|inc)$/i.test(file);

/** Whether a place lies in an item: compilers and tests often print longer paths. */
export const holds = (item: Item, { file, line }: Location): boolean =>
  item.from <= line && line <= item.to && (file === item.file || file.endsWith(`/${item.file}`));

function scoresOf(items: readonly Item[], suspects: readonly Suspect[]): Map<Item, number> {
  const scores = new Map<Item, number>();
  const byFile = new Map<string, Suspect[]>();
  for (const suspect of suspects) byFile.set(suspect.file, [...(byFile.get(suspect.file) ?? []), suspect]);
  for (const item of items)
    for (const { line, score } of byFile.get(item.file) ?? [])
      if (item.from <= line && line <= item.to) scores.set(item, Math.max(score, scores.get(item) ?? 0));
  return scores;
}
