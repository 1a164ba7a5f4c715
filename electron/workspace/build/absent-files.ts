/** How tools name a file that they do not find, more particular wordings first; the group is its name. */
const ABSENT: readonly RegExp[] = [
  // GNU make: what a target needs, and a makefile that was included or asked for
  /No rule to make target [`']([^']+)', needed by/,
  /No rule to make target [`']([^']*(?:makefile|\.mk|\.mak))'/i,
  // Python, Node
  /no such file or directory(?:: |, \w+ )['"]([^'"]+)['"]/i,
  // gcc, ld, shells, and whatever else prints perror(3)
  /(?:^|[\s'"])([^\s'":-][^\s'":]*)['"]?: (?:\[Errno 2\] )?No such file/,
  /'([^']+)' file not found/,
  // awk, IAR
  /(?:cannot|can't) open (?:\w+ ){0,3}?[`'"]?([^\s`'":()]*\.[^\s`'":()]+)/i,
  // ld before 2.36
  /cannot find ([^\s:-][^\s:]*\.[^\s:]+)/,
  // dash, of a script in a recipe
  /([^\s:]*\/[^\s:]+): not found/,
];
/** A folder is missing that a tool writes to. */
const OUTPUT = /\b(?:creat(?:e|ing)|output|dependency file|for writing)\b/i;
const LIBRARY = /cannot find -l([^\s:]+)/;

/** The files that a build misses, by one or more lines that it printed, as they are named there. */
export const absentFiles = (printed: string): string[] =>
  printed.split(/\n| · /).flatMap((line) => {
    if (OUTPUT.test(line)) return [];
    const name = ABSENT.map((pattern) => pattern.exec(line)?.[1]).find((found) => found !== undefined);
    return name === undefined ? [] : [name];
  });

/** The archives that a linker looked for; those of a toolchain have such names too. */
export function absentLibraries(printed: string): string[] {
  const name = LIBRARY.exec(printed)?.[1];
  return name === undefined ? [] : [`lib${name}.a`];
}

/** A goal of the command line, for which no makefile was found, or none with a rule for it. */
const NO_GOAL = /No rule to make target [`'][^']+'(?!, needed by)|no makefile found/;
/** GNU make, manual, section 3.2. */
const MAKEFILES = ['GNUmakefile', 'makefile', 'Makefile'];

/** The names by which make looked for a makefile, where that may be what a build misses. */
export const absentMakefiles = (printed: string): readonly string[] =>
  NO_GOAL.test(printed) && absentFiles(printed).length === 0 ? MAKEFILES : [];
