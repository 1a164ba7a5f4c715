import type { Item } from './items.js';
import type { Ranked } from './rank.js';
import { entryText, type Range, type View } from './view.js';

/** What is shown of a tree. */
export interface Choice {
  ranges: ReadonlyMap<string, readonly Range[]>;
  /** Items that are told by signature and line alone. */
  listed: ReadonlySet<Item>;
}

interface Wishes {
  ranked: readonly Ranked[];
  views: ReadonlyMap<string, View>;
  /** Shown before everything else: the source of failing cases. */
  first: readonly { file: string; range: Range }[];
  /** Lines of which one wants to see what is around, in items that are too long to be shown whole. */
  hot: readonly { file: string; line: number }[];
}

/** Characters for the mark of a gap, and for the frame of a file. */
const GAP = 60;
const FILE = 120;
/** Of the budget, for signatures of what is not shown: in any file, and in those that the failure leads to. */
const OUTLINE = 0.15;
const NEAR_OUTLINE = 0.5;
/** From this rank on a long item is not worth being shown in part. */
const FAR = 3;
/** Behind this rank (the suspects') an item is worth less than the signatures of a file that the failure leads to. */
const NEAR = 3;
/** Of what is left, for one item that does not fit. */
const PART = 0.5;

/** What a choice comes to as text, in characters. */
type Measure = (choice: Choice) => number;

/**
 * Chooses what is shown within a budget of characters: items whole, in the order of their ranks, as many as fit; then signatures of the
 * others. All of the budget is spent where there is something to spend it on.
 */
export function choose(wishes: Wishes, budget: number, measure: Measure): Choice {
  const functions = outlined(wishes);
  const outline = Math.min(OUTLINE * budget, entriesOf(functions));
  const near = Math.min(NEAR_OUTLINE * budget, entriesOf(functions.filter(({ isNear }) => isNear)));
  const picked = pick(wishes, budget - outline, Math.max(0, near - outline));
  let chosen: readonly Picked[] = fitting(picked, budget, measure);
  const listed = new Set<Item>();
  const choiceOf = (some: readonly Picked[]): Choice => ({ ranges: grouped(some), listed });
  let left = budget - measure(choiceOf(chosen));
  const shown = new Set(chosen.flatMap(({ item }) => item ?? []));
  for (const { item } of functions) {
    const cost = entryText(item).length + 2;
    if (shown.has(item) || cost > left) continue;
    listed.add(item);
    left -= cost;
  }
  chosen = filled(chosen, wishes, (ranges) => budget - measure(choiceOf(ranges)));
  for (const item of [...listed].reverse()) {
    if (measure(choiceOf(chosen)) <= budget) break;
    listed.delete(item);
  }
  return choiceOf(chosen);
}

interface Outlined {
  item: Item;
  /** It lies in a file that the failure leads to. */
  isNear: boolean;
}

/** Functions whose signature is worth telling: those of near files first. */
function outlined({ ranked, views }: Wishes): Outlined[] {
  const near = new Set(ranked.filter(({ rank }) => rank <= NEAR).map(({ item }) => item.file));
  const functions = ranked
    .filter(({ item }) => item.kind === 'function' && views.get(item.file)?.readOnly === false)
    .map(({ item }) => ({ item, isNear: near.has(item.file) }));
  return [...functions.filter(({ isNear }) => isNear), ...functions.filter(({ isNear }) => !isNear)];
}

const entriesOf = (functions: readonly Outlined[]): number =>
  functions.reduce((sum, { item }) => sum + entryText(item).length + 1, 0);

interface Picked {
  /** Null for a part of one, and for what is no item. */
  item: Item | null;
  file: string;
  ranges: readonly Range[];
}

const whole = (item: Item): Picked => ({
  item,
  file: item.file,
  ranges: [[item.from, item.to], ...item.frame.map((line): Range => [line, line])],
});

/** @param kept characters that no item behind the suspects may use */
function pick(wishes: Wishes, budget: number, kept: number): Picked[] {
  const picked: Picked[] = wishes.first.map(({ file, range }) => ({ item: null, file, ranges: [range] }));
  const files = new Set(picked.map(({ file }) => file));
  let left = budget - picked.reduce((sum, each) => sum + cost(each, wishes.views, new Set()), 0);
  for (const { item, rank } of wishes.ranked) {
    const one = whole(item);
    const price = cost(one, wishes.views, files);
    const taken =
      price <= left - (rank > NEAR ? kept : 0) ? one : rank < FAR ? partOf(item, wishes, PART * left) : null;
    if (taken === null) continue;
    picked.push(taken);
    left -= taken === one ? price : PART * left;
    files.add(item.file);
  }
  return picked;
}

function cost(
  { file, ranges }: Picked,
  views: ReadonlyMap<string, View>,
  files: ReadonlySet<string>,
): number {
  const lines = views.get(file)?.lines ?? [];
  const text = ranges.reduce((sum, range) => sum + lengthOf(lines, range), 0);
  return text + GAP + (files.has(file) ? 0 : FILE + file.length);
}

function lengthOf(lines: readonly string[], [from, to]: Range): number {
  let sum = 0;
  for (let line = from; line <= to; line++) sum += (lines[line - 1]?.length ?? 0) + String(line).length + 3;
  return sum;
}

/** The beginning of an item that is too long, and what lies around its hot lines. */
function partOf(item: Item, { views, hot }: Wishes, room: number): Picked | null {
  const lines = views.get(item.file)?.lines ?? [];
  const inside = hot.filter(({ file, line }) => file === item.file && item.from <= line && line <= item.to);
  const centres = inside.length > 0 ? inside.map(({ line }) => line) : [item.from];
  const shown = new Set<number>();
  let left = room - FILE - GAP;
  for (let away = 0; away <= item.to - item.from; away++) {
    for (const line of [
      item.from + away * Number(away < 3),
      ...centres.flatMap((at) => [at - away, at + away]),
    ]) {
      if (shown.has(line) || line < item.from || line > item.to) continue;
      left -= lengthOf(lines, [line, line]);
      if (left < 0) return shown.size < 5 ? null : part(item, shown);
      shown.add(line);
    }
  }
  return part(item, shown);
}

const part = (item: Item, shown: ReadonlySet<number>): Picked => ({
  item: null,
  file: item.file,
  ranges: [...shown].map((line): Range => [line, line]),
});

function grouped(picked: readonly Picked[]): Map<string, Range[]> {
  const ranges = new Map<string, Range[]>();
  for (const { file, ranges: more } of picked) ranges.set(file, [...(ranges.get(file) ?? []), ...more]);
  return ranges;
}

/** As many of the picked, from the first on, as really fit. */
function fitting(picked: readonly Picked[], budget: number, measure: Measure): Picked[] {
  const fits = (count: number): boolean =>
    measure({ ranges: grouped(picked.slice(0, count)), listed: new Set() }) <= budget;
  let [least, most] = [0, picked.length];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (fits(middle)) least = middle;
    else most = middle - 1;
  }
  return picked.slice(0, least);
}

/** So many further items are tried where room is left. */
const TRIES = 40;

/** What else fits, in the order of ranks. `room`: characters that a choice leaves. */
function filled(
  chosen: readonly Picked[],
  { ranked, views }: Wishes,
  room: (ranges: readonly Picked[]) => number,
): Picked[] {
  const out = [...chosen];
  const shown = new Set(out.flatMap(({ item }) => item ?? []));
  const files = new Set(out.map(({ file }) => file));
  let left = room(out);
  let tries = 0;
  for (const { item, rank } of ranked) {
    const alone = rank >= FAR && item.kind !== 'function' && item.kind !== 'type';
    if (shown.has(item) || alone || tries >= TRIES) continue;
    const one = whole(item);
    if (cost(one, views, files) - GAP > left) continue;
    tries++;
    const rest = room([...out, one]);
    if (rest < 0) continue;
    out.push(one);
    left = rest;
  }
  return out;
}
