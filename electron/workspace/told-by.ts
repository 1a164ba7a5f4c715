import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ParserName, VERDICT_TEXTS } from '../../shared/test-parsers.js';
import { lex } from './c-lexer.js';
import { isCode } from './code-rules.js';
import { git, placeOf, splitNul } from './git.js';
import { isFileInside } from './inside.js';

/** What the files that patches changed say of test verdicts. */
export interface ChangedCode {
  /** Below the top, forward slashes. */
  files: ReadonlySet<string>;
  /** One of them holds text in which verdicts are told. */
  tellsVerdicts: boolean;
  /** Texts and names in them: a case that is named there is theirs. */
  names: ReadonlySet<string>;
}

/** How the verdicts are told that are looked for. */
export interface Told {
  parser: ParserName;
  /** The task's own words. */
  verdict: RegExp | null;
}

const unquoted = (literal: string): string => literal.replace(/^[^"]*"/, '').replace(/"$/, '');

/** Looks through the files that differ between two commits of a clone. @throws Error with git's words */
export async function changedCode(
  dir: string,
  { from, to }: { from: string; to: string },
  { parser, verdict }: Told,
): Promise<ChangedCode> {
  const differs = await git(placeOf(dir), ['diff', '--name-only', '-z', from, to]);
  if (!differs.ok) throw new Error(differs.error);
  const files = splitNul(differs.value);
  const names = new Set<string>();
  let tellsVerdicts = false;
  const texts = [VERDICT_TEXTS[parser], verdict].filter((text) => text !== null);
  for (const file of files.filter(isCode)) {
    if (!(await isFileInside(dir, file))) continue;
    for (const token of lex(await readFile(join(dir, file), 'utf8'))) {
      if (token.kind === 'word') names.add(token.text);
      if (token.kind !== 'string') continue;
      const text = unquoted(token.text);
      names.add(text);
      tellsVerdicts ||= texts.some((each) => each.test(text));
    }
  }
  return { files: new Set(files), tellsVerdicts, names };
}
