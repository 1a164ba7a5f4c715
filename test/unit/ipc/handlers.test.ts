import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTask, startAgain } from '../../../electron/ipc/again.js';
import { exportReport, openRunFolder } from '../../../electron/ipc/handlers.js';
import { parseWindowArguments } from '../../../electron/ipc/window-arguments.js';
import type { TaskOfRun } from '../../../shared/panels.js';
import { details, nodeDetails, scriptedCore } from '../../fixtures/ipc/scripted-core.js';

const withTask = (task: TaskOfRun | null) => details('r1', { nodes: [nodeDetails({}, { task })] });

describe('files and folders', () => {
  let home: string;
  const opened: string[] = [];
  const core = scriptedCore();
  const desktop = (file: string | null) => ({
    chooseFile: async () => null,
    chooseFolder: async () => null,
    copyText: () => undefined,
    chooseExport: async () => file,
    openFile: async (file: string) => {
      opened.push(`open ${file}`);
      return '';
    },
    showInFolder: (file: string) => {
      opened.push(`show ${file}`);
    },
    openFolder: async (folder: string) => {
      opened.push(folder);
      return '';
    },
  });

  beforeEach(async () => {
    home = await mkdtemp(path.join(os.tmpdir(), 'benchloop-ipc-'));
    opened.length = 0;
  });
  afterEach(() => rm(home, { recursive: true, force: true }));

  it('opens the task file of a run, and only shows one that could be a program', async () => {
    for (const [name, expected] of [
      ['task.yaml', 'open'],
      ['task.exe', 'show'],
    ] as const) {
      const file = path.join(home, name);
      await writeFile(file, '');
      core.journal.set('r1', withTask({ file, provider: 'rules', searchSec: 120 }));
      expect(await openTask({ core, desktop: desktop(null) }, 'r1')).toEqual({ ok: true, value: undefined });
      expect(opened.splice(0)).toEqual([`${expected} ${file}`]);
    }
  });

  it('says that a task file has gone, or was never noted', async () => {
    const file = path.join(home, 'gone.yaml');
    for (const task of [{ file, provider: 'rules' as const, searchSec: 120 }, null]) {
      core.journal.set('r1', withTask(task));
      const told = await openTask({ core, desktop: desktop(null) }, 'r1');
      expect(told).toMatchObject({ ok: false, error: { code: 'TASK_NOT_FOUND' } });
    }
    expect(opened).toEqual([]);
  });

  it('starts the task of a run again from where the journal says, and has everything approved anew', async () => {
    const starts: unknown[] = [];
    core.journal.set('r1', withTask({ file: '/t.yaml', provider: 'rules', searchSec: 120 }));
    const drives = {
      start: async (...how: unknown[]) => {
        starts.push(how);
        return { ok: true as const, value: { run: 'r2' } };
      },
    };
    const wanted = { run: 'r1', searchSec: 240, provider: 'rules' as const, pace: 'full' as const };
    expect(await startAgain({ core, drives }, wanted)).toMatchObject({ value: { run: 'r2' } });
    const asked = { machine: 'firmware-loop', taskFile: '/t.yaml', provider: 'rules' };
    expect(starts).toEqual([
      [{ approvals: 'ask', asked: { ...asked, overrides: { searchSec: 240 } } }, 'full'],
    ]);
  });

  it('writes the report where the person says', async () => {
    const file = path.join(home, 'report.xml');
    expect(
      await exportReport({ core, desktop: desktop(file) }, { run: 'r1', format: 'junit', language: 'en' }),
    ).toEqual({
      ok: true,
      value: { file },
    });
    expect(await readFile(file, 'utf8')).toBe('junit of r1');
  });

  it('writes nothing when the dialog is closed', async () => {
    expect(
      await exportReport({ core, desktop: desktop(null) }, { run: 'r1', format: 'json', language: 'en' }),
    ).toEqual({
      ok: true,
      value: { file: null },
    });
  });

  it('says where a report could not be written', async () => {
    const file = path.join(home, 'no', 'such', 'folder.json');
    expect(
      await exportReport({ core, desktop: desktop(file) }, { run: 'r1', format: 'json', language: 'en' }),
    ).toMatchObject({
      ok: false,
      error: { where: file, next: expect.any(String) },
    });
  });

  it('opens the folder of a run', async () => {
    const folder = path.join(home, 'runs', 'r1');
    await mkdir(folder, { recursive: true });
    core.journal.set('r1', details('r1', { folder }));
    expect((await openRunFolder({ core, desktop: desktop(null), home }, 'r1')).ok).toBe(true);
    expect(opened).toEqual([folder]);
  });

  it.each(['..', '../elsewhere', '.', 'gone', 'a-file'])('opens nothing else: %s', async (name) => {
    await writeFile(path.join(home, 'a-file'), '');
    core.journal.set('r1', details('r1', { folder: path.join(home, name) }));
    expect(await openRunFolder({ core, desktop: desktop(null), home }, 'r1')).toMatchObject({ ok: false });
    expect(opened).toEqual([]);
  });
});

describe('the arguments of the window', () => {
  it('has no demo without --demo', () => {
    expect(parseWindowArguments(['--no-sandbox', '/app', '--pace', 'slow'])).toEqual({
      ok: true,
      value: { demo: null },
    });
  });

  it.each([
    [[], { task: undefined, pace: 'full' }],
    [['--task', 'host-median', '--pace', 'step'], { task: 'host-median', pace: 'step' }],
    [['--pace', 'slow'], { task: undefined, pace: 'slow' }],
    [['--pace', '300'], { task: undefined, pace: 300 }],
  ])('reads --demo %j', (rest, demo) => {
    const argv = ['--remote-debugging-port=0', '/app', '--demo', ...rest];
    expect(parseWindowArguments(argv)).toEqual({ ok: true, value: { demo } });
  });

  it.each(['nonsense', '-1', '1e3', '60001', ''])('refuses --pace "%s"', (pace) => {
    expect(parseWindowArguments(['/app', '--demo', `--pace=${pace}`])).toMatchObject({
      ok: false,
      error: { code: 'USAGE', next: expect.stringContaining('slow') },
    });
  });
});
