import { type CNode, field, namedChildren, walk } from './tree.js';

/** A variable, parameter or struct member as declared. */
export interface Variable {
  name: string;
  /** Base type without qualifiers and storage class, e.g. `unsigned int`, `struct ring`, `uint8_t`. */
  type: string;
  /** Number of `*`. */
  pointers: number;
  /** Number of `[]`. */
  dimensions: number;
  volatile: boolean;
  constant: boolean;
  /** The declared name itself. */
  at: CNode;
  /** The whole declaration, parameter_declaration or field_declaration. */
  declaration: CNode;
  initialised: boolean;
}

const DECLARATIONS = new Set(['declaration', 'parameter_declaration', 'field_declaration']);
const NAMES = new Set(['identifier', 'field_identifier', 'type_identifier']);

interface Declared {
  at: CNode;
  pointers: number;
  dimensions: number;
  function: boolean;
  initialised: boolean;
}

/** Unwinds pointer, array, function and init declarators down to the declared name. */
export function declaredName(declarator: CNode): Declared | null {
  let pointers = 0;
  let dimensions = 0;
  let isFunction = false;
  let initialised = false;
  let node: CNode | undefined = declarator;
  while (node && !NAMES.has(node.type)) {
    if (node.type === 'pointer_declarator') pointers += 1;
    else if (node.type === 'array_declarator') dimensions += 1;
    else if (node.type === 'function_declarator') isFunction = true;
    else if (node.type === 'init_declarator') initialised = true;
    node =
      field(node, 'declarator') ?? namedChildren(node).find((child) => child.type.endsWith('declarator'));
  }
  return node ? { at: node, pointers, dimensions, function: isFunction, initialised } : null;
}

/** The variables that a declaration node declares; functions are left out. */
export function variablesOf(declaration: CNode): Variable[] {
  if (!DECLARATIONS.has(declaration.type)) return [];
  const type = field(declaration, 'type');
  const qualifiers = declaration.children.filter((child) => child.type === 'type_qualifier');
  const has = (word: string) => qualifiers.some((qualifier) => qualifier.text === word);
  const out: Variable[] = [];
  for (const child of declaration.children) {
    if (child.field !== 'declarator') continue;
    const name = declaredName(child);
    if (!name || name.function) continue;
    out.push({
      name: name.at.text,
      type: typeName(type),
      pointers: name.pointers,
      dimensions: name.dimensions,
      volatile: has('volatile'),
      constant: has('const') && name.pointers === 0,
      at: name.at,
      declaration,
      initialised: name.initialised,
    });
  }
  return out;
}

/** `struct ring` for a struct specifier with or without body, the words otherwise. */
export function typeName(type: CNode | undefined): string {
  if (!type) return 'int';
  if (!type.type.endsWith('_specifier') || type.type === 'sized_type_specifier')
    return type.text.replace(/\s+/g, ' ');
  const name = field(type, 'name');
  return name ? `${type.type.replace('_specifier', '')} ${name.text}` : type.type;
}

const FLOATS = new Set(['float', 'double', 'long double']);

/** Coarse kind of a variable, enough to tell what may stand in for what. */
export function kindOf(variable: Pick<Variable, 'type' | 'pointers' | 'dimensions'>): string {
  const depth = variable.pointers + variable.dimensions;
  if (depth > 0) return `${variable.type}${'*'.repeat(depth)}`;
  if (FLOATS.has(variable.type)) return 'float';
  if (/^(struct|union) /.test(variable.type)) return variable.type;
  if (
    /^(unsigned|signed|char|short|int|long|bool|_Bool|size_t|ssize_t|u?int\w*_t|u\d+|s\d+|enum)\b/.test(
      variable.type,
    )
  )
    return 'integer';
  return variable.type;
}

export interface StructType {
  /** Tag and typedef names. */
  names: string[];
  fields: Variable[];
}

/** All structs and unions with a body below `root`. */
export function structsOf(root: CNode): StructType[] {
  const out: StructType[] = [];
  for (const node of walk(root)) {
    if (node.type !== 'struct_specifier' && node.type !== 'union_specifier') continue;
    const body = field(node, 'body');
    if (!body) continue;
    const names: string[] = [];
    const tag = field(node, 'name');
    if (tag) names.push(`${node.type.replace('_specifier', '')} ${tag.text}`);
    if (node.parent?.type === 'type_definition')
      for (const child of node.parent.children)
        if (child.field === 'declarator') names.push(declaredName(child)?.at.text ?? '');
    out.push({ names, fields: body.children.flatMap(variablesOf) });
  }
  return out;
}
