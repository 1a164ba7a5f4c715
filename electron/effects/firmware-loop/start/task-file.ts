import { existsSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { fail, ok, type Problem, type Result } from '../../../../shared/problem.js';
import type { Profile } from '../../../../shared/profile.js';
import { type LoadedTask, type Task, TaskSchema } from '../../../../shared/task.js';
import { inBrief, nested, text, type Words } from '../../../../shared/texts/words.js';
import { faultOfTaskProfile } from '../../../bench/profile-of-task.js';
import { findProfile } from '../../../bench/profiles.js';
import { readTextFile, type TextKind } from '../../../files/text-file.js';
import { type Placed, readPlaced, type YamlKind } from '../../../files/yaml-file.js';
import { nonceFault } from '../../../tools/results/nonce.js';
import { parserFault } from '../../../tools/results/task-parser.js';
import { isBelow } from '../../../workspace/inside.js';
import { whyUnpatchable } from '../../../workspace/patchable.js';
import { findRepository, type Repository } from '../../../workspace/repository.js';

const TASK: YamlKind = {
  whole: 'the task',
  code: 'TASK_MALFORMED',
  next: 'correct the task file; docs/task-file.md lists its keys',
  elsewhere: {
    sdk: 'a task may not open folders of this computer to builds: name them under `sdk` in your policy.yaml, or in a profile of your own',
  },
};
const FILE: TextKind = {
  what: 'task file',
  absent: 'TASK_NOT_FOUND',
  malformed: TASK.code,
  next: 'give the path of a task file (YAML, UTF-8)',
};

/**
 * Reads a task file and everything it names. Errors, all before a run begins: TASK_NOT_FOUND, TASK_MALFORMED
 * (file, line, expected), REPO_NOT_FOUND, REPO_NO_COMMIT, PROFILE_UNKNOWN, PROFILE_MALFORMED.
 */
export async function loadTask(
  file: string,
  profileDirs: readonly string[],
): Promise<Result<{ loaded: LoadedTask; profile: Profile }>> {
  const read = readTextFile(file, FILE);
  if (!read.ok) return read;
  const placed = readPlaced(read.value, TaskSchema, file, TASK);
  if (!placed.ok) return placed;
  const task = placed.value.value;
  const dir = path.dirname(path.resolve(file));
  const repository = await findRepository(path.resolve(dir, task.repo));
  if (!repository.ok) return fail(named(placed.value, ['repo'], repository.error));
  const profile = findProfile(task.profile, profileDirs, dir);
  if (!profile.ok) return fail(named(placed.value, ['profile'], profile.error));
  const foreign = faultOfTaskProfile(task.profile, profile.value);
  if (foreign !== null) return malformed(placed.value, ['profile'], foreign.message, foreign.next);
  const suited = suitsProfile(placed.value, profile.value);
  if (!suited.ok) return suited;
  const readable = suitsParser(placed.value, profile.value);
  if (!readable.ok) return readable;
  const inputs = locateInputs(placed.value, dir, repository.value.root);
  if (!inputs.ok) return inputs;
  const logs = locateLogs(placed.value, dir, repository.value.root);
  if (!logs.ok) return logs;
  const patchable = await leavesSomethingToPatch(placed.value, repository.value);
  if (!patchable.ok) return patchable;
  const { root, subdir, baseCommit, dirtyFiles } = repository.value;
  return ok({
    loaded: {
      task,
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

/** A problem of the field at `at`, with its place in the file. */
function malformed(placed: Placed<Task>, at: readonly PropertyKey[], message: Words, next: Words) {
  const code = TASK.code;
  const field = at.join('.');
  const told = typeof message === 'string' ? `"${field}": ${message}` : text`"${field}": ${nested(message)}`;
  return fail({ code, message: inBrief(told), where: placed.placeOf(at), next });
}

/** A problem of what the field at `at` names, with its place in the file; a profile file's own mistakes have theirs. */
function named(placed: Placed<Task>, at: readonly PropertyKey[], problem: Problem): Problem {
  if (problem.code === 'PROFILE_MALFORMED') return problem;
  const { message, where: what = '' } = problem;
  const field = at.join('.');
  return {
    ...problem,
    message: inBrief(
      typeof message === 'string'
        ? `"${field}": ${what === '' ? '' : `${what}: `}${message}`
        : text`"${field}": ${what}: ${message}`,
    ),
    where: placed.placeOf(at),
  };
}

/** What one kind of profile needs of a task. */
function suitsProfile(placed: Placed<Task>, profile: Profile): Result<void> {
  const { build, test } = placed.value;
  if (profile.kind === 'host' && !test.command) {
    return malformed(
      placed,
      ['test', 'command'],
      `found nothing, expected an array: profile ${profile.id} runs the test as a program`,
      'add test: { command: [./run_tests] }',
    );
  }
  if (profile.kind === 'qemu' && !build.artifacts.elf) {
    return malformed(
      placed,
      ['build', 'artifacts', 'elf'],
      'found nothing, expected the path of the image that QEMU runs, below `repo`',
      'add build: { artifacts: { elf: path/to/app.elf } }',
    );
  }
  return ok(undefined);
}

/** What the parser needs of a task. */
function suitsParser(placed: Placed<Task>, profile: Profile): Result<void> {
  const fault = parserFault(placed.value, profile) ?? nonceFault(placed.value, profile);
  return fault ? malformed(placed, fault.at, fault.message, fault.next) : ok(undefined);
}

/** Inputs keep their place: they lie inside the repository, only not in git. */
function locateInputs(placed: Placed<Task>, dir: string, root: string): Result<LoadedTask['inputs']> {
  const found: LoadedTask['inputs'] = [];
  for (const [i, input] of placed.value.inputs.entries()) {
    const from = path.resolve(dir, input);
    const to = path.relative(root, from);
    if (!existsSync(from))
      return malformed(
        placed,
        ['inputs', i],
        `${from} does not exist`,
        'correct the path: it is relative to the task file',
      );
    if (to === '' || to.startsWith('..') || path.isAbsolute(to)) {
      return malformed(
        placed,
        ['inputs', i],
        `${input} ${to === '' ? 'is the whole repository' : `lies outside the repository ${root}`}`,
        'name a file or folder inside it: the build then finds it at the same place in the private clone',
      );
    }
    if (leadsOut(root, from))
      return malformed(
        placed,
        ['inputs', i],
        `${input} is a symbolic link out of the repository ${root}`,
        'copy what it leads to into the repository',
      );
    found.push({ from, to: to.split(path.sep).join('/') });
  }
  return ok(found);
}

/** Their text goes to models: a task names none beyond its repository, and no symbolic link leads to one. */
function locateLogs(placed: Placed<Task>, dir: string, root: string): Result<string[]> {
  const found = placed.value.evidence.logs.map((log) => path.resolve(dir, log));
  for (const [i, log] of found.entries()) {
    const at = ['evidence', 'logs', i];
    const isFile = statSync(log, { throwIfNoEntry: false })?.isFile() === true;
    const why = `${log} ${existsSync(log) ? 'is no file' : 'does not exist'}`;
    if (!isFile) return malformed(placed, at, why, 'correct the path: it is relative to the task file');
    if (leadsOut(root, log))
      return malformed(placed, at, `${log} lies outside the repository ${root}`, 'copy the log into it');
  }
  return ok(found);
}

/** Whether a path that exists really lies outside of a folder. */
const leadsOut = (root: string, file: string): boolean =>
  !isBelow(realpathSync.native(root), realpathSync.native(file));

async function leavesSomethingToPatch(placed: Placed<Task>, repository: Repository): Promise<Result<void>> {
  const why = await whyUnpatchable(repository, placed.value.constraints);
  if (!why.ok) {
    return fail({
      code: 'REPO_NOT_FOUND',
      message: `git cannot list the files: ${why.error}`,
      where: repository.root,
    });
  }
  if (why.value === null) return ok(undefined);
  return malformed(
    placed,
    ['constraints', why.value.field],
    why.value.why,
    'correct the globs: they are relative to `repo`, and ** stands for any folders',
  );
}
