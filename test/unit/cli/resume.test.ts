import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { CommandDeps } from '../../../electron/cli/command.js';
import { resumeCommand } from '../../../electron/cli/resume.js';
import { ok } from '../../../shared/problem.js';
import { inEnglish, type Words } from '../../../shared/texts/words.js';

const run = (id: string, final_status: string | null = null) => ({
  ...{ run: id, goal: 'g', final_status, parent: null, interrupted: final_status === null, waits_on: null },
});

/** What `resume` of these runs takes up, oldest first, and what it says. */
async function resuming(args: readonly string[], ...runs: ReturnType<typeof run>[]) {
  const notes: string[] = [];
  const resumed: string[] = [];
  const core = {
    runs: () => ({ runs, quarantined: [] }),
    resume: async (id: string) => {
      resumed.push(id);
      return { ok: false, error: { code: 'RUN_OWNED', message: 'another process drives it' } };
    },
    humanChannel: async () => ok(null),
  };
  const out = {
    ...{ say: (words: Words) => inEnglish(words), tell: () => 'another process drives it' },
    ...{ note: (line: string) => notes.push(line), json: () => undefined, line: () => undefined },
  };
  const at = { stdin: new PassThrough(), stderr: new PassThrough(), signals: new EventEmitter(), env: {} };
  const code = await resumeCommand({ core, out, at } as unknown as CommandDeps, args);
  return { code, notes, resumed };
}

describe('benchloop resume', () => {
  it('goes on with the newest run that is not finished', async () => {
    const { resumed, notes } = await resuming(['--yes'], run('r1'), run('r2'), run('r3', 'SUCCESS'));
    expect(resumed).toEqual(['r2']);
    expect(notes[0]).toBe('Going on with r2: g');
  });

  it('goes on with the one that is named', async () => {
    expect((await resuming(['r1'], run('r1'), run('r2'))).resumed).toEqual(['r1']);
  });

  it('takes none up that is neither named nor wanted, and names the newest', async () => {
    const { code, resumed, notes } = await resuming([], run('r1'), run('r2'));
    expect([code, resumed]).toEqual([4, []]);
    expect(notes.join('\n')).toMatch(/newest unfinished run is r2[\s\S]*2 runs are unfinished/);
  });

  it('says that none is unfinished', async () => {
    expect(await resuming(['--yes'], run('r1', 'FAILURE'))).toMatchObject({ code: 2, resumed: [] });
  });
});
