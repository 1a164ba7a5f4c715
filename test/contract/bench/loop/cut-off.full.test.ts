import { rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { PHASE_TEXT } from '../../../../electron/bench/flash/phase-text.js';
import {
  bundleCommandLine,
  type CommandLine,
  runIds,
  type Started,
} from '../../../fixtures/loop/command-line.js';
import { AGREED, prepareUno } from '../../../fixtures/loop/uno.js';
import { type BoardFiles, buildBoard, powerOn } from '../../../fixtures/simavr/optiboot-board.js';

let cli: CommandLine;
let files: BoardFiles;
beforeAll(async () => {
  cli = await bundleCommandLine();
  files = await buildBoard(path.join(cli.root, 'board'));
});
afterAll(() => cli?.close());

/** As a run's events tell of it. */
const WRITING = `"detail":"${PHASE_TEXT.write}"`;
const SMALL = { regions: [{ name: 'application', start: 0, size: 0x1000, page: 128 }] };

/** The last line that a run said: its report. */
async function reportOf(started: Started) {
  const { lines, stdout, stderr } = await started.ended;
  const report = lines.at(-1);
  if (report?.type !== 'report') throw new Error(stdout.slice(-2000) + stderr);
  return report;
}

describe('a flash that is cut off inside a run', () => {
  it.each(['cut=erase:2', 'cut=half:3'])(
    'by the power of the board (%s) is no success, and is made good once that is back',
    async (cut) => {
      const flashFile = path.join(cli.root, `${cut.replace(/\W/g, '-')}.bin`);
      const link = path.join(cli.root, `${cut.replace(/\W/g, '-')}.port`);
      const plug = async (...how: string[]) => {
        const board = await powerOn(files, flashFile, ...how);
        onTestFinished(() => board.powerOff());
        rmSync(link, { force: true });
        symlinkSync(board.port, link);
      };
      await plug(cut);
      const uno = prepareUno(cli, { find: { port: link }, flash: SMALL });
      const started = cli.start(['run', uno.task, ...AGREED], { home: uno.home, cwd: uno.dir });
      await started.until('env_failed');
      // the run does not use up its tries while this computer is busy with the plugging
      started.child.kill('SIGSTOP');
      await plug();
      started.child.kill('SIGCONT');
      const report = await reportOf(started);
      expect(report).toMatchObject({ final_status: 'SUCCESS', tests: { passed: 4, failed: 0 } });
      // the one that was cut off has worn the flash too
      expect(report.boards).toMatchObject([{ flashes: 2, holds: 'last' }]);
    },
  );

  it.each([
    ['in the middle of the write is written whole', WRITING, 2],
    ['after it was verified is not written again', '"event":"env_ready"', 1],
  ])('by kill -9 of the workbench %s by what resumes', async (_, moment, flashes) => {
    const board = await powerOn(files, path.join(cli.root, `killed-${flashes}.bin`));
    onTestFinished(() => board.powerOff());
    const uno = prepareUno(cli, { find: { port: board.port }, flash: SMALL });
    const at = { home: uno.home, cwd: uno.dir };
    const started = cli.start(['run', uno.task, ...AGREED], at);
    await started.until(moment);
    started.child.kill('SIGKILL');
    await started.ended;
    const [run = ''] = runIds(uno.home);
    const report = await reportOf(cli.start(['resume', run, '--json'], at));
    expect(report).toMatchObject({ final_status: 'SUCCESS', tests: { passed: 4, failed: 0 } });
    expect(report.boards).toMatchObject([{ flashes, holds: 'last' }]);
  });
});
