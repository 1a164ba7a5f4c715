import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { HistoryProject, Suite } from './projects.js';

/** How the tests of a tree are built and run once `writeBench` has been there. */
export interface Tests {
  parser: 'tap' | 'unity';
  /** Each is run, from the tree. */
  programs: string[];
}

export const MAKEFILE = 'bench/Makefile';
const ADAPTERS = path.join('test', 'bench', 'repair', 'history');

/**
 * Adds a folder `bench` to the tree of a project: a Makefile, and a program that tells the cases of its tests apart where they do
 * not do so themselves. Of Unity programs only those of `only` are built, all without it. Null: the tree has no such tests.
 */
export async function writeBench(
  tree: string,
  project: HistoryProject,
  only?: readonly string[],
): Promise<Tests | null> {
  await mkdir(path.join(tree, 'bench'), { recursive: true });
  await writeFile(path.join(tree, 'bench', '.gitignore'), '*.run\n');
  const { suite } = project;
  switch (suite.kind) {
    case 'unity':
      return writeUnity(tree, project, suite, only);
    case 'functions':
      return writeFunctions(tree, project, suite);
    case 'outputs':
      return writeOutputs(tree, project, suite);
  }
}

/** One program: what it is made of, by the compiler's arguments. */
interface Rule {
  target: string;
  /** Sources and further arguments. */
  args: readonly string[];
}

async function writeMakefile(tree: string, project: HistoryProject, rules: readonly Rule[]): Promise<void> {
  const targets = rules.map(({ target }) => target).join(' ');
  const depends = '$(wildcard *.c *.h src/* test/* tests/*.c tests/*.h)';
  const text = rules.map(
    ({ target, args }) =>
      `${target}: ${depends}\n\tgcc -std=gnu99 $(CFLAGS) -w ${project.flags.join(' ')} -o $@ ${args.join(' ')} -lm\n`,
  );
  await writeFile(path.join(tree, MAKEFILE), `CFLAGS = -g -O0\nall: ${targets}\n${text.join('')}`);
}

async function writeUnity(
  tree: string,
  project: HistoryProject,
  suite: Extract<Suite, { kind: 'unity' }>,
  only: readonly string[] | undefined,
): Promise<Tests | null> {
  const files = await readdir(tree, { recursive: true });
  const tests = files
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => suite.programs.test(file));
  const wanted = tests.filter((file) => only === undefined || only.includes(file)).sort();
  const present = (sources: readonly string[]) =>
    sources.filter((source) => files.includes(path.normalize(source)));
  const rules = wanted.map((file) => ({
    target: `bench/${path.basename(file, '.c')}.run`,
    args: [file, ...present(suite.sources(file))],
  }));
  await writeMakefile(tree, project, rules);
  return rules.length === 0 ? null : { parser: 'unity', programs: rules.map(({ target }) => `./${target}`) };
}

const ADAPTED = { target: 'bench/test.run', program: './bench/test.run' };

async function writeFunctions(
  tree: string,
  project: HistoryProject,
  suite: Extract<Suite, { kind: 'functions' }>,
): Promise<Tests | null> {
  const there = await readdir(tree, { recursive: true });
  const file = suite.files.find((one) => there.includes(path.normalize(one)));
  if (file === undefined) return null;
  const text = await readFile(path.join(tree, file), 'latin1');
  const names = [...text.matchAll(suite.name)].flatMap(([, name]) => name ?? []);
  const cases = [...new Set(names)].map((name) => `CASE(${name}, ${suite.failed(name)})\n`);
  await writeFile(path.join(tree, 'bench', 'cases.h'), cases.join(''));
  await writeFile(path.join(tree, 'bench', 'tests.h'), `#include "../${file}"\n`);
  await copyFile(path.join(ADAPTERS, 'functions.c'), path.join(tree, 'bench', 'functions.c'));
  const sources = suite.sources.filter((source) => there.includes(path.normalize(source)));
  await writeMakefile(tree, project, [{ target: ADAPTED.target, args: ['bench/functions.c', ...sources] }]);
  return { parser: 'tap', programs: [ADAPTED.program] };
}

/** Lines of a script that builds a program and keeps its output: `gcc ARGS -o NAME`, `./NAME > FILE`. */
async function writeOutputs(
  tree: string,
  project: HistoryProject,
  suite: Extract<Suite, { kind: 'outputs' }>,
): Promise<Tests | null> {
  const script = await readFile(path.join(tree, suite.script), 'utf8').catch(() => null);
  if (script === null) return null;
  const folder = path.posix.dirname(suite.script);
  const builds = [...script.matchAll(/^(?:gcc|\$CC) (.+) -o (\w+)\s*$/gm)];
  const kept = new Map(
    [...script.matchAll(/^\.\/(\w+) > (\S+)$/gm)].map(([, name = '', file]) => [name, file]),
  );
  const fromTree = (arg: string) => (arg.endsWith('.c') ? path.posix.join(folder, arg) : arg);
  const rules = builds.map(([, args = '', name = '']) => ({
    target: `bench/${name}.run`,
    args: args.split(/\s+/).map(fromTree),
  }));
  const rows = builds.map(([, , name = '']) => `{"${name}", "../bench/${name}.run", "${kept.get(name)}"},\n`);
  await writeFile(path.join(tree, 'bench', 'programs.h'), rows.join(''));
  await copyFile(path.join(ADAPTERS, 'outputs.c'), path.join(tree, 'bench', 'outputs.c'));
  await writeMakefile(tree, project, [...rules, { target: ADAPTED.target, args: ['bench/outputs.c'] }]);
  return { parser: 'tap', programs: [ADAPTED.program] };
}
