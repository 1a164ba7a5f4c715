import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { stepProblem } from '../../../../electron/bench/script/perform-step.js';
import { runStep, type StepDeps } from '../../../../electron/bench/script/run-step.js';
import { fail, ok } from '../../../../shared/problem.js';
import { type ScriptStep, ScriptStepSchema } from '../../../../shared/profile/script.js';
import { tempDir, value } from '../../../fixtures/firmware-run.js';
import { until } from '../../../fixtures/until.js';

const step = (more: Partial<ScriptStep> & Pick<ScriptStep, 'command'>): ScriptStep =>
  ScriptStepSchema.parse(more);

function deps(base: string, more: Partial<StepDeps> = {}): StepDeps {
  return {
    base,
    platform: process.platform,
    comSpec: '',
    values: {},
    children: { started: () => undefined, ended: () => undefined },
    operation: 'r.1.flash',
    signal: new AbortController().signal,
    oemCodePage: 437,
    maxOutput: 1e6,
    onOutput: () => undefined,
    ...more,
  };
}

function script(text: string, name = 'flash.sh'): string {
  const dir = path.join(tempDir(), "a b '深' $HOME");
  mkdirSync(dir, { recursive: true });
  writeFileSync(path.join(dir, name), text);
  chmodSync(path.join(dir, name), 0o755);
  return dir;
}

describe.runIf(process.platform !== 'win32')('a vendor script', () => {
  it('gets its values as they are, in arguments and environment', async () => {
    const image = `/tmp/a b "c" $(id) \`id\` 'd' 深圳.hex`;
    const dir = script('printf "%s|%s|%s" "$1" "$IMAGE" "$PWD"');
    const end = value(
      await runStep(
        step({ command: ['flash.sh', '{image}'], env: { IMAGE: '{image}' } }),
        deps(dir, { values: { image } }),
      ),
    );
    expect(end).toMatchObject({ outcome: 'done', exitCode: 0, output: `${image}|${image}|${dir}` });
  });

  it('is judged by the first row of the profile that fits, else by its exit code', async () => {
    const dir = script('echo "Error: no target"; exit 3');
    const rows = [
      { exitCode: 3, pattern: 'verify', outcome: 'failed' as const },
      { pattern: 'no target$', outcome: 'board-missing' as const, message: 'plug the board in' },
    ];
    const told = value(await runStep(step({ command: ['flash.sh'], outcomes: rows }), deps(dir)));
    expect(told).toMatchObject({ outcome: 'board-missing', message: 'plug the board in', exitCode: 3 });
    expect(value(await runStep(step({ command: ['flash.sh'] }), deps(dir)))).toMatchObject({
      outcome: 'failed',
    });
  });

  it.each([
    ['said long before the end', `echo "ERROR: no target"; yes "$(seq 99)" | head -c 1500000`],
    ['after a progress bar', `printf '10 %%\\r20 %%\\rERROR: no target\\n'`],
    ['without a line end', 'printf "ERROR: no target"'],
  ])('is judged by a line %s', async (_, said) => {
    const outcomes = [{ pattern: '^ERROR', outcome: 'board-missing' as const }];
    const long = deps(script(`${said}; exit 0`), { maxOutput: 4e6 });
    expect(value(await runStep(step({ command: ['flash.sh'], outcomes }), long))).toMatchObject({
      exitCode: 0,
      outcome: 'board-missing',
    });
  });

  it('gets the declared answers to its prompts, one at a time', async () => {
    const dir = script(
      'printf "Port? "; read a; printf "Erase chip [y/N]: "; read b; echo "got $a and $b"; exit 0',
    );
    const prompts = [
      { pattern: '^Port\\?', answer: 'COM7' },
      { pattern: 'Erase chip', answer: 'n' },
    ];
    const end = value(await runStep(step({ command: ['flash.sh'], prompts }), deps(dir)));
    expect(end.output).toContain('got COM7 and n');
  });

  it('gets the answer to a question whose line has ended, where its pattern says so', async () => {
    const dir = script('echo "Which port?"; read a; echo "got $a"');
    const ask = (pattern: string) =>
      runStep(
        step({ command: ['flash.sh'], prompts: [{ pattern, answer: 'COM7' }], timeoutSec: 5 }),
        deps(dir),
      );
    expect(value(await ask('Which port\\?\\n$')).output).toContain('got COM7');
    const stuck = value(await ask('Which port'));
    expect(stuck).toMatchObject({ outcome: 'failed', cut: 'timeout' });
    expect(stuck.message).toContain('Which port?');
  });

  it('is answered in its own encoding', async () => {
    const dir = script('printf "Board? "; read a; printf "%s" "$a" | od -An -tx1');
    const prompts = [{ pattern: '^Board', answer: '板' }];
    const end = value(await runStep(step({ command: ['flash.sh'], encoding: 'gbk', prompts }), deps(dir)));
    expect(end.output).toContain('b0 e5');
  });

  it('finds nobody who answers what the profile does not declare', async () => {
    const dir = script('printf "Erase everything? "; read a; echo "[$a]"');
    expect(value(await runStep(step({ command: ['flash.sh'] }), deps(dir))).output).toContain('[]');
    const prompts = [{ pattern: 'Port', answer: 'x' }];
    const stuck = value(await runStep(step({ command: ['flash.sh'], prompts, timeoutSec: 5 }), deps(dir)));
    expect(stuck).toMatchObject({ outcome: 'failed', cut: 'timeout' });
    expect(stuck.message).toContain('Erase everything?');
  });

  it('is ended with all that it started when its time is over', async () => {
    const dir = script('sleep 60 & echo "child $!"; wait');
    const end = value(await runStep(step({ command: ['flash.sh'], timeoutSec: 5 }), deps(dir)));
    expect(end).toMatchObject({ outcome: 'failed', cut: 'timeout' });
    const child = Number(/child (\d+)/.exec(end.output)?.[1]);
    await until(() => !alive(child));
  });

  it('has ended when it ends, also where what it left running holds its output', async () => {
    const dir = script('sleep 600 & echo "child $!"');
    const end = value(await runStep(step({ command: ['flash.sh'] }), deps(dir)));
    process.kill(Number(/child (\d+)/.exec(end.output)?.[1]), 'SIGKILL');
    expect(end).toMatchObject({ outcome: 'done', cut: null });
  });

  it('that left something running which left its process group is not waited for', async () => {
    const dir = script('setsid sleep 600 & echo "child $!"; sleep 600');
    const end = value(await runStep(step({ command: ['flash.sh'], timeoutSec: 1 }), deps(dir)));
    process.kill(Number(/child (\d+)/.exec(end.output)?.[1]), 'SIGKILL');
    expect(end).toMatchObject({ outcome: 'failed', cut: 'timeout' });
  });

  it('is not ended between the markers of what must not be broken off', async () => {
    const abort = new AbortController();
    const dir = script('echo "Erasing sector 0"; sleep 1; echo "written 1"; echo "Done erasing"; sleep 60');
    const marks = { unsafeFrom: '^Erasing', safeAgain: '^Done' };
    const running = runStep(
      step({ command: ['flash.sh'], ...marks }),
      deps(dir, { signal: abort.signal, onOutput: (text) => text.includes('Erasing') && abort.abort() }),
    );
    const end = value(await running);
    expect(end).toMatchObject({ cut: 'aborted', outcome: 'failed' });
    expect(end.output).toContain('Done erasing');
  });

  it.each([
    ['echo "Erasing sector 0"', 'failed'],
    ['echo "Erasing sector 0"; printf "Done"', 'done'],
    ['echo nothing to erase', 'done'],
  ])('with exit code 0 after %j is %s', async (said, outcome) => {
    const marks = { unsafeFrom: '^Erasing', safeAgain: '^Done' };
    const declared = step({ command: ['flash.sh'], ...marks, outcomes: [{ exitCode: 0, outcome: 'done' }] });
    for (const one of [step({ command: ['flash.sh'], ...marks }), declared])
      expect(value(await runStep(one, deps(script(said))))).toMatchObject({ exitCode: 0, outcome });
  });

  it('is read in its own encoding, a character cut in two included', async () => {
    const dir = script("printf '\\261\\340'; sleep 0.1; printf '\\263\\nok\\311\\n'");
    const end = value(await runStep(step({ command: ['flash.sh'], encoding: 'gbk' }), deps(dir)));
    expect(end.output.startsWith('编')).toBe(true);
    const wide = script("printf 'o\\000k\\000'");
    const utf16 = value(await runStep(step({ command: ['flash.sh'], encoding: 'utf-16le' }), deps(wide)));
    expect(utf16.output).toBe('ok');
    const oem = script("printf '\\201'");
    const cp850 = deps(oem, { oemCodePage: 850 });
    expect(value(await runStep(step({ command: ['flash.sh'], encoding: 'oem' }), cp850)).output).toBe('ü');
  });

  it('whose output is in another encoding than declared is told which key says so', async () => {
    const dir = script(`printf '\\311\\325'; exit 1`);
    const told = async (encoding: ScriptStep['encoding']) => {
      const one = step({ command: ['flash.sh'], encoding });
      return stepProblem(one, 'failed', value(await runStep(one, deps(dir))));
    };
    expect((await told('utf-8')).next).toContain('`encoding`');
    expect(await told('gbk')).toMatchObject({
      message: expect.stringContaining('烧'),
      next: expect.stringContaining('`outcomes`'),
    });
  });

  it('does not see keys of other services', async () => {
    process.env.SOME_API_KEY = 'k';
    const dir = script('echo "[$SOME_API_KEY]"');
    const end = value(await runStep(step({ command: ['flash.sh'] }), deps(dir)));
    delete process.env.SOME_API_KEY;
    expect(end.output).toBe('[]\n');
  });

  it('is not started where that is refused at the last moment, and is told of once else', async () => {
    const dir = script('echo run >> runs');
    const spent = { code: 'FLASH_BUDGET_SPENT' as const, message: 'that was all' };
    const refused = await runStep(step({ command: ['flash.sh'] }), deps(dir, { begin: () => fail(spent) }));
    expect(refused).toEqual(fail(spent));
    expect(existsSync(path.join(dir, 'runs'))).toBe(false);
    const begin = vi.fn(() => ok(undefined));
    value(await runStep(step({ command: ['flash.sh'] }), deps(dir, { begin })));
    expect(begin).toHaveBeenCalledTimes(1);
    expect(readFileSync(path.join(dir, 'runs'), 'utf8')).toBe('run\n');
  });

  it.each([
    [['./nothing-here'], 'nothing-here', /no such script or program: \S+$/, /correct `command`/],
    [['gone.sh'], 'gone.sh', /no such script or program: \S+$/, /correct `command`/],
    [['folder.sh'], 'folder.sh', /^a folder is no script: folder\.sh/, /correct `command`/],
    [['flash.sh', 'nowhere'], 'nowhere', /no working folder nowhere/, /correct `cwd`/],
    [
      ['lost.sh'],
      'lost.sh',
      /^there is no \/opt\/none\/sh on this computer, which runs lost\.sh/,
      /first line/,
    ],
    [['./lost'], 'lost', /^there is no \/opt\/none\/sh on this computer, which runs lost$/, /first line/],
    [['./unmarked'], 'unmarked', /not marked as executable: unmarked/, /^chmod \+x '?.*unmarked/],
    [['no-such-tool'], 'no-such-tool', /not on PATH: no-such-tool/, /install it/],
    [['flash.ps1'], 'flash.ps1', /^there is no pwsh on/, /install PowerShell/],
  ])(
    'that cannot be started is told as %j, whatever its `outcomes` say',
    async (words, where, what, next) => {
      const dir = script('exit 0');
      mkdirSync(path.join(dir, 'folder.sh'));
      for (const name of ['lost', 'lost.sh'].map((one) => path.join(dir, one)))
        writeFileSync(name, '#!/opt/none/sh\n', { mode: 0o755 });
      for (const name of ['unmarked', 'flash.ps1']) writeFileSync(path.join(dir, name), 'exit 0\n');
      const [file = '', cwd] = words;
      const outcomes = [{ outcome: 'done' as const }];
      vi.stubEnv('PATH', '/usr/bin:/bin');
      onTestFinished(() => void vi.unstubAllEnvs());
      let begun = 0;
      const begin = () => {
        begun += 1;
        return ok(undefined);
      };
      const end = await runStep(step({ command: [file], cwd, outcomes }), deps(dir, { begin }));
      expect(end).toMatchObject({ ok: false, error: { code: 'TOOLCHAIN_MISSING' } });
      expect(begun, 'it is not counted as a write').toBe(0);
      if (end.ok) return;
      expect(end.error.where).toBe(where.startsWith('no-such') ? where : path.join(dir, where));
      expect([end.error.message, end.error.next]).toEqual([
        expect.stringMatching(what),
        expect.stringMatching(next),
      ]);
    },
  );
});

const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
