import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { PHASE_TEXT } from '../../../../electron/bench/flash/phase-text.js';
import { loadImage } from '../../../../electron/bench/image/load-image.js';
import { keptOf } from '../../../../electron/lab/boards/kept.js';
import { releaseBoard, takeLease } from '../../../../electron/lab/boards/lease.js';
import { listBoards, openBoardRegistry as openRegistry } from '../../../../electron/lab/boards/registry.js';
import { thisProcess } from '../../../../electron/lab/this-process.js';
import { done } from '../../../fixtures/flashing.js';
import {
  bundleCommandLine,
  type CommandLine,
  type Ran,
  runIds,
} from '../../../fixtures/loop/command-line.js';
import { OFF_BY_ONE } from '../../../fixtures/loop/projects.js';
import { AGREED, prepareUno, type Uno } from '../../../fixtures/loop/uno.js';
import { type BoardFiles, buildBoard, buildHello, powerOn } from '../../../fixtures/simavr/optiboot-board.js';

let cli: CommandLine;
let files: BoardFiles;
beforeAll(async () => {
  cli = await bundleCommandLine();
  files = await buildBoard(path.join(cli.root, 'board'));
});
afterAll(() => cli?.close());

let boards = 0;
/** A board; what its flash held once power is gone. */
async function newBoard() {
  const flashFile = path.join(cli.root, `flash-${++boards}.bin`);
  const board = await powerOn(files, flashFile);
  onTestFinished(() => board.powerOff());
  const flash = async (): Promise<Buffer> => {
    await board.powerOff();
    return readFileSync(flashFile);
  };
  return { find: { port: board.port }, flash };
}

/** As a run's events tell of it. */
const WRITING = `"detail":"${PHASE_TEXT.write}"`;
const PAGE_BYTES = 128;
const SMALL = { regions: [{ name: 'application', start: 0, size: 0x1000, page: PAGE_BYTES }] };
const prepare = (o: Parameters<typeof prepareUno>[1]) => prepareUno(cli, { flash: SMALL, ...o });
const at = ({ home, dir }: Uno) => ({ home, cwd: dir });

/** All tests pass, and the case that the task wants is none of them: the run fails without a patch. */
const FAILING = {
  edits: {},
  task: { test: { parser: 'unity', command: undefined, timeoutSec: 20, cases: ['no_such_case'] } },
};

function reportOf({ lines, stdout, stderr }: Ran) {
  const report = lines.findLast((line) => line.type === 'report');
  if (!report) throw new Error(stdout.slice(-2000) + stderr);
  return report;
}

/** Puts a good image on the board by hand, and gives its bytes. */
async function flashHello(uno: Uno): Promise<Buffer> {
  const elf = await buildHello(path.join(uno.dir, 'hello'));
  const flashed = await cli.run(
    ['flash', '--profile', './uno.yaml', elf, '--approve', 'flash', '--json'],
    at(uno),
  );
  expect(flashed, flashed.stderr).toMatchObject({ code: 0 });
  const { segments } = done(await loadImage(elf));
  return Buffer.from(segments[0]?.bytes ?? []);
}

describe('a profile that wants the last good image on its board when a run is over', () => {
  it('has the one from before a run that failed, and the result of one that succeeded', async () => {
    const { find, flash } = await newBoard();
    const profile = { atEnd: 'last-good' };
    const uno = prepare({ find, profile, ...FAILING });
    const hello = await flashHello(uno);
    const failed = reportOf(await cli.run(['run', uno.task, ...AGREED], at(uno)));
    expect(failed).toMatchObject({
      final_status: 'FAILURE',
      boards: [{ flashes: 2, holds: 'last-good', note: null }],
    });
    const fixed = prepare({ find, profile });
    const converged = reportOf(await cli.run(['run', fixed.task, ...AGREED], at(fixed)));
    expect(converged).toMatchObject({
      final_status: 'SUCCESS',
      boards: [{ flashes: 1, holds: 'last-good', note: null }],
    });
    expect((await flash()).subarray(0, hello.length).equals(hello)).toBe(false);
  });

  it('is told that there is none, where nothing good was ever on it', async () => {
    const { find } = await newBoard();
    const uno = prepare({ find, profile: { atEnd: 'last-good' }, ...FAILING });
    const report = reportOf(await cli.run(['run', uno.task, ...AGREED], at(uno)));
    expect(report).toMatchObject({
      final_status: 'FAILURE',
      boards: [{ flashes: 1, holds: 'last', note: expect.stringContaining('not kept') }],
    });
  });
});

describe('a run that is aborted', () => {
  it.each([
    ['while its test runs', '"step":"RUN"'],
    ['in the middle of a write', WRITING],
  ])('%s leaves its board with the last good image', async (_, moment) => {
    const { find, flash } = await newBoard();
    const uno = prepare({ find, profile: { atEnd: 'last-good' } });
    const hello = await flashHello(uno);
    const started = cli.start(['run', uno.task, ...AGREED], at(uno));
    await started.until(moment);
    started.child.kill('SIGINT');
    expect(reportOf(await started.ended)).toMatchObject({
      final_status: 'ABORTED',
      boards: [{ flashes: 2, holds: 'last-good', note: null }],
    });
    expect((await flash()).subarray(0, hello.length).equals(hello)).toBe(true);
  });
});

// The baseline is flashed first: however late it is taken, the run is not over by then.
describe('a run whose board a person takes from it', () => {
  it.each([
    ['while its test runs', '"step":"RUN"'],
    ['in the middle of a write', WRITING],
  ])('%s ends, and the board holds all of the image', async (_, moment) => {
    const { find, flash } = await newBoard();
    const uno = prepare({ find, edits: OFF_BY_ONE });
    const started = cli.start(['run', uno.task, ...AGREED], at(uno));
    await started.until(moment);
    const id = takeAway(uno.home);
    expect(reportOf(await started.ended)).toMatchObject({
      final_status: 'FAILURE',
      last_error: { code: 'LEASE_LOST', message: expect.stringContaining('nobody') },
      boards: [{ board: id, holds: 'unknown', note: expect.stringContaining('lost') }],
    });
    const kept = keptOf(uno.home, id);
    const { holds } = done(await kept.record());
    const [written] = done(await kept.image(holds?.content ?? '')).segments;
    const held = await flash();
    expect(written?.bytes.length).toBeGreaterThan(PAGE_BYTES);
    expect(held.subarray(0, written?.bytes.length).equals(written?.bytes ?? Buffer.from([]))).toBe(true);
  });

  it('waits where another one has it now, and goes on when that gives it back', async () => {
    const { find } = await newBoard();
    const uno = prepare({ find, edits: OFF_BY_ONE });
    const started = cli.start(['run', uno.task, ...AGREED], at(uno));
    await started.until(WRITING);
    takeAway(uno.home, 'alice');
    await started.until('alice holds board');
    takeAway(uno.home);
    expect(reportOf(await started.ended)).toMatchObject({ final_status: 'SUCCESS', tests: { passed: 4 } });
  });
});

/** The only board of the registry is nobody's from now on, or the heir's; gives its id. */
function takeAway(home: string, heir?: string): string {
  const store = done(openRegistry(home));
  try {
    const [board] = done(listBoards(store));
    if (board === undefined) throw new Error('there is no board');
    const take = () =>
      heir === undefined ||
      takeLease(
        store,
        { board: board.id, owner: heir, process: thisProcess(), ttlMs: null },
        () => true,
        Date.now(),
      );
    take(); // a place in the queue: there is no moment in which it is nobody's
    done(releaseBoard(store, board.id));
    take();
    return board.id;
  } finally {
    store.db.close();
  }
}

describe('a board that is not healthy with the patch, however often it is tried', () => {
  /** Only what fails says that it is healthy. */
  async function prepareSick(profile: object = {}) {
    const { find } = await newBoard();
    const sick = { health: { banner: 'FAIL: Expected' }, ...profile };
    return prepare({ find, profile: sick, edits: OFF_BY_ONE });
  }

  it('gets the image of the baseline again before the run gives up', async () => {
    const uno = await prepareSick();
    const ran = await cli.run(['run', uno.task, ...AGREED], at(uno));
    expect(ran.lines.filter((line) => line.event === 'env_failed')).toHaveLength(4);
    expect(ran.stdout).toContain('put the last known good image on the target');
    // baseline, patch, baseline again, patch again: what is there already is not written
    expect(reportOf(ran)).toMatchObject({
      ...{ final_status: 'FAILURE', verdict: 'ENV_ERROR' },
      boards: [{ flashes: 4, holds: 'last' }],
    });
  });

  it('is asked for again, whatever was granted, and ends the run where a person declines that, also after a restart', async () => {
    const uno = await prepareSick({ drives: 'nothing' });
    const ask = async (ran: Ran, answer: 'yes' | 'no'): Promise<string> => {
      expect(ran, ran.stderr).toMatchObject({ code: 4 });
      const [run = ''] = runIds(uno.home);
      const gate = ran.lines.findLast((line) => line.type === 'gate');
      await cli.run(['approve', run, String(gate?.gate), answer, '--code', String(gate?.code)], at(uno));
      return run;
    };
    const begun = await cli.run(['run', uno.task, '--approve', 'build,patch,publish', '--json'], at(uno));
    const run = await ask(begun, 'yes');
    const resume = () => cli.run(['resume', run, '--json'], at(uno));
    // baseline and patch were written by one yes
    const again = await resume();
    expect(again.lines.findLast((line) => line.type === 'gate')).toMatchObject({
      scope: 'flash',
      subject: expect.stringContaining('the earlier approval has ended'),
    });
    await ask(again, 'no');
    const [{ id }] = JSON.parse((await cli.run(['boards', '--json'], at(uno))).stdout).boards;
    await cli.run(['boards', 'release', id], at(uno));
    expect(reportOf(await resume())).toMatchObject({
      final_status: 'ABORTED',
      abort_reason: expect.stringContaining('flashing was not approved'),
      boards: [{ flashes: 2 }],
    });
  });
});
