import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { execa } from 'execa';
import { stringify } from 'yaml';
import type { Example, Flaw } from './data-set.js';

export const SOURCE = 'src/program.c';
export const PROGRAM = 'program';
const RUNNER = path.join('test', 'bench', 'repair', 'runner.c');

/** As Codeflaws builds its programs, with the test program beside it. */
const MAKEFILE = `all: program runner
program: ${SOURCE}
\tgcc -std=gnu99 -O1 -w -fno-strict-aliasing -o $@ $< -lm
runner: test/runner.c
\tgcc -O1 -o $@ $<
`;

/** Writes a project that builds the source and tries it on examples. */
export async function writeProject(dir: string, source: string, examples: readonly Example[]): Promise<void> {
  for (const folder of ['src', 'test', 'given']) await mkdir(path.join(dir, folder), { recursive: true });
  await writeFile(path.join(dir, 'Makefile'), MAKEFILE);
  await writeFile(path.join(dir, '.gitignore'), '/program\n/runner\n');
  await writeFile(path.join(dir, SOURCE), source, 'latin1');
  await copyFile(RUNNER, path.join(dir, 'test', 'runner.c'));
  await writeFile(path.join(dir, 'given', 'list'), `${examples.map(({ name }) => name).join('\n')}\n`);
  for (const { name, input, output } of examples) {
    await writeFile(path.join(dir, 'given', `${name}.in`), input, 'latin1');
    await writeFile(path.join(dir, 'given', `${name}.out`), output, 'latin1');
  }
}

/** Commits the broken program and its given examples, and writes a task beside it. Returns the task file. */
export async function writeTask(dir: string, flaw: Flaw, searchSec: number): Promise<string> {
  const repo = path.join(dir, 'project');
  await writeProject(repo, flaw.source, flaw.given);
  const git = (...args: string[]) => execa('git', args, { cwd: repo });
  await git('init', '-q');
  await git('add', '-A');
  await git('-c', 'user.name=bench', '-c', 'user.email=bench@example.org', 'commit', '-q', '-m', flaw.name);
  const file = path.join(dir, 'task.yaml');
  const task = {
    goal: 'The program gives the expected output for every given input',
    repo: './project',
    profile: 'host',
    build: { command: ['make', '-s'], timeoutSec: 60 },
    test: { parser: 'tap', timeoutSec: 60, command: ['./runner'], select: true },
    constraints: { maxIterations: 1, searchSec, allowedPaths: ['src/**'] },
  };
  await writeFile(file, stringify(task));
  return file;
}
