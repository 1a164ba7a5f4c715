import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { edgesOf } from '../../fixtures/delivery-scene.js';
import { bundleCommandLine, type CommandLine, type Ran, runIds } from '../../fixtures/loop/command-line.js';
import { AGREED, prepareUno, type Uno } from '../../fixtures/loop/uno.js';
import { type Board, buildBoard, powerOn } from '../../fixtures/simavr/optiboot-board.js';

let cli: CommandLine;
let board: Board;
let uno: Uno;
let id = '';
let delivery = '';

beforeAll(async () => {
  cli = await bundleCommandLine();
  const files = await buildBoard(path.join(cli.freshHome(), '..', 'board'));
  board = await powerOn(files, path.join(path.dirname(files.program), 'flash.bin'));
  uno = prepareUno(cli, { find: { port: board.port }, profile: { drives: 'nothing' } });
  const other = readFileSync(path.join(uno.dir, 'uno.yaml'), 'utf8').replace('id: uno', 'id: uno-too');
  writeFileSync(path.join(uno.dir, 'uno-too.yaml'), other);
  const run = await cli.run(['run', uno.task, ...AGREED], at());
  expect(run.lines.at(-1), run.stderr).toMatchObject({ final_status: 'SUCCESS' });
  const listed = await cli.run(['boards', 'list', '--json'], { home: uno.home });
  id = String(JSON.parse(listed.stdout).boards[0].id);
}, 120_000);
afterAll(async () => {
  await board?.powerOff();
  cli.close();
});

const at = () => ({ home: uno.home, cwd: uno.dir });
const [, POLICY = ''] = AGREED;
const ALL = ['--approve', `${POLICY},deploy`, '--json'];

/** Hash of the content that the board is known to hold. */
function held(): string {
  const file = path.join(uno.home, 'boards', encodeURIComponent(id).replaceAll('.', '%2E'), 'record.json');
  return JSON.parse(readFileSync(file, 'utf8')).holds.content;
}

/** The firmware with a smaller buffer. */
function otherImage(): string {
  const copy = path.join(uno.dir, 'other');
  cpSync(path.join(uno.home, 'runs', delivery, 'clone'), copy, { recursive: true });
  const header = path.join(copy, 'src', 'ring.h');
  const text = readFileSync(header, 'utf8');
  writeFileSync(header, text.replace(/RING_SIZE (\d+)/, 'RING_SIZE 6'));
  execFileSync('make', ['-B'], { cwd: copy, stdio: 'pipe' });
  return path.join(copy, 'build', 'app.elf');
}

const gatesOf = ({ lines }: Ran) => lines.filter((line) => line.type === 'gate');

/** Answers what waits, and goes on. */
async function answered(end: Ran, answer: 'yes' | 'no'): Promise<Ran> {
  const gate = gatesOf(end).findLast((line) => line.answer === null);
  expect([end.code, gate?.scope], end.stderr).toEqual([4, 'deploy']);
  const [run, name, code] = [gate?.run, gate?.gate, gate?.code].map(String);
  await cli.run(['approve', run ?? '', name ?? '', answer, '--code', code ?? ''], at());
  return cli.run(['resume', run ?? '', ...AGREED], at());
}

describe('a delivery to a board', () => {
  it('writes the release image of the commit, after a yes to the deployment and one to the flash', async () => {
    const [run = ''] = runIds(uno.home);
    const end = await cli.run(
      ['deliver', run, '--deploy', './uno.yaml', '--deploy', './uno-too.yaml', ...ALL],
      at(),
    );
    expect(edgesOf(end).slice(-4), end.stderr).toEqual([
      'COMMITTING commit_success DEPLOYING',
      'DEPLOYING deploy_prepared DEPLOYING',
      'DEPLOYING deploy_success DEPLOYING',
      'DEPLOYING deploy_success DONE',
    ]);
    expect(end.lines.at(-1)).toMatchObject({ outcome: 'deployed', deployed: [{ board: id }, {}] });
    expect(new Set(gatesOf(end).map(({ scope }) => scope))).toEqual(
      new Set(['build', 'flash', 'publish', 'deploy']),
    );
    delivery = runIds(uno.home).find((one) => one !== run) ?? '';
  });

  it('puts back what the board held where a later one fails', async () => {
    const release = held();
    const flashed = await cli.run(['flash', '--profile', './uno.yaml', otherImage(), ...AGREED], at());
    expect(flashed.code, flashed.stderr).toBe(0);
    const before = held();
    expect(before).not.toBe(release);
    const asked = await cli.run(['tell', delivery, 'deploy it', ...AGREED], at());
    const again = await answered(asked, 'yes');
    expect(held()).toBe(release);
    const end = await answered(again, 'no');
    expect(edgesOf(end).at(-1)).toBe('DEPLOYING rolled_back DONE');
    expect(end.lines.at(-1)).toMatchObject({ outcome: 'deploy_failed', retries: { deploy: 0 } });
    expect(held()).toBe(before);
  });

  it('puts back what the board held where the new image is verified and the board does not come up with it', async () => {
    // the same board: it goes by the id of its profile
    const strict = readFileSync(path.join(uno.dir, 'uno.yaml'), 'utf8');
    const health = 'health: { banner: release 2 is up, timeoutSec: 1 }\n';
    writeFileSync(path.join(uno.dir, 'uno-strict.yaml'), `${strict}${health}`);
    const [run = ''] = runIds(uno.home).sort();
    const asked = await cli.run(['deliver', run, '--deploy', './uno-strict.yaml', ...AGREED], at());
    const refused = await answered(asked, 'no');
    expect(refused.lines.at(-1)).toMatchObject({ outcome: 'deploy_failed' });
    // its tests have left the release on the board
    await cli.run(['flash', '--profile', './uno.yaml', otherImage(), ...AGREED], at());
    const before = held();
    const strictly = String(refused.lines.at(-1)?.run);
    const again = await answered(await cli.run(['tell', strictly, 'deploy it', ...AGREED], at()), 'yes');
    const failed = again.lines.find(({ event }) => event === 'deploy_fail');
    expect(String(failed?.reason), again.stderr).toContain(
      'does not come up with the new image: the banner "release 2 is up" did not appear',
    );
    expect(edgesOf(again).at(-1)).toBe('DEPLOYING rolled_back DEPLOYING');
    expect(held()).toBe(before);
    const end = await answered(again, 'no');
    expect(end.lines.at(-1)).toMatchObject({
      outcome: 'deploy_failed',
      rolled_back: [{ board: id, problem: null }],
    });
  });
});
