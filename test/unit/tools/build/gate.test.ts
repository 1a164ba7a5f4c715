import { describe, expect, it } from 'vitest';
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
});
