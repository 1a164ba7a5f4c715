import { declaredName } from './declarations.js';
import type { CGrammar } from './grammar.js';
import { type CNode, field } from './tree.js';

export const SYMBOL_KINDS = [
  'function',
  'declaration',
  'variable',
  'macro',
  'struct',
  'union',
  'enum',
  'enumerator',
  'typedef',
] as const;
export type SymbolKind = (typeof SYMBOL_KINDS)[number];

/** What a C source defines or declares at file scope. */
export interface CSymbol {
  name: string;
  kind: SymbolKind;
  /** From 1, both included. */
  line: number;
  endLine: number;
  /** How it is declared, on one line, without a function's body. */
  signature: string;
}

const MAX_SIGNATURE = 240;

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, MAX_SIGNATURE);

/** Symbols of one source or header, in its order. Skips text that is not C. */
export function symbolsOf(grammar: CGrammar, text: string): CSymbol[] {
  const root = grammar.parse(text);
  const found: CSymbol[] = [];
  const visit = (node: CNode): void => {
    found.push(...symbolsIn(node, text));
    if (/^(translation_unit|preproc_(if|else|elif)|linkage|declaration_list|ERROR)/.test(node.type))
      node.children.forEach(visit);
  };
  visit(root);
  return found;
}

function symbolsIn(node: CNode, text: string): CSymbol[] {
  switch (node.type) {
    case 'function_definition':
      return functionIn(node, text);
    case 'declaration':
      return [...typesIn(node), ...declaredIn(node)];
    case 'type_definition':
      return [...typesIn(node), ...named(node, 'typedef')];
    case 'struct_specifier':
    case 'union_specifier':
    case 'enum_specifier':
      return typeIn(node);
    case 'preproc_def':
    case 'preproc_function_def':
      return symbol(field(node, 'name'), 'macro', node, node.text);
    default:
      return [];
  }
}

function symbol(name: CNode | undefined, kind: SymbolKind, node: CNode, signature: string): CSymbol[] {
  if (name === undefined) return [];
  return [{ name: name.text, kind, line: node.line, endLine: node.endLine, signature: oneLine(signature) }];
}

function functionIn(node: CNode, text: string): CSymbol[] {
  const declarator = field(node, 'declarator');
  const body = field(node, 'body');
  const name = declarator && declaredName(declarator);
  if (!name || !body) return [];
  return symbol(name.at, 'function', node, text.slice(node.start, body.start));
}

/** Variables and prototypes of one declaration. */
const declaredIn = (node: CNode): CSymbol[] =>
  node.children.flatMap((child) => {
    const name = child.field === 'declarator' ? declaredName(child) : null;
    return name ? symbol(name.at, name.function ? 'declaration' : 'variable', node, node.text) : [];
  });

const named = (node: CNode, kind: SymbolKind): CSymbol[] =>
  node.children.flatMap((child) => {
    const name = child.field === 'declarator' ? declaredName(child) : null;
    return name ? symbol(name.at, kind, node, node.text) : [];
  });

const typesIn = (node: CNode): CSymbol[] => {
  const type = field(node, 'type');
  return type ? typeIn(type) : [];
};

/** A struct, union or enumeration with a body, and its enumerators. */
function typeIn(node: CNode): CSymbol[] {
  const kind = (['struct', 'union', 'enum'] as const).find((one) => node.type === `${one}_specifier`);
  const body = field(node, 'body');
  if (kind === undefined || body === undefined) return [];
  const members = body.children.filter((child) => child.type === 'enumerator');
  return [
    ...symbol(field(node, 'name'), kind, node, node.text),
    ...members.flatMap((member) => symbol(field(member, 'name'), 'enumerator', member, member.text)),
  ];
}
