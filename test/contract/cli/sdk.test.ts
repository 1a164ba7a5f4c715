import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { type InProcess, inProcess } from '../../fixtures/in-process.js';
import type { Line, Ran } from '../../fixtures/loop/command-line.js';
import { ringProject, TYPO, writeTask } from '../../fixtures/loop/projects.js';

let cli: InProcess;
let home: string;
let dir: string;
/** Zephyr's side of a workspace: the repository needs a header of it. */
let workspace: string;
beforeAll(async () => {
  cli = await inProcess();
});
afterAll(() => cli.close());

const NEEDS_ZEPHYR = {
  ...TYPO,
  Makefile: ['-Isrc', '-Isrc -include $(ZEPHYR_BASE)/include/version.h'] as const,
};

beforeEach(() => {
  home = cli.freshHome();
  [dir, workspace] = [`${home}-user`, `${home}-workspace`];
  for (const folder of [home, dir, path.join(workspace, '.west'), path.join(workspace, 'zephyr', 'include')])
    mkdirSync(folder, { recursive: true });
  writeFileSync(
    path.join(workspace, '.west', 'config'),
    '[manifest]\npath = fw\n\n[zephyr]\nbase = zephyr\n',
  );
  writeFileSync(path.join(workspace, 'zephyr', 'include', 'version.h'), '#define ZEPHYR 4\n');
});

const policy = (text: string): void => writeFileSync(path.join(home, 'policy.yaml'), text);
const begin = (task: string, approve: string): Promise<Ran> =>
  cli.run(['run', task, '--approve', approve, '--json'], { home, cwd: dir });
const asked = (ran: Ran): Line => {
  const gate = ran.lines.findLast((line) => line.type === 'gate');
  if (!gate) throw new Error(`nothing was asked: ${ran.stdout.slice(-1500)}${ran.stderr}`);
  return gate;
};

const OWN_SCRIPT = { id: 'own', kind: 'script', title: 'Own', flash: { command: ['./flash.sh'] } };

/** What a run says that is not begun. */
async function refusal(task: string): Promise<string> {
  const ran = await begin(task, 'none');
  expect(ran.code).toBe(2);
  return `${ran.stdout}${ran.stderr}`;
}

describe('SDK folders', () => {
  it('of a west workspace that the policy names are what builds find, and are shown before the first one', async () => {
    ringProject(path.join(dir, 'fw'), NEEDS_ZEPHYR);
    const task = writeTask(path.join(dir, 'task.yaml'), './fw');
    policy(`sdk: [${workspace}]\n`);
    const first = asked(await begin(task, 'none'));
    expect(first.subject).toContain(`may read: ${workspace}`);
    expect(first.subject).toContain(`west workspace: ZEPHYR_BASE is ${workspace}/zephyr`);
    const ran = await begin(task, 'build,patch,publish');
    expect(ran.lines.at(-1)).toMatchObject({ final_status: 'SUCCESS' });
    // another folder is another question
    mkdirSync(path.join(dir, 'more'));
    policy(`sdk: [${workspace}, ${path.join(dir, 'more')}]\n`);
    const again = asked(await begin(task, 'none'));
    expect(again).toMatchObject({ scope: 'build' });
    expect(again.binding).not.toBe(first.binding);
  });

  it('are not opened by where a repository lies: a workspace that nobody named is told', async () => {
    ringProject(path.join(workspace, 'fw'), NEEDS_ZEPHYR);
    const task = writeTask(path.join(dir, 'task.yaml'), path.join(workspace, 'fw'));
    const gate = asked(await begin(task, 'none'));
    expect(gate.subject).toContain(`NOT OPENED: the west workspace ${workspace}`);
    expect(gate.subject).not.toContain('may read');
  });

  it('are refused of a task, of a profile that a task names by its path, and where they open too much', async () => {
    ringProject(path.join(dir, 'fw'), TYPO);
    const own = writeTask(path.join(dir, 'task.yaml'), './fw', { constraints: { sdk: [workspace] } });
    expect(await refusal(own)).toContain('a task may not open folders');
    const profile = path.join(dir, 'own.yaml');
    writeFileSync(profile, stringify({ ...OWN_SCRIPT, sdk: [workspace] }));
    const theirs = writeTask(path.join(dir, 'task.yaml'), './fw', { profile: './own.yaml' });
    expect(await refusal(theirs)).toContain('a profile that a task names by its path may not open folders');
    policy(`sdk: [${home}]\n`);
    expect(await refusal(writeTask(path.join(dir, 'task.yaml'), './fw'))).toContain(
      'the data folder of Benchloop',
    );
  });
});
