import path from 'node:path';
import type { Task } from '../../../../shared/task.js';
import { loadTask } from '../../firmware-loop/start/task-file.js';

const none = (words: readonly string[]): string => (words.length === 0 ? 'none' : words.join(', '));
const commands = (lines: readonly (readonly string[])[]): string =>
  none(lines.map((argv) => `\`${argv.join(' ')}\``));

/** What a task file says, for whoever judges from the prompt alone. Of held-out cases nothing but how many patterns there are. */
export const taskForModel = ({ goal, profile, build, test, checks, constraints }: Task): string =>
  [
    `goal: ${goal}`,
    `profile: ${profile}`,
    `build: ${commands([build.command])}`,
    `cases that must pass: ${none(test.cases)}`,
    `patterns of cases that are held out, and must pass too: ${test.heldOut.length}`,
    `the failure must be seen without the patch: ${test.controlRun ? 'yes' : 'no'}`,
    `a patch may touch: ${none(constraints.allowedPaths)}`,
    `a patch must not touch: ${none(constraints.forbiddenPaths)}`,
    `checks: lint ${commands(checks.lint)}; style ${commands(checks.style)}; unit tests ${commands(checks.unit)}`,
  ].join('\n');

/** The same of a file, under its name: where it lies is this computer's own matter. One that cannot be read is said to be so. */
export async function taskFileForModel(file: string, profileDirs: readonly string[]): Promise<string> {
  const read = await loadTask(file, profileDirs);
  const said = read.ok ? taskForModel(read.value.loaded.task) : 'it cannot be read';
  return `task file: ${path.basename(file)}\n${said}`;
}
