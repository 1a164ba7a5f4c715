import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { answerOf } from '../../../../electron/effects/session/summary/answer-of.js';
import type { Language } from '../../../../shared/texts/language.js';
import { speechIn } from '../../../../shared/texts/speech.js';
import { tempDir } from '../../../fixtures/firmware-run.js';

const told = async (payload: unknown, language: Language = 'en'): Promise<string[]> => {
  const dir = tempDir();
  mkdirSync(path.join(dir, 'calls'));
  const result = { ok: true, payload };
  writeFileSync(path.join(dir, 'calls', '1.json'), JSON.stringify({ n: 1, result }));
  return answerOf(dir, { file: 'calls/1.json', status: 'ok' }, (await speechIn(language)).say);
};

const run = (id: string, more: object = {}) => ({
  ...{ run: id, machine: 'firmware-loop', state: 'CODE_ANALYSIS', final_status: 'SUCCESS' },
  ...{ waiting_for: null, goal: 'All ring cases pass', started_at: '2026-01-01T00:00:00Z', ...more },
});
const board = {
  ...{ id: 'uno-7', profile: 'arduino-uno', failures: 0, quarantined: null, seen_at: 0, queue: [] },
  key: { usb: null, serial: null, topology: null, port: '/dev/ttyACM0' },
  lease: { board: 'uno-7', owner: 'alice', pid: 1, start_time: '', boot_id: '', since: 0, expires_at: null },
  ...{ chip: null, port: null, drives: 'actuators' },
};
const runs = (...listed: unknown[]) => ({ runs: { runs: listed }, isCut: false });

describe('what a session says of a list', () => {
  it('is a line for each run, as `benchloop runs` has it', async () => {
    const waiting = run('r2', { final_status: null, state: 'PATCH_APPLY', waiting_for: 'patch' });
    expect(await told(runs(run('r1'), waiting))).toEqual([
      'r1  SUCCESS             All ring cases pass',
      'r2  PATCH_APPLY         All ring cases pass  waits for patch',
    ]);
  });

  it('is a line for each board, as `benchloop boards list` has it, in both languages', async () => {
    const payload = { boards: [board], isCut: false };
    expect(await told(payload)).toEqual([
      `${'uno-7'.padEnd(28)}  arduino-uno  not plugged in  held by alice`,
    ]);
    expect(await told(payload, 'zh-CN')).toEqual([
      `${'uno-7'.padEnd(28)}  arduino-uno  未插入  被 alice 占用`,
    ]);
  });

  it('says that there is nothing, and how there would be', async () => {
    expect(await told({ boards: [], isCut: false })).toEqual([
      expect.stringContaining('There are no boards yet'),
    ]);
    expect(await told(runs())).toEqual([expect.stringContaining('There are no runs yet')]);
    expect((await told({ ports: [], isCut: false }, 'zh-CN')).join('')).not.toMatch(/[{}]/);
  });

  it('keeps the newest runs where there are too many', async () => {
    const lines = await told(runs(...Array.from({ length: 50 }, (_, at) => run(`r${at}`))));
    expect(lines).toHaveLength(40);
    expect([lines[0], lines.at(-1)]).toEqual(['… and 11 more', expect.stringMatching(/^r49 /)]);
  });
});
