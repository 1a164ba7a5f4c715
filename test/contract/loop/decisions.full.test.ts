import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareDemo } from '../../../electron/core/demo.js';
import type { Decisions } from '../../../shared/decisions.js';
import { value } from '../../fixtures/firmware-run.js';
import { bundleCommandLine, type CommandLine, type Ran } from '../../fixtures/loop/command-line.js';
import { OFF_BY_ONE } from '../../fixtures/loop/projects.js';
import { prepareUno } from '../../fixtures/loop/uno.js';
import { type Board, buildBoard, powerOn } from '../../fixtures/simavr/optiboot-board.js';

const demoDir = fileURLToPath(new URL('../../../native-config/demo', import.meta.url));

let cli: CommandLine;
beforeAll(async () => {
  cli = await bundleCommandLine();
});
afterAll(() => cli.close());

/** More questions than any run may ask. */
const TOO_MANY = 12;

/** Drives a run to its end as a person does who agrees to everything, one question at a time, and nothing before. */
async function driven(home: string, dir: string, task: string): Promise<{ end: Ran; asked: string[] }> {
  const at = { home, cwd: dir };
  const asked: string[] = [];
  let ran = await cli.run(['run', task, '--approve', 'none', '--json'], at);
  while (ran.code === 4 && asked.length < TOO_MANY) {
    const gate = ran.lines.findLast((line) => line.type === 'gate' && line.answer === null);
    const [run, id] = [String(gate?.run), String(gate?.gate)];
    asked.push(String(gate?.scope));
    await cli.run(['approve', run, id, 'yes', '--code', String(gate?.code)], at);
    ran = await cli.run(['resume', run, '--json'], at);
  }
  return { end: ran, asked };
}

const decisionsOf = ({ lines, stderr }: Ran): Decisions => {
  const report = lines.at(-1);
  expect(report, stderr).toMatchObject({ type: 'report', final_status: 'SUCCESS' });
  return report?.decisions as Decisions;
};

describe('the questions of a run on QEMU', () => {
  it('are one where its build is known, and the report counts them', async () => {
    const home = cli.freshHome();
    mkdirSync(home);
    const into = `${home}-demo`;
    const { taskFile } = value(await prepareDemo({ demoDir, into, task: 'compile-typo' }));
    const first = await driven(home, into, taskFile);
    expect(first.asked).toEqual(['build', 'publish']);
    expect(decisionsOf(first.end)).toMatchObject({
      ...{ count: 2, by_scope: { build: 1, publish: 1 }, by_channel: { 'command line': 2 } },
      unasked: { policy: 0 },
    });
    const second = await driven(home, into, taskFile);
    expect(second.asked).toEqual(['publish']);
    const { count, unasked } = decisionsOf(second.end);
    expect(count).toBe(1);
    expect(unasked.stored).toBeGreaterThan(0);
  });
});

describe('the questions of a run on a board that drives nothing', () => {
  let board: Board;
  beforeAll(async () => {
    const files = await buildBoard(path.join(cli.freshHome(), '..', 'board'));
    board = await powerOn(files, path.join(path.dirname(files.program), 'flash.bin'));
  });
  afterAll(() => board?.powerOff());

  it('are two where its build is known: one for all flashes, one for the result', async () => {
    const { home, dir, task } = prepareUno(cli, {
      ...{ find: { port: board.port }, edits: OFF_BY_ONE },
      profile: { drives: 'nothing' },
    });
    const first = await driven(home, dir, task);
    expect(first.asked).toEqual(['build', 'flash', 'publish']);
    const second = await driven(home, dir, task);
    expect(second.asked).toEqual(['flash', 'publish']);
    expect(decisionsOf(second.end)).toMatchObject({ count: 2, by_scope: { flash: 1, publish: 1 } });
    expect(decisionsOf(second.end).unasked.envelope).toBeGreaterThan(0);
  });
});
