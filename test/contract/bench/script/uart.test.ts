import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import iconv from 'iconv-lite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Environment, EnvironmentRequest } from '../../../../electron/bench/environment.js';
import { UNRECORDED } from '../../../../electron/bench/process/children.js';
import { parseCases } from '../../../../electron/bench/results/parse.js';
import { createScriptEnvironment } from '../../../../electron/bench/script/script-environment.js';
import { ScriptProfileSchema } from '../../../../shared/profile/script.js';
import { inEnglish } from '../../../../shared/texts/words.js';
import { realExec } from '../../../fixtures/exec.js';
import { type Cable, plugCable } from '../../../fixtures/serial/cable.js';
import { sharePort } from '../../../fixtures/serial/shared-port.js';
import { until } from '../../../fixtures/until.js';

const SAID = [
  'ring.c:10:test_put:PASS',
  'ring.c:20:test_get:FAIL: 期望 3 得到 4 龘',
  '-----------------------',
  '2 Tests 1 Failures 0 Ignored',
  'FAIL',
  '',
].join('\n');

/** Fails where anybody else has the port, as vendors' flashers do; the board speaks when it has ended. */
const FLASH = '#!/bin/sh\nexec flock -n "$1" cp "$2" board\n';

const exec = await realExec();
let dir: string;
let cable: Cable;
let up: Environment | null;

beforeEach(async () => {
  dir = mkdtempSync(path.join(tmpdir(), 'benchloop-uart-'));
  up = null;
  cable = await plugCable(dir, 'tty');
  const script = (name: string, text: string) => writeFileSync(path.join(dir, name), text, { mode: 0o755 });
  script('flash.sh', FLASH);
  writeFileSync(path.join(dir, 'image.bin'), 'image');
  writeFileSync(path.join(dir, 'said.txt'), iconv.encode(SAID, 'gb18030'));
  script('reset.sh', `#!/bin/sh\ncat said.txt > "$1"\n`);
});
afterEach(async () => {
  await up?.stop();
  await cable.unplug();
  rmSync(dir, { recursive: true, force: true });
});

const far = () => path.join(dir, 'tty-far');
const isLocked = async (): Promise<boolean> => {
  const [code] = await once(spawn('flock', ['-n', cable.device, 'true']), 'exit');
  return code !== 0;
};

function open(profile: object, request: Partial<EnvironmentRequest> = {}): Environment {
  const sessionDir = path.join(dir, 'session');
  mkdirSync(sessionDir, { recursive: true });
  const base = { id: 'vendor', kind: 'script', title: 'A vendor’s', console: { encoding: 'gb18030' } };
  const parsed = ScriptProfileSchema.parse({
    ...base,
    consoleAt: { port: cable.device },
    testEnd: { pattern: '^2 Tests' },
    ...profile,
  });
  const target = {
    findDevice: async () => Promise.reject(new Error('none')),
    entered: async () => {},
    settle: async () => {},
  };
  up = createScriptEnvironment(
    parsed,
    {
      operation: `uart-${path.basename(dir)}`,
      image: path.join(dir, 'image.bin'),
      board: { id: 'vendor-1', port: cable.device, ...target },
      workTree: dir,
      sessionDir,
      timeoutMs: 60_000,
      quietMs: 200,
      agree: async () => true,
      ...request,
    },
    { exec, children: UNRECORDED, home: path.join(dir, 'home'), brokerFile: path.resolve('dist/broker.js') },
  );
  return up;
}

const flashBy = (file: string, ...args: string[]) => ({
  command: [path.join(dir, file), '{port}', '{image}', ...args],
  cwd: dir,
});
const signal = () => new AbortController().signal;

describe.runIf(process.platform === 'linux')(
  'a board that a script flashes and whose console is a serial port',
  () => {
    it('is flashed through its own port, though it is shown, and its cases are read in gb18030', async () => {
      const shown = await sharePort(cable.device, path.join(dir, 'capture'));
      const reset = { command: [path.join(dir, 'reset.sh'), far()], cwd: dir };
      const target = open({ flash: flashBy('flash.sh'), reset });
      expect(await target.start(signal())).toEqual({ ok: true, value: undefined });
      const end = await target.run(signal(), () => undefined);
      if (!end.ok) throw new Error(inEnglish(end.error.message));
      expect(end.value.ended_by).toBe('pattern');
      const { cases } = parseCases(readFileSync(end.value.consoleFile, 'utf8'), 'unity');
      expect(cases).toMatchObject([
        { name: 'test_put', status: 'pass' },
        { name: 'test_get', status: 'fail', message: '期望 3 得到 4 龘' },
      ]);
      expect(readFileSync(path.join(dir, 'board'), 'utf8')).toBe('image');
      shown.close();
    });

    it.each([
      ['fails', 'exit 3', {}, 'SCRIPT_FAILURE'],
      ['takes too long', 'sleep 600', { timeoutSec: 0.5 }, 'SCRIPT_FAILURE'],
    ])('has its port again where the script %s', async (_, script, more, code) => {
      const shown = await sharePort(cable.device, path.join(dir, 'capture'));
      writeFileSync(path.join(dir, 'flash.sh'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
      const target = open({ flash: { ...flashBy('flash.sh'), ...more } });
      expect(await target.start(signal())).toMatchObject({ ok: false, error: { code } });
      expect(await isLocked()).toBe(true);
      shown.close();
    });

    it('has its port again where the script is aborted', async () => {
      const shown = await sharePort(cable.device, path.join(dir, 'capture'));
      writeFileSync(path.join(dir, 'flash.sh'), '#!/bin/sh\ntouch begun\nsleep 600\n', { mode: 0o755 });
      const target = open({ flash: flashBy('flash.sh') });
      const abort = new AbortController();
      const started = target.start(abort.signal);
      await until(() => readable('begun'));
      expect(await isLocked()).toBe(false);
      abort.abort();
      expect(await started).toMatchObject({ ok: false });
      expect(await isLocked()).toBe(true);
      shown.close();
    });

    it('is not flashed, and its port is let go, where nobody agrees', async () => {
      const target = open({ flash: flashBy('flash.sh') }, { agree: async () => false });
      expect(await target.start(signal())).toMatchObject({ error: { code: 'FLASH_DECLINED' } });
      expect(readable('board')).toBe(false);
    });
  },
);

function readable(name: string): boolean {
  try {
    readFileSync(path.join(dir, name));
    return true;
  } catch {
    return false;
  }
}
