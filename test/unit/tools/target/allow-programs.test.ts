import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '../../../../electron/engine/tool.js';
import { allowPrograms } from '../../../../electron/tools/target/allow-programs.js';
import { fail } from '../../../../shared/problem.js';
import { ProfileSchema } from '../../../../shared/profile.js';
import { TaskSchema } from '../../../../shared/task.js';
import { inEnglish } from '../../../../shared/texts/words.js';
import { tempDir } from '../../../fixtures/firmware-run.js';

let dir: string;
beforeEach(() => {
  dir = tempDir();
});

/** A file of the repository that can be run. */
function put(name: string, content: string): string {
  const file = path.join(dir, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
  chmodSync(file, 0o755);
  return file;
}

const task = TaskSchema.parse({
  ...{ goal: 'g', repo: '.', profile: './theirs.yaml' },
  ...{ build: { command: ['true'], artifacts: {} }, test: { cases: ['works'] } },
});

/** What a person is asked before a step of a task's profile runs. */
async function asked(command: string[], env: Record<string, string> = {}) {
  const test = { command, cwd: dir, env };
  const profile = ProfileSchema.parse({ id: 'theirs', kind: 'script', title: 'Theirs', test });
  const seen: { subject: string; binding: string }[] = [];
  const call: Caller['call'] = async (tool, args, work) => {
    const asking = await tool.gate?.(args, work, { run: 'r', progress: () => undefined });
    if (asking) seen.push({ subject: inEnglish(asking.subject), binding: asking.binding });
    return fail({ code: 'DECLINED', message: 'no' });
  };
  await allowPrograms({ profile, loaded: { task } }, { call });
  const [question] = seen;
  return question ?? expect.fail('nothing was asked');
}

/** Lines of files below the repository, without their hashes. */
const listed = ({ subject }: { subject: string }): string[] =>
  [...subject.matchAll(/^file: (.*), SHA-256 [0-9a-f]{64}$/gm)].map(([, file = '']) => file);

describe('the question about programs of a task', () => {
  it('shows the program that runs: it is looked for in the PATH of its step', async () => {
    const sh = put('bin/sh', 'ELF\n');
    expect(listed(await asked(['sh', '-e'], { PATH: path.join(dir, 'bin') }))).toContain(sh);
    expect(listed(await asked(['sh', '-e'], { PATH: 'bin' }))).toContain(sh);
    expect(listed(await asked(['sh', '-e']))).not.toContain(sh);
  });

  it.each([
    ['alone', 'lib/x.so'],
    ['in a list', '/nowhere:lib/x.so'],
    ['in an option', '--load=lib/x.so -v'],
  ])('shows files that a variable names %s, and comes again where they change', async (_, words) => {
    const file = put('lib/x.so', 'one');
    const first = await asked(['true'], { PLUGIN: words });
    expect(listed(first)).toContain(file);
    put('lib/x.so', 'another');
    expect((await asked(['true'], { PLUGIN: words })).binding).not.toBe(first.binding);
  });

  it('shows the interpreter that a script names, and that of the interpreter', async () => {
    const script = put('run.sh', '#!./tools/shell\necho\n');
    const shell = put('tools/shell', `#!${put('tools/inner', 'ELF\n')} ./tools/options\n`);
    const options = put('tools/options', 'x');
    const first = await asked([script]);
    expect(listed(first)).toEqual([script, shell, path.join(dir, 'tools/inner'), options]);
    put('tools/inner', 'another');
    expect((await asked([script])).binding).not.toBe(first.binding);
  });

  it('ends for interpreters that name each other', async () => {
    const script = put('a', `#!${path.join(dir, 'b')}\n`);
    put('b', `#!${script}\n`);
    expect(listed(await asked([script]))).toEqual([script, path.join(dir, 'b')]);
  });

  it('shows no file that nothing names', async () => {
    put('other', 'x');
    expect(
      listed(await asked(['true'], { NAME: 'something' })).filter((file) => file.startsWith(dir)),
    ).toEqual([]);
  });
});
