import { enclosingFunctions, lex, type Token } from './c-lexer.js';
import { type FileChange, tokenChange } from './change.js';
import { isCode, newTokens } from './code-rules.js';

/** The functions of a patch. */
export interface ChangedSource {
  /** C and C++ files that differ, below the top. */
  files: ReadonlySet<string>;
  /** Functions that these files define now. */
  defined: ReadonlySet<string>;
  /** Those of them that the patch changes or adds. */
  changed: ReadonlySet<string>;
  /** A new macro that calls something is code of whatever function uses it. */
  hasMacro: boolean;
}

const C = /\.(?:c|h|cc|cpp|cxx|hpp|hh|hxx|inc|inl|ino|ipp)$/i;

/** Reads what differs between two commits; see `filesBetween`. */
export function changedSource(files: readonly FileChange[]): ChangedSource {
  const found = { files: new Set<string>(), defined: new Set<string>(), changed: new Set<string>() };
  let hasMacro = false;
  for (const file of files.filter(({ path }) => isCode(path) && C.test(path))) {
    found.files.add(file.path);
    const fresh = newTokens(tokenChange(file));
    hasMacro ||= fresh.some(isMacroCall);
    for (const { name, from, to } of enclosingFunctions(lex(file.after))) {
      found.defined.add(name);
      if (fresh.some(({ line }) => line >= from && line <= to)) found.changed.add(name);
    }
  }
  return { ...found, hasMacro };
}

const isMacroCall = ({ directive, text }: Token): boolean => directive === 'define' && text === '(';
