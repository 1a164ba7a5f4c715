import { enclosingFunctions, lex, type Token } from './c-lexer.js';
import { type FileChange, tokenChange } from './change.js';
import { isCode, newTokens } from './code-rules.js';

/** The functions of a patch. */
export interface ChangedSource {
  /** Files that differ and that a compiler may read, below the top. */
  files: ReadonlySet<string>;
  /** Functions that these files define now. */
  defined: ReadonlySet<string>;
  /** Those of them that the patch changes or adds. */
  changed: ReadonlySet<string>;
  /** What no stack shows: a new macro that calls something is code of whatever function uses it. */
  unfollowed: 'macro' | 'assembly' | null;
}

const ASSEMBLY = /\.(?:s|asm|sx)$/i;

/** Reads what differs between two commits; see `changesBetween`. */
export function changedSource(files: readonly FileChange[]): ChangedSource {
  const found = { files: new Set<string>(), defined: new Set<string>(), changed: new Set<string>() };
  let unfollowed: ChangedSource['unfollowed'] = null;
  for (const file of files.filter(({ path }) => isCode(path))) {
    found.files.add(file.path);
    const fresh = newTokens(tokenChange(file));
    if (ASSEMBLY.test(file.path)) unfollowed = 'assembly';
    else if (fresh.some(isMacroCall)) unfollowed ??= 'macro';
    for (const { name, from, to } of enclosingFunctions(lex(file.after))) {
      found.defined.add(name);
      if (fresh.some(({ line }) => line >= from && line <= to)) found.changed.add(name);
    }
  }
  return { ...found, unfollowed };
}

const isMacroCall = ({ directive, text }: Token): boolean => directive === 'define' && text === '(';
