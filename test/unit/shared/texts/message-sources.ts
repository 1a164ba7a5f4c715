import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { placesIn } from '../../../../shared/texts/words.js';

export interface SourceFile {
  file: string;
  content: string;
}

/** A message in the sources, by its key. */
export interface SourceMessage {
  place: string;
  key: string;
  /** How many values it has. */
  values: number;
}

const ROOT = path.resolve(import.meta.dirname, '../../../..');

/** The product's own sources that hold messages. */
export const productSources = (): SourceFile[] =>
  ['electron', 'renderer', 'shared']
    .flatMap((folder) =>
      readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        path.join(folder, name),
      ),
    )
    .filter((file) => /\.tsx?$/.test(file))
    .sort()
    .map((file) => ({ file, content: readFileSync(path.join(ROOT, file), 'utf8') }))
    .filter(({ content }) => /\btext\b/.test(content));

/** Every template with the tag `text`. */
export function messagesIn({ file, content }: SourceFile): SourceMessage[] {
  const source = ts.createSourceFile(file, content, ts.ScriptTarget.Latest, true);
  const found: SourceMessage[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'text')
      found.push({ place: placeOf(node, source), ...templateOf(node.template) });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const placeOf = (node: ts.Node, source: ts.SourceFile): string =>
  `${source.fileName}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;

function templateOf(template: ts.TemplateLiteral): Pick<SourceMessage, 'key' | 'values'> {
  if (!ts.isTemplateExpression(template)) return { key: template.text, values: 0 };
  const { head, templateSpans } = template;
  const key = templateSpans.reduce((before, { literal }, at) => `${before}{${at}}${literal.text}`, head.text);
  return { key, values: templateSpans.length };
}

/** The tag under another name: its messages would not be found. */
const renamed = ({ file, content }: SourceFile): string[] =>
  /\btext as \w+[^;]*words\.js'/.test(content) ? [`${file}: imports text under another name`] : [];

/** What is wrong with messages and their entries in another language. */
export function faultsOf(
  sources: readonly SourceFile[],
  entries: Readonly<Record<string, string>>,
): string[] {
  const messages = sources.flatMap(messagesIn);
  const used = new Set(messages.map(({ key }) => key));
  return [
    ...sources.flatMap(renamed),
    ...messages.flatMap(({ place, key }) =>
      Object.hasOwn(entries, key) ? [] : [`${place}: no entry for ${JSON.stringify(key)}`],
    ),
    ...messages.flatMap(({ place, key, values }) =>
      placesIn(key).length === values ? [] : [`${place}: its text looks like a place`],
    ),
    ...Object.keys(entries).flatMap((key) => (used.has(key) ? [] : [`unused: ${JSON.stringify(key)}`])),
    ...Object.entries(entries).flatMap(([key, shown]) =>
      samePlaces(key, shown) ? [] : [`other places: ${JSON.stringify(key)}`],
    ),
  ];
}

export const samePlaces = (one: string, other: string): boolean =>
  placesIn(one).sort().join() === placesIn(other).sort().join();
