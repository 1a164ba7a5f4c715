import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fail, ok, type Problem, type Result } from '../../shared/problem.js';
import type { Profile } from '../../shared/profile.js';
import { type LoadedTask, TaskSchema } from '../../shared/task.js';
import { findProfile } from '../bench/profiles.js';
import { readYaml, type YamlKind } from '../bench/yaml-file.js';
import { findRepository } from '../workspace/repository.js';

const TASK: YamlKind = { whole: 'the task', code: 'TASK_MALFORMED', next: 'correct the task file' };

/**
 * Reads a task file and everything it names. Errors, all before a run begins: TASK_NOT_FOUND, TASK_MALFORMED
 * (file, line, expected), REPO_NOT_FOUND, REPO_NO_COMMIT, PROFILE_UNKNOWN, PROFILE_MALFORMED.
 */
export async function loadTask(
  file: string,
  profileDirs: readonly string[],
): Promise<Result<{ loaded: LoadedTask; profile: Profile }>> {
  const text = readText(file);
  if (!text.ok) return text;
  const task = readYaml(text.value, TaskSchema, file, TASK);
  if (!task.ok) return task;
  const dir = path.dirname(path.resolve(file));
  const repository = await findRepository(path.resolve(dir, task.value.repo));
  if (!repository.ok) return repository;
  const profile = findProfile(task.value.profile, profileDirs, dir);
  if (!profile.ok) return profile;
  if (profile.value.kind === 'host' && !task.value.test.command) {
    return malformed(
      file,
      'test.command is missing: profile host runs the test as a program',
      'add test: { command: [./run_tests] }',
    );
  }
  if (profile.value.kind === 'qemu' && !task.value.build.artifacts.elf) {
    return malformed(
      file,
      'build.artifacts.elf is missing: it names the image that QEMU runs',
      'add build: { artifacts: { elf: path/to/app.elf } }',
    );
  }
  const inputs = locateInputs(file, dir, task.value.inputs, repository.value.root);
  if (!inputs.ok) return inputs;
  const logs = locateLogs(file, dir, task.value.evidence.logs);
  if (!logs.ok) return logs;
  const { root, subdir, baseCommit, dirtyFiles } = repository.value;
  return ok({
    loaded: {
      task: task.value,
      file: path.resolve(file),
      repoRoot: root,
      subdir,
      baseCommit,
      dirtyFiles,
      inputs: inputs.value,
      logs: logs.value,
    },
    profile: profile.value,
  });
}

function readText(file: string): Result<string> {
  if (!existsSync(file)) {
    return fail({
      code: 'TASK_NOT_FOUND',
      message: 'there is no such task file',
      where: file,
      next: 'give the path of a task file (YAML)',
    });
  }
  if (statSync(file).isDirectory()) {
    return fail({
      code: 'TASK_NOT_FOUND',
      message: 'this is a folder, not a task file',
      where: file,
      next: 'give the path of the task file in it',
    });
  }
  return ok(readFileSync(file, 'utf8'));
}

const malformed = (where: string, message: string, next: string): { ok: false; error: Problem } =>
  fail({ code: 'TASK_MALFORMED', message, where, next });

/** Inputs keep their place: they lie inside the repository, only not in git. */
function locateInputs(
  file: string,
  dir: string,
  inputs: readonly string[],
  root: string,
): Result<{ from: string; to: string }[]> {
  const found: { from: string; to: string }[] = [];
  for (const input of inputs) {
    const from = path.resolve(dir, input);
    const to = path.relative(root, from);
    if (to === '' || to.startsWith('..') || path.isAbsolute(to)) {
      return malformed(
        file,
        `inputs: ${input} lies outside the repository ${root}`,
        'put it inside: the build then finds it at the same place in the private clone',
      );
    }
    if (!existsSync(from)) return malformed(file, `inputs: ${input} does not exist`, 'correct the path');
    found.push({ from, to: to.split(path.sep).join('/') });
  }
  return ok(found);
}

function locateLogs(file: string, dir: string, logs: readonly string[]): Result<string[]> {
  const found = logs.map((log) => path.resolve(dir, log));
  const absent = found.find((log) => !existsSync(log) || statSync(log).isDirectory());
  if (absent) return malformed(file, `evidence.logs: ${absent} is not a file`, 'correct the path');
  return ok(found);
}
