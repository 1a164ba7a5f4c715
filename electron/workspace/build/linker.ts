import type { Diagnostic } from '../../../shared/results.js';

type Found = Omit<Diagnostic, 'origin' | 'fixits'>;

/** `[…/ld: ][object:]file.c:12: ` or `file.c:(.text+0x6): ` before what the linker says. */
const PREFIX = /^(?:\S*\bld(?:\.\w+)?(?:\.exe)?: )?(?:(?:\S*?\.(?:o|a\(\S+?\)|obj):)(?=\S+?:\d))?(.*)$/;
const PLACE = /^((?:[A-Za-z]:)?[^:()]+):(\d{1,9}): (.*)$/;
const SECTION = /^[^:]*:?[^:]*:\([^)]*\): (.*)$/;
const IS_LD = /^\S*\bld(?:\.\w+)?(?:\.exe)?: (.*)$/;

/** What GNU ld and lld say when linking fails; `quote` groups name the symbol. Source: ld/ldmain.c, ldlang.c. */
const MESSAGES: readonly { pattern: RegExp; symbol?: true }[] = [
  { pattern: /undefined (?:reference to|symbol:?) [`']?([^'`;]+)'?/, symbol: true },
  { pattern: /multiple definition of [`']([^']+)'/, symbol: true },
  { pattern: /duplicate symbol: (\S+)/, symbol: true },
  { pattern: /cannot find (?:-l\S+|\S+)/ },
  { pattern: /cannot open linker script file/ },
  { pattern: /region [`']\S+' overflowed by \d+ bytes/ },
  { pattern: /will not fit in region/ },
  { pattern: /section \S+ .*overlaps section/ },
  { pattern: /relocation truncated to fit/ },
  { pattern: /file (?:format )?not recognized/ },
  { pattern: /uses VFP register arguments, .* does not/ },
  { pattern: /syntax error/ },
];
/** Context and closing lines that are no error of their own. */
const NOISE =
  /: in function [`']|more undefined references to|ld returned \d+ exit status|first defined here$|: warning: /;

/** One line of linker output as a diagnostic, or null. */
export function parseLinkerLine(line: string, resolve: (file: string) => string): Diagnostic | null {
  const multiple = /multiple definition of/.test(line);
  if (NOISE.test(line) && !multiple) return null;
  const known = MESSAGES.find(({ pattern }) => pattern.test(line));
  const fromLd = IS_LD.exec(line);
  if (!fromLd && !(known && (known.symbol || line.startsWith('collect2:')))) return null;
  const symbol = known?.symbol ? known.pattern.exec(line)?.[1] : undefined;
  return { ...worded(line, resolve), ...(symbol ? { symbol } : {}), origin: 'linker', fixits: [] };
}

function worded(line: string, resolve: (file: string) => string): Found {
  const rest = PREFIX.exec(line)?.[1] ?? line;
  const placed = PLACE.exec(rest);
  if (placed && Number(placed[2]) > 0) {
    const location = { file: resolve(placed[1] ?? ''), line: Number(placed[2]) };
    return { severity: 'error', message: placed[3] ?? rest, location };
  }
  return { severity: 'error', message: SECTION.exec(rest)?.[1] ?? rest };
}
