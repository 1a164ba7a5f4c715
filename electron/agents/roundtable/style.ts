/** A source before and after a proposal; null: it is not there. */
export interface ChangedSource {
  file: string;
  before: string | null;
  after: string | null;
}

/** Longer lines are remarked on only where the file has none. Characters. */
const LONG = 100;

const linesOf = (text: string): string[] => text.split('\n');

/** Lines of `after` that `before` does not have, with their numbers; the same text elsewhere counts as kept. */
function newLines({ before, after }: ChangedSource): { line: number; text: string }[] {
  const known = new Set(linesOf(before ?? ''));
  return linesOf(after ?? '').flatMap((text, at) => (known.has(text) ? [] : [{ line: at + 1, text }]));
}

const indentedWith = (lines: readonly string[], mark: string): number =>
  lines.filter((line) => line.startsWith(mark)).length;

/** How a file indents: by what most of its indented lines begin with; null where it has too few to tell. */
function indentOf(text: string): '\t' | ' ' | null {
  const lines = linesOf(text);
  const [tabs, blanks] = [indentedWith(lines, '\t'), indentedWith(lines, ' ')];
  if (tabs + blanks < 4 || tabs === blanks) return null;
  return tabs > blanks ? '\t' : ' ';
}

type Remark = (line: string, before: string) => boolean;

const REMARKS: Readonly<Record<StyleRemark, Remark>> = {
  trailing_blank: (line) => /[ \t]+\r?$/.test(line),
  line_end: (line, before) => before !== '' && line.endsWith('\r') !== /\r\n/.test(before) && line !== '',
  indent: (line, before) => {
    const usual = indentOf(before);
    const first = line[0];
    return usual !== null && (first === ' ' || first === '\t') && first !== usual;
  },
  long_line: (line, before) => line.length > Math.max(LONG, ...linesOf(before).map(({ length }) => length)),
};

export const STYLE_REMARKS = ['trailing_blank', 'line_end', 'indent', 'long_line'] as const;
export type StyleRemark = (typeof STYLE_REMARKS)[number];

/** Where new lines differ from the style of the file around them: the first place of each kind. */
export function styleRemarks(source: ChangedSource): { remark: StyleRemark; file: string; line: number }[] {
  const added = newLines(source);
  return STYLE_REMARKS.flatMap((remark) => {
    const odd = added.find(({ text }) => REMARKS[remark](text, source.before ?? ''));
    return odd ? [{ remark, file: source.file, line: odd.line }] : [];
  });
}
