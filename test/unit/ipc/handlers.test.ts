import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answerGate } from '../../../electron/ipc/answer.js';
import { exportReport } from '../../../electron/ipc/report-file.js';
import { openRunFolder } from '../../../electron/ipc/run-folder.js';
import { parseWindowArguments } from '../../../electron/ipc/window-arguments.js';
import type { Gate } from '../../../shared/events.js';
import { details, scriptedCore } from '../../fixtures/ipc/scripted-core.js';

const gate: Gate = {
  type: 'gate',
  run: 'r1',
  gate: 'g1',
  scope: 'build',
  question: 'Build it?',
  subject: 'make',
  binding: 'b1',
  risk: null,
  reasons: [],
  answer: null,
  answered_by: null,
  at: '2026-01-01T00:00:00.000Z',
};
const seen = { run: 'r1', gate: 'g1', binding: 'b1', answer: 'yes' as const };

describe('answering a gate', () => {
  const coreWith = (gates: Gate[]) => {
    const core = scriptedCore();
    core.journal.set('r1', details('r1', { gates }));
    return core;
  };

  it('passes the answer on, with the window as its channel', () => {
    const core = coreWith([gate]);
    expect(answerGate(core, seen)).toEqual({ ok: true, value: undefined });
    expect(core.asked).toEqual(['answer r1 g1 yes window']);
  });

  it.each([
    ['is about something else by now', [{ ...gate, binding: 'b2' }]],
    ['was answered meanwhile', [{ ...gate, answer: 'no' as const }]],
    ['does not exist', []],
  ])('refuses where the gate %s', (_name, gates) => {
    const core = coreWith(gates);
    expect(answerGate(core, seen)).toMatchObject({ ok: false, error: { code: 'GATE_NOT_FOUND' } });
    expect(core.asked).toEqual([]);
  });
});

describe('files and folders', () => {
  let home: string;
  const opened: string[] = [];
  const core = scriptedCore();
  const desktop = (file: string | null) => ({
    chooseFile: async () => null,
    chooseExport: async () => file,
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
