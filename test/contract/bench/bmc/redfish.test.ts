import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { redfishPower } from '../../../../electron/bench/bmc/redfish/redfish-power.js';
import { type BmcProfile, BmcProfileSchema } from '../../../../shared/profile/bmc.js';
import { PASSWORD, USER } from '../../../fixtures/bmc/ipmi-machine.js';
import { type Options, type RedfishService, startRedfish } from '../../../fixtures/bmc/redfish-service.js';
import { sessionsIn, wholeTest } from '../../../fixtures/bmc/sessions.js';
import { realExec } from '../../../fixtures/exec.js';

const run = promisify(execFile);
const dir = mkdtempSync(join(tmpdir(), 'bl-redfish-'));
const never = new AbortController().signal;
let open: ReturnType<typeof sessionsIn>;
beforeAll(async () => {
  open = sessionsIn(dir, await realExec());
  process.env.REDFISH_TEST_PASSWORD = PASSWORD;
});
afterAll(() => {
  delete process.env.REDFISH_TEST_PASSWORD;
  rmSync(dir, { recursive: true, force: true });
});

const services: RedfishService[] = [];
afterEach(async () => {
  for (const service of services.splice(0)) await service.close();
});

const SYSTEMS = '/redfish/v1/Systems';
const resetOf = (id: string) => `${SYSTEMS}/${id}/Actions/ComputerSystem.Reset`;

/** A machine that is only a switch, and its service. */
async function start(o: Options = {}) {
  let on = true;
  const machine = {
    isOn: () => on,
    turn: async (how: string) => {
      on = how !== 'off';
    },
  };
  const service = await startRedfish(machine, o);
  services.push(service);
  return { service, machine };
}

const profileOf = (redfish: object, parts: object = {}): BmcProfile =>
  BmcProfileSchema.parse({
    ...{ id: 'rack-7', kind: 'bmc', title: 'Rack 7', host: '127.0.0.1', user: USER, power: 'redfish' },
    password: { env: 'REDFISH_TEST_PASSWORD' },
    redfish,
    boot: { offSec: 0.1 },
    ...parts,
  });

const powerOf = (redfish: object, parts: object = {}, password = PASSWORD) =>
  redfishPower({ profile: profileOf(redfish, parts), password });

describe('the service that stands in for a controller', () => {
  it("understands DMTF's own client, and is understood by it", async () => {
    const { service, machine } = await start({ tlsDir: dir });
    const redfishtool = (...words: string[]) =>
      run('redfishtool', [
        '-r',
        `127.0.0.1:${service.port}`,
        '-u',
        USER,
        '-p',
        PASSWORD,
        '-S',
        'Always',
        ...words,
      ]);
    await redfishtool('-A', 'Session', 'Systems', '-F', 'reset', 'ForceOff');
    expect(machine.isOn()).toBe(false);
    const told = await redfishtool('-A', 'Basic', 'Systems', '-F', 'get');
    expect(JSON.parse(told.stdout)).toMatchObject({ PowerState: 'Off' });
    expect(service.resets).toEqual(['ForceOff']);
  });
});

describe('power by Redfish', () => {
  it('finds the system by links, says whether it is on, and switches it; no session is left', async () => {
    const { service } = await start();
    const power = powerOf({ scheme: 'http', port: service.port });
    expect(await power.isOn(never)).toEqual({ ok: true, value: true });
    expect(await power.apply('off', never)).toEqual({ ok: true, value: undefined });
    expect(await power.isOn(never)).toEqual({ ok: true, value: false });
    expect(await power.apply('on', never)).toMatchObject({ ok: true });
    expect(await power.apply('reset', never)).toMatchObject({ ok: true });
    expect(service.resets).toEqual(['ForceOff', 'On', 'ForceRestart']);
    expect(service.openSessions()).toBe(0);
  });

  it('asks as basic authentication where the profile says so', async () => {
    const { service } = await start();
    expect(await powerOf({ scheme: 'http', port: service.port, auth: 'basic' }).isOn(never)).toMatchObject({
      ok: true,
    });
    expect(service.asked.some((line) => line.includes('Sessions'))).toBe(false);
  });

  it('chooses among what the machine allows, also where an ActionInfo says it', async () => {
    const { service } = await start({ actionInfo: true, allowed: ['ForceOn', 'ForceOff', 'PowerCycle'] });
    const power = powerOf({ scheme: 'http', port: service.port });
    expect(await power.apply('on', never)).toMatchObject({ ok: true });
    expect(await power.apply('reset', never)).toMatchObject({ ok: true });
    expect(service.resets).toEqual(['ForceOn', 'PowerCycle']);
    const only = await start({ allowed: ['GracefulShutdown'] });
    const refused = await powerOf({ scheme: 'http', port: only.service.port }).apply('off', never);
    expect(refused).toMatchObject({
      ok: false,
      error: {
        code: 'BMC_FAILURE',
        message: expect.stringMatching(/none of ForceOff .* only GracefulShutdown/),
      },
    });
    expect(only.service.openSessions()).toBe(0);
  });

  it('wants to know which of several systems is meant', async () => {
    const { service } = await start({ systems: ['left', 'right'] });
    const at = { scheme: 'http', port: service.port };
    expect(await powerOf(at).isOn(never)).toMatchObject({
      ok: false,
      error: { next: expect.stringContaining('left, right') },
    });
    expect(await powerOf({ ...at, system: 'right' }).apply('off', never)).toMatchObject({ ok: true });
    expect(service.asked.filter((line) => line.includes('Actions'))).toEqual([
      'POST /redfish/v1/Systems/right/Actions/ComputerSystem.Reset',
    ]);
  });

  it.each(['session', 'basic'])('says in the words of the service who is refused (%s)', async (auth) => {
    const { service } = await start();
    const power = powerOf({ scheme: 'http', port: service.port, auth }, {}, 'wrong');
    expect(await power.isOn(never)).toMatchObject({
      ok: false,
      error: {
        code: 'PORT_PERMISSION',
        message: expect.stringContaining('Unauthorized access was refused.'),
      },
    });
  });

  it.each<[string, Options]>([
    ['a broken one', { broken: ['a'] }],
    ['pages', { paged: true }],
  ])('finds the system that the profile names among several, with %s', async (_, o) => {
    const { service } = await start({ systems: ['a', 'b'], ...o });
    const named = { scheme: 'http', port: service.port, system: 'b' };
    expect(await powerOf(named).apply('off', never)).toMatchObject({ ok: true });
    const unnamed = await powerOf({ scheme: 'http', port: service.port }).apply('off', never);
    expect(unnamed).toMatchObject({ ok: false, error: { code: 'BMC_FAILURE' } });
    expect(service.resets).toEqual(['ForceOff']);
  });

  it('follows the service to another path, also with an action that may be sent again', async () => {
    const { service } = await start({
      systems: ['a', 'b'],
      paged: true,
      moved: {
        [`GET ${SYSTEMS}`]: [301, '/redfish/v1/SystemsPages/0'],
        [`POST ${resetOf('a')}`]: [307, resetOf('b')],
      },
    });
    const power = powerOf({ scheme: 'http', port: service.port, system: 'a' });
    expect(await power.apply('off', never)).toMatchObject({ ok: true });
    expect(service.resets).toEqual(['ForceOff']);
  });

  it('sends nothing to another service, and no action again that may not be', async () => {
    const { service: other } = await start();
    const cases: [string, [number, string], string][] = [
      [`GET ${SYSTEMS}`, [302, `http://127.0.0.1:${other.port}${SYSTEMS}`], 'another service'],
      [`POST ${resetOf('a')}`, [307, `http://localhost${resetOf('a')}`], 'another service'],
      [`POST ${resetOf('a')}`, [302, resetOf('b')], '(302)'],
      [`GET ${SYSTEMS}`, [308, SYSTEMS], 'in a circle'],
    ];
    for (const [what, where, message] of cases) {
      const { service } = await start({ systems: ['a'], moved: { [what]: where } });
      expect(await powerOf({ scheme: 'http', port: service.port }).apply('off', never)).toMatchObject({
        ok: false,
        error: { code: 'BMC_FAILURE', message: expect.stringContaining(message) },
      });
      expect(service.resets).toEqual([]);
    }
    expect(other.asked).toEqual([]);
  });

  it('says that this user sees no system', async () => {
    const { service } = await start({ systems: [] });
    const none = await powerOf({ scheme: 'http', port: service.port }).isOn(never);
    expect(none).toMatchObject({ ok: false, error: { message: expect.stringContaining('no system') } });
  });

  it('says that nobody answers, and that what answers is no Redfish service', async () => {
    const { service } = await start();
    await service.close();
    services.splice(0);
    const nobody = await powerOf({ scheme: 'http', port: service.port }).isOn(never);
    expect(nobody).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('does not answer') },
    });
  });
});

describe("a controller's certificate", () => {
  it('is accepted where it is pinned or signed by the declared authority, else nothing is sent', async () => {
    const { service } = await start({ tlsDir: dir });
    const { port, fingerprint } = service;
    const unknown = await powerOf({ port }).isOn(never);
    expect(unknown).toMatchObject({ ok: false, error: { message: expect.stringContaining(fingerprint) } });
    const other = fingerprint.replace(/^../, (byte) => (byte === '00' ? '01' : '00'));
    expect(await powerOf({ port, fingerprint: other }).isOn(never)).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('another certificate than the pinned one') },
    });
    expect(service.asked).toEqual([]);
    expect(await powerOf({ port, fingerprint }).isOn(never)).toEqual({ ok: true, value: true });
    expect(await powerOf({ port, ca: join(dir, 'cert.pem') }).isOn(never)).toEqual({ ok: true, value: true });
    expect(await powerOf({ port, ca: join(dir, 'none.pem') }).isOn(never)).toMatchObject({ ok: false });
  });
});

describe('a machine with Redfish and a program as its console', () => {
  it('is switched off and on while the console is open, and its test is heard', async () => {
    const { service } = await start();
    const program = join(dir, 'console.sh');
    writeFileSync(
      program,
      'echo booting; read -r line; echo "heard $line"; echo "1..1"; echo "ok 1 - all"; exec cat\n',
    );
    const profile = profileOf(
      { scheme: 'http', port: service.port },
      {
        console: { command: ['sh', program], enter: 'lf' },
        boot: { offSec: 0, prompts: [{ pattern: '^$', answer: 'hello' }] },
        testEnd: { silenceSec: 60 },
      },
    );
    const test = await wholeTest(open(profile));
    expect(test).toMatchObject({ ended_by: 'pattern', said: 'booting\nheard hello\n1..1\nok 1 - all\n' });
    expect(service.resets).toEqual(['ForceOff', 'On']);
    expect(readFileSync(test.consoleFile, 'utf8')).toBe(test.said);
  });

  const consoleOf = (script: string) => ({ console: { command: ['sh', '-c', script] } });

  it('is reset where the profile says so, also where nothing tells whether it is on', async () => {
    const { service } = await start({ stateless: true });
    const redfish = { scheme: 'http', port: service.port };
    const target = open(profileOf(redfish, { ...consoleOf('echo up; exec cat'), boot: { by: 'reset' } }));
    expect(await target.start(never)).toMatchObject({ ok: true });
    await target.stop();
    expect(service.resets).toEqual(['ForceRestart']);
  });

  it('that falls silent is not judged where its controller is gone', async () => {
    const { service } = await start();
    const quiet = { ...consoleOf('echo begun; exec cat'), testEnd: { silenceSec: 1 } };
    const target = open(profileOf({ scheme: 'http', port: service.port }, quiet));
    expect(await target.start(never)).toMatchObject({ ok: true });
    const before = await target.run(never, () => undefined);
    expect(before).toMatchObject({ ok: true, value: { ended_by: 'silence' } });
    expect(await target.start(never)).toMatchObject({ ok: true });
    await services.pop()?.close();
    const after = await target.run(never, () => undefined);
    expect(after).toMatchObject({ ok: false, error: { code: 'BMC_FAILURE' } });
    await target.stop();
  });

  it('that does not answer the command of its test, not even with its echo, is not judged', async () => {
    const { service } = await start();
    const deaf = {
      ...consoleOf('printf "# "; exec cat >/dev/null'),
      test: { prompt: '^# $', command: 'go' },
    };
    const target = open(profileOf({ scheme: 'http', port: service.port }, deaf), { timeoutMs: 2000 });
    expect(await target.start(never)).toMatchObject({ ok: true });
    const end = await target.run(never, () => undefined);
    expect(end).toMatchObject({ ok: false, error: { code: 'TEST_ENV_FAILURE' } });
    await target.stop();
  });
});
