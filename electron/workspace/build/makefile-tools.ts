/** Variables by which Makefiles name their tools; CROSS_COMPILE and its like are resolved through them. */
const TOOL_VARIABLES = ['CC', 'CXX', 'AS', 'LD', 'AR', 'OBJCOPY', 'SIZE'];
const ASSIGNMENT =
  /^\s*(?:export\s+|override\s+)*([A-Za-z_][\w.-]*)\s*(?:::?:?|\?|!)?=\s*([^#]*?)\s*(?:#.*)?$/;
const CONDITIONAL = /^\s*(?:ifeq|ifneq|ifdef|ifndef|else|endif)\b/;
const MAX_DEPTH = 8;

/**
 * The tools that a Makefile names, read without running make: `make -n` would run `$(shell …)` and `+` lines,
 * and this is asked before a person has allowed the build. Only what is certain is returned: a variable that
 * is set once, outside conditionals, and holds no function call. `given` are the command line's and the
 * environment's own settings, which win.
 */
export function makefileTools(makefile: string, given: Readonly<Record<string, string>>): string[] {
  const set = new Map<string, string>();
  const unsure = new Set<string>();
  let depth = 0;
  for (const line of makefile.split(/\r?\n/)) {
    if (line.startsWith('\t')) continue;
    const conditional = CONDITIONAL.exec(line)?.[0].trim();
    if (conditional?.startsWith('if')) depth++;
    if (conditional === 'endif') depth = Math.max(0, depth - 1);
    const [, name, value] = ASSIGNMENT.exec(line) ?? [];
    if (name === undefined || value === undefined) continue;
    if (depth > 0 || set.has(name)) unsure.add(name);
    set.set(name, value);
  }
  const known = new Map([...[...set].filter(([name]) => !unsure.has(name)), ...Object.entries(given)]);
  const tools = TOOL_VARIABLES.map((name) => known.get(name)).flatMap((value) => firstWord(value, known));
  return [...new Set(tools)];
}

function firstWord(value: string | undefined, known: ReadonlyMap<string, string>): string[] {
  let text = value ?? '';
  for (let i = 0; i < MAX_DEPTH && text.includes('$'); i++)
    text = text.replace(/\$[({](\w[\w.-]*)[)}]/g, (whole, name: string) => known.get(name) ?? whole);
  const word = text.trim().split(/\s+/)[0] ?? '';
  return /^[\w.+/-]+$/.test(word) ? [word] : [];
}
