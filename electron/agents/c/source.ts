import {
  declaredName,
  type StructType,
  structsOf,
  typeName,
  type Variable,
  variablesOf,
} from './declarations.js';
import type { CGrammar } from './grammar.js';
import { type CNode, countErrors, field, walk } from './tree.js';

export interface CFunction {
  name: string;
  file: string;
  /** Return type, `*` appended per pointer; `void` where nothing is returned. */
  returns: string;
  parameters: Variable[];
  node: CNode;
  body: CNode;
  line: number;
  endLine: number;
  /** Every identifier in the body: callees, callbacks, globals, macros. */
  mentions: ReadonlySet<string>;
}

export interface Macro {
  name: string;
  file: string;
  line: number;
  value: string;
  functionLike: boolean;
  /** The value, parsed as expression or statements with offsets of the file; null where it is neither. */
  body: CNode | null;
}

export interface CSource {
  file: string;
  text: string;
  root: CNode;
  errors: number;
  functions: CFunction[];
  /** File-scope variables. */
  globals: Variable[];
  structs: StructType[];
  macros: Macro[];
  enumerators: string[];
  /** Names of functions declared by a prototype, with the node of the name. */
  prototypes: CNode[];
}

/** Reads one C source or header; never fails, what is no C stays in `errors`. */
export function readSource(grammar: CGrammar, file: string, text: string): CSource {
  const root = grammar.parse(text);
  const functions: CFunction[] = [];
  const globals: Variable[] = [];
  const macros: Macro[] = [];
  const prototypes: CNode[] = [];
  const enumerators: string[] = [];
  const visit = (node: CNode): void => {
    if (node.type === 'function_definition') functions.push(...functionOf(node, file));
    else if (node.type === 'declaration') {
      globals.push(...variablesOf(node));
      prototypes.push(...prototypesOf(node));
    } else if (node.type === 'preproc_def' || node.type === 'preproc_function_def')
      macros.push(...macroOf(grammar, node, file));
    if (/^(translation_unit|preproc_|linkage|declaration_list|ERROR)/.test(node.type))
      node.children.forEach(visit);
  };
  visit(root);
  for (const node of walk(root))
    if (node.type === 'enumerator') enumerators.push(field(node, 'name')?.text ?? '');
  return {
    file,
    text,
    root,
    errors: countErrors(root),
    functions,
    globals,
    structs: structsOf(root),
    macros,
    enumerators,
    prototypes,
  };
}

function functionOf(node: CNode, file: string): CFunction[] {
  const declarator = field(node, 'declarator');
  const body = field(node, 'body');
  if (!declarator || body?.type !== 'compound_statement') return [];
  const name = declaredName(declarator);
  if (!name) return [];
  let parameters: Variable[] = [];
  for (const part of walk(declarator))
    if (part.type === 'parameter_list' && parameters.length === 0)
      parameters = part.children.flatMap(variablesOf);
  const mentions = new Set<string>();
  for (const part of walk(body)) if (part.type === 'identifier') mentions.add(part.text);
  const returns = typeName(field(node, 'type')) + '*'.repeat(name.pointers);
  return [
    {
      name: name.at.text,
      file,
      returns,
      parameters,
      node,
      body,
      line: node.line,
      endLine: node.endLine,
      mentions,
    },
  ];
}

function prototypesOf(node: CNode): CNode[] {
  return node.children
    .filter((child) => child.field === 'declarator')
    .map(declaredName)
    .flatMap((name) => (name?.function ? [name.at] : []));
}

function macroOf(grammar: CGrammar, node: CNode, file: string): Macro[] {
  const name = field(node, 'name');
  const value = field(node, 'value');
  if (!name || !value) return [];
  const piece = value.text.replace(/\s*\/[/*].*$/s, '');
  const at = { offset: value.start, line: value.line };
  const shapes = [
    { before: 'int value_ = (', after: '\n);' },
    { before: 'void value_(void) { ', after: '\n; }' },
  ];
  const body =
    shapes.map((shape) => grammar.parsePiece(piece, shape, at)).find((root) => countErrors(root) === 0) ??
    null;
  const functionLike = node.type === 'preproc_function_def';
  return [{ name: name.text, file, line: node.line, value: piece, functionLike, body }];
}

/** The function whose lines hold `line`. */
export const functionAt = (source: Pick<CSource, 'functions'>, line: number): CFunction | undefined =>
  source.functions.find((fn) => fn.line <= line && line <= fn.endLine);
