import { kindOf } from '../../c/declarations.js';
import { localVariables } from '../../c/scope.js';
import { namedChildren } from '../../c/tree.js';
import { type Draft, replace, type Site, type Template } from '../template.js';
import { insertAfter } from './insertion.js';

/** A non-void function that ends without a value: return each local of a fitting kind. */
function missingReturn(site: Site): Draft[] {
  const fn = site.fn;
  if (!fn || site.node !== fn.body || fn.returns === 'void') return [];
  const last = namedChildren(fn.body).at(-1);
  if (!last || last.type === 'return_statement') return [];
  const names = localVariables(fn).filter(
    (variable) =>
      kindOf(variable) ===
      kindOf({
        type: fn.returns.replace(/\*+$/, ''),
        pointers: fn.returns.match(/\*/g)?.length ?? 0,
        dimensions: 0,
      }),
  );
  return [...new Set([...names.map((variable) => variable.name), '0', '1'])].map((value, rank) =>
    insertAfter(
      site,
      last,
      `return ${value};`,
      0.95 ** rank,
      `\`return ${value};\` at the end of ${fn.name}()`,
    ),
  );
}

/** `int x;` → `int x = 0;` */
function initialiser(site: Site): Draft[] {
  if (!site.fn || site.node.children.some((child) => child.text === 'extern' || child.text === 'static'))
    return [];
  return site.node.children
    .filter(
      (child) =>
        child.field === 'declarator' &&
        (child.type === 'identifier' ||
          child.type === 'pointer_declarator' ||
          child.type === 'array_declarator'),
    )
    .map((child) =>
      replace(
        site,
        child,
        `${child.text} = ${child.type === 'array_declarator' ? '{0}' : '0'}`,
        child.type === 'pointer_declarator' ? 0.4 : 1,
      ),
    );
}

export const ADDITION_TEMPLATES: readonly Template[] = [
  { name: 'return missing', prior: 0.7, on: ['compound_statement'], make: missingReturn },
  { name: 'initial value missing', prior: 0.5, on: ['declaration'], make: initialiser },
];
