/** A compiler as a build tool prints it, perhaps behind a folder, a target and a version: `/usr/bin/arm-none-eabi-gcc-13`. */
const COMPILER = /^(?:[\w.+-]+-)?(?:gcc|g\+\+|cc|c\+\+|clang|clang\+\+|tcc)(?:-\d+(?:\.\d+)*)?$/;
const SOURCE = /\.(?:c|cc|cpp|cxx|s)$/i;
/** Flags that say where things lie, not how code is made; some take the next word with them. */
const OF_PLACES = /^-(?:[IoLlMUc]|include|isystem|iquote|idirafter|M[TFQ])/;
const TAKES_NEXT = /^-(?:[IoLlDU]|include|isystem|iquote|idirafter|M[TFQ])$/;
/** The command stands at a line's begin, or behind a launcher, a `cd` or the words of libtool: within so many words. */
const WITHIN = 8;
const LONGEST = 400;
/** Lines that are looked at. */
const MOST = 5000;

/**
 * The compiler with the flags that change code or warnings, as the log of a build shows its commands: of all the one that compiles most
 * sources. Null where the build prints no command, as a quiet one. A log is untrusted: at most 400 printable characters are taken, without paths.
 */
export function logCompiler(log: string): string | null {
  const counts = new Map<string, number>();
  for (const line of log.split('\n', MOST)) {
    const told = commandOf(line);
    if (told !== null) counts.set(told, (counts.get(told) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}

function commandOf(line: string): string | null {
  if (!/^[\x20-\x7e\t]+$/.test(line)) return null;
  const words = line.trim().split(/\s+/);
  const at = words.slice(0, WITHIN).findIndex((word) => COMPILER.test(baseName(word)));
  const rest = words.slice(at + 1);
  if (at < 0 || !rest.some((word) => SOURCE.test(word)) || !rest.some((word) => /^-\w/.test(word)))
    return null;
  return [baseName(words[at] ?? ''), ...flagsOf(rest)].join(' ').slice(0, LONGEST);
}

function flagsOf(words: readonly string[]): string[] {
  const flags: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    const flag = word === '-D' ? `-D${words[at + 1] ?? ''}` : word;
    if (TAKES_NEXT.test(word)) at++;
    if (flag.startsWith('-') && !OF_PLACES.test(flag) && !flag.includes('/')) flags.push(flag);
  }
  return [...new Set(flags)];
}

const baseName = (word: string): string => word.slice(word.lastIndexOf('/') + 1);
