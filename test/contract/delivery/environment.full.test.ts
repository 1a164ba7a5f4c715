import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { branchesOf, type Converged, converged, deliver, edgesOf } from '../../fixtures/delivery-scene.js';
import { bundleCommandLine, type CommandLine, runIds } from '../../fixtures/loop/command-line.js';
import { ringProject, TYPO } from '../../fixtures/loop/projects.js';

const APPROVED = 'build,patch,flash,publish,exec';

/** A vendor's flasher: its board is there while the file `plugged` is, and each look at it is a line of `looks`. */
const FLASH = `echo look >> looks
test -e plugged || { echo no target; exit 7; }
cp "$1" board
`;

let cli: CommandLine;
let scene: Converged;
const at = (name: string): string => path.join(path.dirname(scene.repo), name);
const looks = (): number =>
  existsSync(at('looks')) ? readFileSync(at('looks'), 'utf8').split('\n').length - 1 : 0;

beforeAll(async () => {
  cli = await bundleCommandLine();
  const make = (dir: string): string => {
    const repo = ringProject(dir, TYPO);
    const file = (name: string, text: string) => writeFileSync(path.join(path.dirname(dir), name), text);
    file('plugged', '');
    file('flash.sh', FLASH);
    const outcomes = [{ exitCode: 7, outcome: 'board-missing', message: 'the board is not plugged in' }];
    const flash = { command: ['./flash.sh', '{image}'], outcomes };
    const test = { command: ['sh', '-c', 'chmod +x board && ./board'] };
    file('bench.yaml', stringify({ id: 'bench', kind: 'script', title: 'A board', flash, test }));
    return repo;
  };
  const task = { profile: './bench.yaml', test: { command: undefined } };
  scene = await converged(cli, task, { make, approve: APPROVED });
}, 120_000);
afterAll(() => cli.close());

describe.runIf(process.platform !== 'win32')('a delivery whose board was unplugged', () => {
  it('looks for it once more, then ends with its name: no case failed, nothing is pushed or committed', async () => {
    rmSync(at('plugged'));
    rmSync(at('looks'));
    const end = await deliver(cli, scene, '--approve', APPROVED);
    expect(edgesOf(end).slice(-2), end.stderr).toEqual([
      'LINTING lint_pass TESTING',
      'TESTING exception DONE',
    ]);
    const report = end.lines.at(-1);
    expect(report).toMatchObject({
      outcome: 'environment_failed',
      tests: [],
      retries: { test: 0 },
      committed: null,
    });
    for (const said of ['could not run on bench', 'not plugged in', 'was not judged', 'benchloop tell'])
      expect(String(report?.reason)).toContain(said);
    expect([end.code, looks(), branchesOf(scene)]).toEqual([1, 2, []]);
  });

  it('goes on to the commit once it is plugged in, when the tests are asked for', async () => {
    const run = runIds(scene.home).find((one) => one !== scene.run) ?? '';
    writeFileSync(at('plugged'), '');
    const { home } = scene;
    const end = await cli.run(['tell', run, 'run the tests', '--approve', APPROVED, '--json'], { home });
    expect(end.lines.at(-1), end.stderr).toMatchObject({ outcome: 'committed', tests: [{ failed: [] }] });
    expect(branchesOf(scene)).toHaveLength(1);
  });
});
