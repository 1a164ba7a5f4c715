import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';

/** Kinds of programs that tests start, as `test/budgets.yaml` counts them. */
export type Kind = 'commandLine' | 'electron' | 'qemu' | 'compiler' | 'git' | 'other';

const COMPILERS = /^(make|cmake|ninja|cc|gcc|g\+\+|clang|ld|[\w-]+-(gcc|ld|objcopy))$/;

/** The first kind that a word of the argument vector shows: a program is often started by another, such as bubblewrap. */
const SHOWN_BY: readonly (readonly [Kind, (word: string) => boolean])[] = [
  ['commandLine', (word) => /[\\/](cli\.js|benchloop\.mjs)$/.test(word)],
  ['electron', (word) => path.basename(word) === 'electron'],
  ['qemu', (word) => path.basename(word).startsWith('qemu-system-')],
  ['compiler', (word) => COMPILERS.test(path.basename(word))],
];

/**
 * Which kind of program an argument vector starts.
 *
 * @param argv program and arguments
 */
export function kindOf(argv: readonly string[]): Kind {
  const shown = SHOWN_BY.find(([, shows]) => argv.some(shows));
  return shown?.[0] ?? (path.basename(argv[0] ?? '') === 'git' ? 'git' : 'other');
}

type Counts = Partial<Record<Kind, number>>;

/** The functions of node:child_process by which everything here starts programs; each takes a program first, then arguments. */
const STARTERS = ['spawn', 'spawnSync', 'execFile', 'execFileSync'] as const;

type Starter = (file: string, ...rest: unknown[]) => unknown;

function counted(name: (typeof STARTERS)[number], counts: Counts): Starter {
  const original = childProcess[name] as Starter;
  const starter = (file: string, ...rest: unknown[]): unknown => {
    const kind = kindOf([file, ...(Array.isArray(rest[0]) ? rest[0].map(String) : [])]);
    counts[kind] = (counts[kind] ?? 0) + 1;
    return original.call(childProcess, file, ...rest);
  };
  const promised = (original as { [promisify.custom]?: unknown })[promisify.custom];
  return promised === undefined ? starter : Object.assign(starter, { [promisify.custom]: promised });
}

/** Counts from now on what this process starts by itself; what those start is not counted. */
export function countStarts(): Counts {
  const counts: Counts = {};
  for (const name of STARTERS) Object.assign(childProcess, { [name]: counted(name, counts) });
  syncBuiltinESMExports();
  return counts;
}

/** What was started between two counts. */
export function startedSince(before: Counts, now: Counts): Counts {
  const kinds = Object.keys(now) as Kind[];
  const since = kinds.map((kind) => [kind, (now[kind] ?? 0) - (before[kind] ?? 0)] as const);
  return Object.fromEntries(since.filter(([, count]) => count > 0));
}
