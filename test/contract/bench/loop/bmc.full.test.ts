import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { type IpmiMachine, PASSWORD, startIpmiMachine, USER } from '../../../fixtures/bmc/ipmi-machine.js';
import { bundleCommandLine, type CommandLine } from '../../../fixtures/loop/command-line.js';
import { ON_QEMU, TYPO, targetProject, writeTask } from '../../../fixtures/loop/projects.js';

let cli: CommandLine;
let machine: IpmiMachine;
let home: string;
let dir: string;
let task: string;
beforeAll(async () => {
  cli = await bundleCommandLine();
  home = cli.freshHome();
  dir = path.join(cli.root, 'user');
  mkdirSync(dir);
  machine = await startIpmiMachine(path.join(cli.root, 'sim'));
  task = prepare();
});
afterAll(async () => {
  await machine?.close();
  cli?.close();
});

const bootImage = (): string => path.join(dir, 'boot.elf');
const GOOD = () => ['qemu-system-arm', '-machine', 'lm3s6965evb', '-kernel', bootImage()];
/** Is on, and says nothing. */
const DEAD = ['qemu-system-arm', '-machine', 'none'];

/** A broken ring buffer, and a machine that boots what `deploy` puts into its place. */
function prepare(): string {
  targetProject(path.join(dir, 'fw'), TYPO);
  writeFileSync(path.join(dir, 'deploy.sh'), 'cp "$1" "$2"\n');
  const profile = {
    ...{ id: 'rack-7', kind: 'bmc', title: 'Rack 7', host: '127.0.0.1', user: USER },
    password: { env: 'RACK7_PASSWORD' },
    ipmi: { port: machine.port, cipherSuite: 3 },
    deploy: { command: ['./deploy.sh', '{image}', bootImage()] },
    boot: { offSec: 0.1 },
    health: { banner: 'ring_', timeoutSec: 20 },
    testEnd: { pattern: '^(OK|FAIL)$', silenceSec: 30 },
  };
  writeFileSync(path.join(dir, 'rack-7.yaml'), stringify(profile));
  // its time runs while the machine is switched off and on
  const test = { ...Object(ON_QEMU.test), timeoutSec: 120 };
  return writeTask(path.join(dir, 'task.yaml'), './fw', { ...ON_QEMU, profile: './rack-7.yaml', test });
}

const run = (approve: string) =>
  cli.run(['run', task, '--approve', approve, '--json'], {
    home,
    cwd: dir,
    env: { RACK7_PASSWORD: PASSWORD },
  });

describe('the loop on a machine behind a management controller', () => {
  it('deploys, switches the machine, hears the test over LAN and converges, though it did not come up at first', async () => {
    machine.load(DEAD, GOOD());
    const ran = await run('build,patch,flash,power,publish,exec');
    const report = ran.lines.at(-1);
    expect(report, ran.stdout.slice(-2000) + ran.stderr).toMatchObject({
      type: 'report',
      final_status: 'SUCCESS',
    });
    expect(report?.tests).toMatchObject({ passed: 4, failed: 0 });
    expect(ran.lines.filter((line) => line.event === 'env_failed')).toHaveLength(1);
    const asked = ran.lines.find((line) => line.type === 'gate' && line.scope === 'power');
    expect(asked?.subject).toMatch(
      /machine: Rack 7 \(admin@127\.0\.0\.1, ipmi\)[\s\S]*action: deploy the image\naction: switch it off and on\n.*deploy\.sh/,
    );
    expect(ran.stdout + ran.stderr).not.toContain(PASSWORD);
  });

  it.each([
    ['all', 'exec'],
    ['build,patch,flash,power,publish', 'exec'],
    ['build,patch,flash,publish,exec', 'power'],
    ['build,patch,power,publish,exec', 'power'],
  ])(
    'touches nothing where nobody agreed to its programs, to deploy and to switch, but to %s',
    async (approved, asked) => {
      const before = machine.told.length;
      const ran = await run(approved);
      expect(ran.code).toBe(4);
      expect(ran.lines.filter((line) => line.type === 'gate' && line.answer === null)).toMatchObject([
        { scope: asked },
      ]);
      expect(machine.told).toHaveLength(before);
    },
  );
});
