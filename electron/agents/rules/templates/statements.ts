import { type CNode, field, namedChildren } from '../../c/tree.js';
import { type Draft, replace, type Site, shown, type Template } from '../template.js';
import { insertAfter, removal } from './insertion.js';
import { following } from './moves.js';

/** Takes a statement away. */
function remove(site: Site): Draft[] {
  const inner = namedChildren(site.node)[0];
  const only = namedChildren(site.node.parent ?? site.node).length === 1;
  if (site.node.type === 'expression_statement' && (!inner || only)) return [];
  return [
    removal(
      site,
      site.node,
      site.node.type === 'break_statement' ? 1 : 0.8,
      `${shown(site.node.text)} removed`,
    ),
  ];
}

/** `if (c) S` → `S`; an else branch taken away. */
function unconditional(site: Site): Draft[] {
  const body = field(site.node, 'consequence');
  const otherwise = field(site.node, 'alternative');
  const { file } = site.source;
  if (!body) return [];
  if (!otherwise)
    return [
      replace(
        site,
        site.node,
        body.text,
        0.6,
        `condition ${shown(field(site.node, 'condition')?.text ?? '')} dropped`,
      ),
    ];
  return [
    {
      edits: [{ file, start: body.end, end: otherwise.end, text: '' }],
      weight: 0.5,
      what: 'else branch removed',
    },
  ];
}

/** The same step once more. */
function duplicate(site: Site): Draft[] {
  const inner = namedChildren(site.node)[0];
  if (!inner || !/^(update|assignment)_expression$/.test(inner.type)) return [];
  if (inner.type === 'assignment_expression' && field(inner, 'operator')?.text === '=') return [];
  return [insertAfter(site, site.node, site.node.text, 1, `${shown(site.node.text)} twice`)];
}

/** A case that falls through to the next one. */
function missingBreak(site: Site): Draft[] {
  const body = site.node.children
    .slice(site.node.children.findIndex((child) => child.type === ':') + 1)
    .filter((child) => child.named);
  const last = body.filter((child) => child.type !== 'comment').at(-1);
  if (!last || /^(break|return|continue|goto)_statement$/.test(last.type)) return [];
  return [
    insertAfter(
      site,
      last,
      'break;',
      1,
      `\`break;\` at the end of ${shown(site.node.text.split('\n')[0] ?? '')}`,
    ),
  ];
}

const LOOPS = /^(while|for|do)_statement$/;

const insideLoop = (node: CNode): boolean => {
  for (let n = node.parent; n && n.type !== 'function_definition'; n = n.parent)
    if (LOOPS.test(n.type)) return true;
  return false;
};

/** A loop left, or a round skipped, at the end of an if. */
function missingJump(site: Site): Draft[] {
  const body = field(site.node, 'consequence');
  if (!body || !insideLoop(site.node)) return [];
  const last = body.type === 'compound_statement' ? namedChildren(body).at(-1) : body;
  if (!last || /^(break|return|continue|goto)_statement$/.test(last.type)) return [];
  return ['break;', 'continue;'].map((jump, rank) =>
    insertAfter(
      site,
      last,
      jump,
      1 - 0.3 * rank,
      `\`${jump}\` at the end of the if of line ${site.node.line}`,
    ),
  );
}

const jumpSwap = (site: Site): Draft[] => [
  replace(site, site.node, site.node.type === 'break_statement' ? 'continue;' : 'break;'),
];

/** `if (a) … if (b) …` → `else if`, where two ifs follow each other. */
function missingElse(site: Site): Draft[] {
  const next = following(site.node);
  if (!next || field(site.node, 'alternative')) return [];
  const { file } = site.source;
  const draft = (weight: number): Draft => ({
    edits: [{ file, start: next.start, end: next.start, text: 'else ' }],
    weight,
    what: `\`else\` before ${shown(next.text)}`,
  });
  return [draft(next.type === 'if_statement' ? 1 : 0.4)];
}

/** `else if` → `if`. */
function elseDropped(site: Site): Draft[] {
  const clause = namedChildren(site.node)[0];
  const word = site.node.children[0];
  if (clause?.type !== 'if_statement' || word?.text !== 'else') return [];
  return [
    {
      edits: [{ file: site.source.file, start: word.start, end: clause.start, text: '' }],
      weight: 1,
      what: '`else` dropped',
    },
  ];
}

/** A `;` that makes an empty body: `for (…);` before the block that was meant. */
function emptyBody(site: Site): Draft[] {
  const body = field(site.node, 'body') ?? field(site.node, 'consequence');
  if (body?.text.trim() !== ';' || !following(site.node)) return [];
  return [
    {
      edits: [{ file: site.source.file, start: body.start, end: body.end, text: '' }],
      weight: 1,
      what: 'stray `;` removed',
    },
  ];
}

export const STATEMENT_TEMPLATES: readonly Template[] = [
  { name: 'missing break', prior: 0.9, on: ['case_statement'], make: missingBreak },
  {
    name: 'missing break or continue',
    prior: 0.25,
    on: ['if_statement'],
    boost: { hang: 1.5 },
    make: missingJump,
  },
  {
    name: 'break for continue',
    prior: 0.35,
    on: ['break_statement', 'continue_statement'],
    oneToken: true,
    make: jumpSwap,
  },
  { name: 'missing else', prior: 0.35, on: ['if_statement'], make: missingElse },
  { name: 'else too much', prior: 0.3, on: ['else_clause'], make: elseDropped },
  {
    name: 'stray semicolon',
    prior: 1,
    on: ['for_statement', 'while_statement', 'if_statement'],
    boost: { hang: 2 },
    make: emptyBody,
  },
  { name: 'step missing once', prior: 0.15, contrived: true, on: ['expression_statement'], make: duplicate },
  {
    name: 'condition or branch removed',
    prior: 0.12,
    on: ['if_statement'],
    destructive: true,
    make: unconditional,
  },
  {
    name: 'statement removed',
    prior: 0.2,
    on: ['expression_statement', 'break_statement', 'continue_statement', 'return_statement', 'if_statement'],
    destructive: true,
    make: remove,
  },
];
