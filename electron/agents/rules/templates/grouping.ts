import { field, unwrap, walk } from '../../c/tree.js';
import { type Draft, replace, type Site, type Template } from '../template.js';

/** `#define SQUARE(x) x * x` → `((x) * (x))`: what a macro is given takes part in the operators around it. */
function macroParentheses(site: Site): Draft[] {
  const macro = site.source.macros.find(({ name, body }) => name === site.owner && body !== null);
  if (site.fn || !macro?.functionLike || macro.value.trim() !== site.node.text) return [];
  const given = new RegExp(`#[ \\t]*define[ \\t]+${macro.name}\\(([^)]*)\\)`).exec(site.source.text)?.[1];
  const names = new Set(given?.split(',').map((name) => name.trim()));
  const bare = [...walk(site.node)].filter(
    (node) =>
      node.type === 'identifier' && names.has(node.text) && node.parent?.type !== 'parenthesized_expression',
  );
  const text = bare.reduceRight((all, node) => {
    const at = node.start - site.node.start;
    return `${all.slice(0, at)}(${node.text})${all.slice(at + node.text.length)}`;
  }, site.node.text);
  return [replace(site, site.node, `(${text})`)];
}

/** `a / b * c` → `a * c / b`: what an integer division cuts off, no factor brings back (ISO C 6.5.5p6). */
function dividedTooEarly(site: Site): Draft[] {
  const [left, factor] = [field(site.node, 'left'), field(site.node, 'right')];
  const quotient = left && unwrap(left);
  if (!factor || field(site.node, 'operator')?.text !== '*' || !quotient) return [];
  const [dividend, divisor] = [field(quotient, 'left'), field(quotient, 'right')];
  if (field(quotient, 'operator')?.text !== '/' || !dividend || !divisor) return [];
  return [replace(site, site.node, `${dividend.text} * ${factor.text} / ${divisor.text}`)];
}

export const GROUPING_TEMPLATES: readonly Template[] = [
  { name: 'macro without parentheses', prior: 0.6, on: ['binary_expression'], make: macroParentheses },
  { name: 'divided too early', prior: 0.6, on: ['binary_expression'], make: dividedTooEarly },
];
