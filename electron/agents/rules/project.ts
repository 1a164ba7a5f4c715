import { posix } from 'node:path';
import type { CGrammar } from '../c/grammar.js';
import { type CFunction, type CSource, readSource } from '../c/source.js';
import { type CNode, walk } from '../c/tree.js';
import type { Evidence, Scratch } from '../provider.js';

/** The part of a scratch bench that only reads. */
export type Sources = Pick<Scratch, 'changeable' | 'readable' | 'read'>;

/** What the rules know of the tree under repair. */
export interface Project {
  /** Parsed C sources and headers by path; those of `changeable` may be edited, the others only read. */
  sources: ReadonlyMap<string, CSource>;
  changeable: ReadonlySet<string>;
  functions: ReadonlyMap<string, CFunction>;
  /** What each function, macro and initialised global mentions by name. */
  mentions: ReadonlyMap<string, ReadonlySet<string>>;
}

const C_FILE = /\.[chCH]$|\.(cc|cpp|hpp|inc)$/;
/** Beyond this much source a tree is read in part: the changeable files first. Characters. */
const READ_LIMIT = 4_000_000;

/** Reads and parses what the task lets be changed, and the sources around it that can be found. */
export async function loadProject(grammar: CGrammar, scratch: Sources, evidence: Evidence): Promise<Project> {
  const changeable = (await scratch.changeable()).filter((file) => C_FILE.test(file));
  const sources = new Map<string, CSource>();
  const queue = [...changeable, ...(await otherFiles(scratch, evidence))];
  let read = 0;
  for (let file = queue.shift(); file !== undefined && read < READ_LIMIT; file = queue.shift()) {
    if (sources.has(file) || !C_FILE.test(file)) continue;
    const text = await scratch.read(file);
    if (!text.ok) continue;
    read += text.value.length;
    sources.set(file, readSource(grammar, file, text.value));
    queue.push(...includedFiles(file, text.value));
  }
  const functions = new Map<string, CFunction>();
  for (const source of sources.values()) for (const fn of source.functions) functions.set(fn.name, fn);
  return { sources, changeable: new Set(changeable), functions, mentions: mentionGraph(sources) };
}

/** Files named by the bench, the results, the console and the build files. */
async function otherFiles(scratch: Sources, evidence: Evidence): Promise<string[]> {
  const listed = (await scratch.readable?.()) ?? [];
  const cases = [...(evidence.test?.cases ?? []), ...(evidence.baseline?.cases ?? [])];
  const located = cases.flatMap((testCase) => (testCase.location ? [testCase.location.file] : []));
  const named: string[] = [];
  for (const buildFile of ['Makefile', 'makefile', 'CMakeLists.txt', 'meson.build']) {
    const text = await scratch.read(buildFile);
    if (text.ok) named.push(...(text.value.match(/[\w./-]+\.c\b/g) ?? []));
  }
  return [...listed, ...located, ...named];
}

/** Paths that `#include "…"` may mean: beside the file, and below the usual folders. */
function includedFiles(file: string, text: string): string[] {
  const names = [...text.matchAll(/^[ \t]*#[ \t]*include[ \t]*"([^"]+)"/gm)].map((match) => match[1] ?? '');
  const folder = posix.dirname(file);
  return names.flatMap((name) =>
    [folder, posix.join(folder, '..', 'include'), 'include', 'inc', 'src', '.'].map((at) =>
      posix.normalize(posix.join(at, name)),
    ),
  );
}

function mentionGraph(sources: ReadonlyMap<string, CSource>): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>();
  const add = (name: string, mentioned: Iterable<string>): void => {
    const known = graph.get(name) ?? new Set<string>();
    for (const word of mentioned) if (word !== name) known.add(word);
    graph.set(name, known);
  };
  for (const source of sources.values()) {
    for (const fn of source.functions) add(fn.name, fn.mentions);
    for (const macro of source.macros) add(macro.name, macro.value.match(/[A-Za-z_]\w*/g) ?? []);
    for (const variable of source.globals)
      if (variable.initialised) add(variable.name, identifiers(variable.declaration));
  }
  return graph;
}

/** All identifiers below a node. */
export function identifiers(node: CNode): Set<string> {
  const out = new Set<string>();
  for (const part of walk(node)) if (part.type === 'identifier') out.add(part.text);
  return out;
}

/** Functions that can be reached from the names, with the number of calls on the shortest way (roots: 0). */
export function reach(project: Project, roots: Iterable<string>): Map<CFunction, number> {
  const depth = new Map<string, number>();
  const queue: string[] = [];
  const see = (name: string, at: number): void => {
    if (depth.has(name)) return;
    depth.set(name, at);
    queue.push(name);
  };
  for (const root of roots) see(root, 0);
  for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
    const step = project.functions.has(name) ? 1 : 0;
    for (const next of project.mentions.get(name) ?? []) see(next, (depth.get(name) ?? 0) + step);
  }
  const out = new Map<CFunction, number>();
  for (const [name, at] of depth) {
    const fn = project.functions.get(name);
    if (fn) out.set(fn, at);
  }
  return out;
}

/** A file name from a tool's output to the file of the tree: exact, else the only one with that tail. */
export function resolveFile(project: Project, name: string): string | null {
  const clean = posix.normalize(name.replace(/\\/g, '/')).replace(/^(\.\.?\/)+/, '');
  if (project.sources.has(clean)) return clean;
  const tails = [...project.sources.keys()].filter(
    (file) => file.endsWith(`/${clean}`) || clean.endsWith(`/${file}`) || posix.basename(file) === clean,
  );
  return tails.length === 1 ? (tails[0] ?? null) : null;
}
