import { declaredName } from '../../c/declarations.js';
import type { CSource } from '../../c/source.js';
import { type CNode, field } from '../../c/tree.js';

type ItemKind = 'function' | 'type' | 'macro' | 'variable' | 'prototype' | 'include' | 'other';

/** A piece of a file that is shown as a whole or not at all. */
export interface Item {
  file: string;
  kind: ItemKind;
  /** What it defines or declares. */
  names: readonly string[];
  /** From 1, both included; with the comment right above it. */
  from: number;
  to: number;
  /** On one line, without a body. */
  signature: string;
  /** Every word of its code. */
  words: ReadonlySet<string>;
  /** Lines of the `#if`s around it, without which nobody knows whether it is compiled. */
  frame: readonly number[];
}

const LONGEST_SIGNATURE = 140;
/** Lines that belong to no known construct come in pieces of this size. */
const CHUNK = 60;
/** Constructs whose children are items of their own. */
const HOLDERS =
  /^(translation_unit|preproc_(if|ifdef|else|elif|elifdef)$|linkage_specification|declaration_list|ERROR)/;
const CONDITIONALS = /^preproc_(if|ifdef|else|elif|elifdef)$/;
const COMMENTS_AND_STRINGS = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:\\.|[^"\\\n])*"/g;

/** Every word of a piece of C; comments and strings say nothing. */
export const wordsOf = (code: string): Set<string> =>
  new Set(code.replace(COMMENTS_AND_STRINGS, ' ').match(/[A-Za-z_]\w*/g) ?? []);

const oneLine = (text: string): string =>
  text
    .replace(COMMENTS_AND_STRINGS, ' ')
    .replace(/\\\n/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST_SIGNATURE);

/** The last line that a node has text in: some end behind their line end. */
const lastLine = ({ line, text }: CNode): number => line + text.replace(/\s+$/, '').split('\n').length - 1;

/**
 * All of a source as items, in its order; blank lines and comments that stand alone are left out. What stands right above an include
 * guard is the contract of a header, and no comment that stands alone.
 */
export function itemsOf(source: CSource): Item[] {
  const found: Item[] = [];
  const visit = (node: CNode, frame: readonly number[]): void => {
    let above: CNode[] = [];
    for (const child of node.children) {
      if (child.type === 'comment') {
        const last = above.at(-1);
        above = last && child.line <= lastLine(last) + 1 ? [...above, child] : [child];
        continue;
      }
      if (HOLDERS.test(child.type)) {
        const told = headOf(source, child, above, frame);
        if (told !== null) found.push(told);
        visit(child, [...frame, ...conditionOf(child)]);
      } else if (child.named && !isCondition(child)) found.push(itemOf(source, child, above, frame));
      above = [];
    }
  };
  visit(source.root, []);
  return withTheRest(source, found);
}

/** The condition of an `#if` and the name of an `#ifdef` are part of its frame. */
const isCondition = ({ field: name }: CNode): boolean => name === 'condition' || name === 'name';

function conditionOf(node: CNode): number[] {
  if (!CONDITIONALS.test(node.type)) return [];
  const closed = /^preproc_(if|ifdef)$/.test(node.type) && /#\s*endif\b[^\n]*\s*$/.test(node.text);
  return [node.line, ...(closed ? [lastLine(node)] : [])];
}

/** The comment right above a node: where it begins. Null: there is none, or it is a licence. */
function commentAbove({ line }: CNode, above: readonly CNode[]): number | null {
  const [first, last] = [above[0], above.at(-1)];
  if (first === undefined || last === undefined || lastLine(last) < line - 1) return null;
  const isLicence = first.line <= 2 && /copyright|licen[cs]e|SPDX/i.test(first.text);
  return isLicence ? null : first.line;
}

/** The comment right above a conditional or the like, as an item of its own. */
function headOf(
  source: CSource,
  node: CNode,
  above: readonly CNode[],
  frame: readonly number[],
): Item | null {
  const from = commentAbove(node, above);
  if (from === null) return null;
  return {
    ...{ file: source.file, kind: 'other', names: [], from, to: node.line - 1, signature: '', frame },
    words: new Set(),
  };
}

function itemOf(source: CSource, node: CNode, above: readonly CNode[], frame: readonly number[]): Item {
  return {
    file: source.file,
    kind: kindOf(node),
    names: namesOf(node),
    from: commentAbove(node, above) ?? node.line,
    to: lastLine(node),
    signature: oneLine(source.text.slice(node.start, field(node, 'body')?.start ?? node.end)),
    words: wordsOf(node.text),
    frame,
  };
}

function kindOf(node: CNode): ItemKind {
  if (node.type === 'function_definition') return 'function';
  if (node.type === 'preproc_include') return 'include';
  if (/^preproc_(def|function_def)$/.test(node.type)) return 'macro';
  if (/^(type_definition|(struct|union|enum)_specifier)$/.test(node.type)) return 'type';
  if (node.type !== 'declaration') return 'other';
  const declared = node.children.filter((child) => child.field === 'declarator').map(declaredName);
  return declared.some((name) => name?.function) ? 'prototype' : 'variable';
}

/** Names of what a node defines: its own, those of types within it, and enumerators. */
function namesOf(node: CNode): string[] {
  const own = node.type.startsWith('preproc_') ? field(node, 'name')?.text : undefined;
  const declared = node.children
    .filter((child) => child.field === 'declarator')
    .flatMap((child) => declaredName(child)?.at.text ?? []);
  const type = /_specifier$/.test(node.type) ? node : field(node, 'type');
  const body = type && field(type, 'body');
  if (type === undefined || body === undefined) return [...(own ? [own] : []), ...declared];
  const members = body.children.filter((child) => child.type === 'enumerator');
  const tag = field(type, 'name')?.text;
  return [
    ...declared,
    ...(tag ? [tag] : []),
    ...members.flatMap((member) => field(member, 'name')?.text ?? []),
  ];
}

/** The lines that no item has: what the parser could not read, and what is no C. */
function withTheRest(source: CSource, found: readonly Item[]): Item[] {
  const lines = source.text.split('\n');
  const taken = new Set<number>();
  for (const { from, to, frame } of found) {
    for (let line = from; line <= to; line++) taken.add(line);
    for (const line of frame) taken.add(line);
  }
  const comments = commentLines(source.root);
  const rest: Item[] = [];
  let open: number[] = [];
  const close = (): void => {
    const [from, to] = [open[0], open.at(-1)];
    if (from !== undefined && to !== undefined) rest.push(loose(source.file, lines, from, to));
    open = [];
  };
  lines.forEach((text, index) => {
    const line = index + 1;
    if (taken.has(line) || comments.has(line) || open.length >= CHUNK) close();
    if (!taken.has(line) && !comments.has(line) && text.trim() !== '') open.push(line);
  });
  close();
  return [...found, ...rest].sort((a, b) => a.from - b.from);
}

function loose(file: string, lines: readonly string[], from: number, to: number): Item {
  const text = lines.slice(from - 1, to).join('\n');
  return { file, kind: 'other', names: [], from, to, signature: '', words: wordsOf(text), frame: [] };
}

/** Lines of comments that stand outside of everything. */
function commentLines(root: CNode): Set<number> {
  const lines = new Set<number>();
  const visit = (node: CNode): void => {
    for (const child of node.children) {
      if (child.type === 'comment') for (let at = child.line; at <= lastLine(child); at++) lines.add(at);
      if (HOLDERS.test(child.type)) visit(child);
    }
  };
  visit(root);
  return lines;
}

/** A file that is no C, in pieces. */
export function textItems(file: string, text: string): Item[] {
  const lines = text.replace(/\n$/, '').split('\n');
  const items: Item[] = [];
  for (let from = 1; from <= lines.length; from += CHUNK)
    items.push(loose(file, lines, from, Math.min(from + CHUNK - 1, lines.length)));
  return items;
}
