import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ConfinementKind } from '../../../../electron/bench/process/confine.js';
import { buildGate, rememberBuild } from '../../../../electron/tools/build/gate.js';
import { inEnglish } from '../../../../shared/texts/words.js';
import { hostBench } from '../../effects/firmware-loop/trial/trial-bench.js';

const io = { progress: () => undefined };

describe('the question before a build', () => {
  it('shows the clean command, too: it runs on this computer as well', async () => {
    const tap = { parser: 'tap', command: ['true'], cases: ['*'] };
    const { bench } = await hostBench({ Makefile: 'all:\n' }, tap, {});
    const plain = await buildGate({ command: ['make'] }, bench, io);
    const task = { ...bench.loaded.task, build: { ...bench.loaded.task.build, clean: ['make', 'wipe'] } };
    const cleaning = await buildGate(
      { command: ['make'] },
      { ...bench, loaded: { ...bench.loaded, task } },
      io,
    );
    expect(inEnglish(cleaning?.subject ?? '')).toContain('clean command: ["make","wipe"]');
    expect(inEnglish(plain?.subject ?? '')).not.toContain('clean command');
    expect(cleaning?.binding).not.toBe(plain?.binding);
  });

  it('says that no person approved it, whatever a policy let happen before, and else that one did', async () => {
    const tap = { parser: 'tap', command: ['true'], cases: ['*'] };
    const { bench } = await hostBench({ Makefile: 'all:\n' }, tap, {});
    const asked = async () => inEnglish((await buildGate({ command: ['make'] }, bench, io)).question);
    expect(await asked()).toMatch(
      /No person has approved its build files, command and profile as they are\.$/,
    );
    rememberBuild(bench, await buildGate({ command: ['make'] }, bench, io), 'r');
    expect(await asked()).toMatch(/An earlier approval covers it\.$/);
  });

  it('says in capitals where nothing confines the build, and else what it may reach', async () => {
    const tap = { parser: 'tap', command: ['true'], cases: ['*'] };
    const { bench } = await hostBench({ Makefile: 'all:\n' }, tap, {});
    const asked = async (confinement: ConfinementKind) =>
      inEnglish((await buildGate({ command: ['make'] }, { ...bench, confinement }, io)).subject);
    expect(await asked('none')).toContain(
      'NOT CONFINED: the build can read and write everything that you can',
    );
    const confined = await asked('bubblewrap');
    expect(confined).toContain("confined: no network, no home folder, writes only in the run's own copy");
    expect(confined).not.toContain('NOT CONFINED');
  });

  it('is another one where a build file, the command or the profile has changed, and the same otherwise', async () => {
    const tap = { parser: 'tap', command: ['true'], cases: ['*'] };
    const { bench } = await hostBench({ Makefile: 'all:\n', 'a.c': 'int a;\n' }, tap, {});
    const bound = async (command = ['make'], more = {}) =>
      (await buildGate({ command }, { ...bench, ...more }, io)).binding;
    const first = await bound();
    writeFileSync(path.join(bench.paths.clone, 'a.c'), 'int b;\n');
    expect(await bound()).toBe(first);
    const others = [
      await bound(['make', 'all']),
      await bound(['make'], { profile: { ...bench.profile, id: 'other' } }),
    ];
    writeFileSync(path.join(bench.paths.clone, 'Makefile'), 'all:\n\ttrue\n');
    expect(new Set([first, ...others, await bound()]).size).toBe(4);
  });
});
