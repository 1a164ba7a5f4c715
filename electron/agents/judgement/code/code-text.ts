import { WITHHELD } from '../../egress/withheld.js';
import type { Mark } from '../../openai/untrusted.js';
import { type Choice, choose } from './choose.js';
import type { Code } from './read-code.js';
import { counted, entryText, plural, type View, viewText } from './view.js';

interface Shown {
  /** For a prompt, within its budget. */
  text: string;
  /** Files of which something is shown. */
  files: readonly string[];
}

/** Suspects that are told with their scores. */
const SUSPECTS = 6;
const WHY = 160;

/**
 * The source of a tree for a prompt of at most `budget` characters: failing cases, what they call, suspects, and an outline of the rest.
 */
export function codeText(mark: Mark, code: Code, budget: number): Shown {
  const suspects = suspectsText(mark, code);
  const others = othersText(mark, code);
  const render = (choice: Choice): string =>
    [testsText(mark, code, choice), sourcesText(mark, code, choice), others, suspects]
      .filter(Boolean)
      .join('\n\n');
  const wishes = { ranked: code.ranked, views: code.views, first: code.failing.blocks, hot: hotLines(code) };
  const choice = choose(wishes, budget, (one) => render(one).length);
  const text = render(choice);
  return { text: text.length <= budget ? text : '', files: [...choice.ranges.keys()] };
}

const hotLines = ({ hot, suspects, failing }: Code) => [...hot, ...failing.asserted, ...suspects];

const viewsOf = ({ views }: Code, { ranges }: Choice, readOnly: boolean): View[] =>
  [...ranges.keys()].flatMap((file) => views.get(file) ?? []).filter((view) => view.readOnly === readOnly);

function blocks(mark: Mark, views: readonly View[], { ranges, listed }: Choice, note = ''): string[] {
  return views.map((view) => {
    const text = viewText(view, ranges.get(view.file) ?? [], listed);
    return mark(`${view.file}${note}`, text, text.length);
  });
}

function testsText(mark: Mark, code: Code, choice: Choice): string {
  const views = viewsOf(code, choice, true);
  if (views.length === 0) return '';
  const { cases, failing } = code.failing;
  const some = cases < failing ? ` (of the first ${cases} of ${failing})` : '';
  return [
    `Source of the failing cases${some} and what else cannot be changed, to read only: edits of it are refused:`,
    ...blocks(mark, views, choice, ' (read-only)'),
  ].join('\n');
}

function sourcesText(mark: Mark, code: Code, choice: Choice): string {
  const views = viewsOf(code, choice, false);
  const parts = [
    `Source files that may be changed (a line that begins with "…" stands for lines that are left out):`,
    ...blocks(mark, views, choice),
  ];
  const others = outline(code, choice);
  if (others !== '')
    parts.push(mark('outline of the other files that may be changed', others, others.length));
  return parts.join('\n');
}

/** Files of which nothing is shown but signatures, the most relevant first; in the end only how many there are. */
function outline({ views, ranked }: Code, { ranges, listed }: Choice): string {
  const order = [...new Set([...ranked.map(({ item }) => item.file), ...views.keys()])];
  const all = order
    .flatMap((file) => views.get(file) ?? [])
    .filter((v) => !v.readOnly && !ranges.has(v.file));
  const told = all.filter(({ items }) => items.some((item) => listed.has(item)));
  const parts = told.flatMap(({ file, lines, items }) => [
    `… ${file}, ${plural(lines.length, 'line')} left out${counted(items)}; ask with "need":`,
    ...items.filter((item) => listed.has(item)).map(entryText),
  ]);
  const withheld = all.filter((view) => view.isWithheld);
  const rest = all.filter((view) => !told.includes(view) && !view.isWithheld);
  return [...parts, ...restText(rest), ...withheld.map(({ file }) => `… ${file}: ${WITHHELD}`)].join('\n');
}

const NAMED = 12;

function restText(rest: readonly View[]): string[] {
  if (rest.length === 0) return [];
  const lines = rest.reduce((sum, view) => sum + view.lines.length, 0);
  const names = rest.slice(0, NAMED).map(({ file }) => file);
  const more = rest.length > NAMED ? ` and ${plural(rest.length - NAMED, 'other')}` : '';
  return [
    `… ${plural(rest.length, 'file')} of ${plural(lines, 'line')} left out: ${names.join(', ')}${more}; ask with "need"`,
  ];
}

/** Names of what is neither source nor shown. */
function othersText(mark: Mark, { others }: Code): string {
  if (others.length === 0) return '';
  const names = others.slice(0, NAMED).join('\n');
  const more = others.length > NAMED ? ` (the first ${NAMED} of ${others.length})` : '';
  return [
    `Other text files of the tree, to be asked for with "need"${more}:`,
    mark('file names', names, names.length),
  ].join('\n');
}

/** Our own localisation, with its scores. */
function suspectsText(mark: Mark, { suspects, unmeasured }: Code): string {
  const top = suspects.filter(({ score }) => score > 0.1).slice(0, SUSPECTS);
  if (top.length === 0) return '';
  const rows = top.map(({ file, line, function: name, score, clues }) => {
    const why = clues[0]?.why.slice(0, WHY);
    return `${score.toFixed(2)} ${file}:${line}${name ? ` ${name}()` : ''}${why ? `: ${why}` : ''}`;
  });
  const text = [...rows, ...(unmeasured ? [unmeasured] : [])].join('\n');
  return [
    'Suspects by our own localisation, 0 to 1 (a hint, no proof):',
    mark('suspects', text, text.length),
  ].join('\n');
}
