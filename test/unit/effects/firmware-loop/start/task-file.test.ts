import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { loadTask } from '../../../../../electron/effects/firmware-loop/start/task-file.js';
import { inEnglish } from '../../../../../shared/texts/words.js';
import { cloned, temporary } from '../../../workspace/repositories.js';

/** A task of a repository whose profile sets LD_PRELOAD, which the task names so. */
async function loadedBy(profile: string, profiles: readonly string[]) {
  const home = temporary('home');
  const { repo } = await cloned({ 'a.c': 'int a;\n' });
  const theirs = { id: 'theirs', kind: 'script', title: 'Theirs' };
  const test = { command: ['./test.sh'], env: { LD_PRELOAD: './x.so' } };
  writeFileSync(path.join(home, 'theirs.yaml'), JSON.stringify({ ...theirs, test }));
  const task = path.join(home, 'task.yaml');
  const rest = { build: { command: ['true'], artifacts: {} }, test: { cases: ['works'] } };
  writeFileSync(task, JSON.stringify({ goal: 'g', repo, profile, ...rest }));
  return loadTask(
    task,
    profiles.map((folder) => path.join(home, folder)),
  );
}

it('refuses a profile beside the task that has programs load other files, and names the variable', async () => {
  const loaded = await loadedBy('./theirs.yaml', []);
  if (loaded.ok) expect.fail('it was taken');
  expect(loaded.error).toMatchObject({
    code: 'TASK_MALFORMED',
    where: expect.stringMatching(/task\.yaml:1:\d+$/),
  });
  expect(inEnglish(loaded.error.message)).toContain('"profile": ./theirs.yaml sets test.env.LD_PRELOAD: ');
});

it('takes the same profile where a person has it among their own', async () => {
  expect(await loadedBy('theirs', ['.'])).toMatchObject({ ok: true });
});
