import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { type Converged, converged, deliver, edgesOf } from '../../fixtures/delivery-scene.js';
import { bundleCommandLine, type CommandLine, type Ran } from '../../fixtures/loop/command-line.js';
import { ringProject, TYPO } from '../../fixtures/loop/projects.js';

let cli: CommandLine;
let scene: Converged;
beforeAll(async () => {
  cli = await bundleCommandLine();
  const make = (dir: string): string => {
    const repo = ringProject(dir, TYPO);
    profile(path.dirname(dir), 'bench', { test: { command: ['sh', '-c', 'chmod +x bench && ./bench'] } });
    return repo;
  };
  const task = { profile: './bench.yaml', test: { command: undefined } };
  scene = await converged(cli, task, { make, approve: 'build,patch,flash,publish,exec' });
}, 120_000);
afterAll(() => cli.close());

/** Writes a profile whose board is the file `NAME`, and each write a line of `NAME.log`. */
function profile(dir: string, id: string, more: object = {}, after = ''): void {
  writeFileSync(path.join(dir, `${id}.sh`), `cp "$1" ${id} && echo written >> ${id}.log\n${after}\n`);
  const flash = { command: [`./${id}.sh`, '{image}'] };
  const whole = { id, kind: 'script', title: `A board behind ${id}`, flash, ...more };
  writeFileSync(path.join(dir, `${id}.yaml`), stringify(whole));
}

const user = (): string => path.dirname(scene.repo);
const written = (id: string): number =>
  existsSync(path.join(user(), `${id}.log`))
    ? readFileSync(path.join(user(), `${id}.log`), 'utf8')
        .trim()
        .split('\n').length
    : 0;
const hashOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

const deploy = (id: string): Promise<Ran> =>
  deliver(cli, scene, '--deploy', `./${id}.yaml`, '--approve', 'build,flash,publish,deploy,exec');

describe.runIf(process.platform !== 'win32')('a delivery by a vendor’s script', () => {
  it('hands the release image to the script, after a yes to the deployment and one to the flash', async () => {
    profile(user(), 'good');
    const end = await deploy('good');
    expect(edgesOf(end).slice(-3), end.stderr).toEqual([
      'COMMITTING commit_success DEPLOYING',
      'DEPLOYING deploy_prepared DEPLOYING',
      'DEPLOYING deploy_success DONE',
    ]);
    const image = hashOf(path.join(user(), 'good'));
    expect(end.lines.at(-1)).toMatchObject({ outcome: 'deployed', deployed: [{ board: 'good', image }] });
    const asked = end.lines.filter(({ type }) => type === 'gate');
    const gate = asked.find(({ scope }) => scope === 'deploy');
    expect(String(gate?.subject)).toContain('a board that a script writes cannot be put back');
    expect(asked.some(({ scope, subject }) => scope === 'flash' && String(subject).includes('good.sh'))).toBe(
      true,
    );
    expect([end.code, written('good')]).toEqual([0, 1]);
  });

  it.each([
    ['a script that ends with an error', 'broken', {}, 'echo no target; exit 3', 'no target'],
    [
      'one that says so and ends well, where the profile knows its words',
      'liar',
      { flash: { outcomes: [{ pattern: '^ERROR', outcome: 'failed', message: 'the verification failed' }] } },
      'echo ERROR at 0x100; exit 0',
      'the verification failed',
    ],
  ])(
    '%s: is a failed deployment, tried three times, and says that nothing can be put back',
    async (_, id, more, after, why) => {
      const { flash } = more as { flash?: object };
      profile(user(), id, { flash: { command: [`./${id}.sh`, '{image}'], ...flash } }, after);
      const end = await deploy(id);
      const report = end.lines.at(-1);
      expect(report, end.stderr).toMatchObject({
        outcome: 'deploy_failed',
        retries: { deploy: 2 },
        deployed: [],
      });
      expect(String(report?.reason)).toContain(why);
      expect(String(report?.reason)).toContain('cannot be put back');
      expect(report?.rolled_back).toMatchObject([{ board: id, problem: { code: 'USAGE' } }]);
      expect([end.code, written(id)]).toEqual([1, 3]);
    },
  );

  it('a script profile that writes nothing is refused before anything begins', async () => {
    profile(user(), 'idle', { flash: undefined });
    const end = await deploy('idle');
    expect([end.code, end.stderr + end.stdout]).toEqual([2, expect.stringContaining('has no `flash`')]);
  });
});
