import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** A text in the sources, each place replaced by `PLACE`: one of what a literal or template can become. */
export interface SourceText {
  file: string;
  line: number;
  text: string;
}

/** Stands for what is filled in. */
export const PLACE = '¤';

const ROOT = path.resolve(import.meta.dirname, '../../../..');
/** Two words, or a word and a place: what a person reads, rather than a name. */
const PROSE = /[A-Za-z¤][,:;.)]?\s+[(—]*[A-Za-z¤]/;
/** Shown although they are single words. */
const SHOWN = new Set([
  'message',
  'detail',
  'next',
  'reason',
  'note',
  'question',
  'title',
  'rationale',
  'why',
]);
const MOST = 64;

/** Every text in the TypeScript sources below the folders that could be meant for a person. */
export function sourceTexts(folders: readonly string[]): SourceText[] {
  return folders
    .flatMap((folder) =>
      readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        path.join(folder, name),
      ),
    )
    .filter((name) => name.endsWith('.ts'))
    .sort()
    .flatMap(textsOf);
}

function textsOf(name: string): SourceText[] {
  const file = name.split(path.sep).join('/');
  const source = ts.createSourceFile(
    file,
    readFileSync(path.join(ROOT, name), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  const found: SourceText[] = [];
  const visit = (node: ts.Node): void => {
    if (!isText(node) || isName(node)) {
      ts.forEachChild(node, visit);
      return;
    }
    const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    for (const text of new Set(expand(node, source)))
      if (PROSE.test(text) || isShown(node)) found.push({ file, line, text });
    // what is not a text of its own may hold calls with texts
    ts.forEachChild(node, visitPlaces);
  };
  const visitPlaces = (node: ts.Node): void =>
    isText(node) || ts.isConditionalExpression(node) ? ts.forEachChild(node, visitPlaces) : visit(node);
  visit(source);
  return found;
}

const isText = (node: ts.Node): node is ts.StringLiteralLike | ts.TemplateExpression =>
  ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);

/** Module names, types, keys, and texts that are markup. */
const isName = (node: ts.Node): boolean =>
  ts.isImportDeclaration(node.parent) ||
  ts.isLiteralTypeNode(node.parent) ||
  ts.isTaggedTemplateExpression(node.parent) ||
  (ts.isPropertyAssignment(node.parent) && node.parent.name === node);

const isShown = ({ parent }: ts.Node): boolean =>
  ts.isPropertyAssignment(parent)
    ? SHOWN.has(parent.name.getText())
    : ts.isConditionalExpression(parent) && isShown(parent);

/** What an expression can be: its texts where it is made of them, a place otherwise. */
function expand(node: ts.Expression, source: ts.SourceFile): string[] {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isParenthesizedExpression(node)) return expand(node.expression, source);
  if (ts.isConditionalExpression(node))
    return [...expand(node.whenTrue, source), ...expand(node.whenFalse, source)];
  if (ts.isBinaryExpression(node) && ['??', '||'].includes(node.operatorToken.getText()))
    return [PLACE, ...expand(node.right, source)];
  if (ts.isTemplateExpression(node)) return product(node, source);
  return ts.isIdentifier(node) ? expandConst(node.text, source) : [PLACE];
}

function product(node: ts.TemplateExpression, source: ts.SourceFile): string[] {
  return node.templateSpans.reduce(
    (heads, span) =>
      heads
        .flatMap((head) => expand(span.expression, source).map((value) => head + value + span.literal.text))
        .slice(0, MOST),
    [node.head.text],
  );
}

/** A constant of the file that is one of several texts. */
function expandConst(name: string, source: ts.SourceFile): string[] {
  const is = constantsOf(source).get(name);
  return is ? expand(is, source) : [PLACE];
}

const constants = new WeakMap<ts.SourceFile, ReadonlyMap<string, ts.Expression>>();

/** What the names of a file stand for where that is a text, or one of several: the last of a name. */
function constantsOf(source: ts.SourceFile): ReadonlyMap<string, ts.Expression> {
  const known = constants.get(source);
  if (known) return known;
  const found = new Map<string, ts.Expression>();
  const visit = (node: ts.Node): void => {
    const is = ts.isVariableDeclaration(node) && node.initializer;
    if (is && (ts.isConditionalExpression(is) || ts.isStringLiteralLike(is)))
      found.set(node.name.getText(source), is);
    ts.forEachChild(node, visit);
  };
  visit(source);
  constants.set(source, found);
  return found;
}
