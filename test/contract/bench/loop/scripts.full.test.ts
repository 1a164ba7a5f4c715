import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { processStartTime } from '../../../../electron/bench/process/children.js';
import { bundleCommandLine, type CommandLine, type Started } from '../../../fixtures/loop/command-line.js';
import { prepareVendor } from '../../../fixtures/loop/vendor.js';
import { until } from '../../../fixtures/until.js';

let cli: CommandLine;
beforeAll(async () => {
  cli = await bundleCommandLine();
});
afterAll(() => cli?.close());

/**
 * A vendor's flasher whose board is a file. It must not be broken off while it erases, which it does until the file `go`
 * is there, and notes in `log` when it begins and ends.
 */
const FLASH = `echo begin >> log
echo "Erasing"
touch erasing
while [ ! -e go ]; do sleep 0.05; done
cp "$IMAGE" board
echo end >> log
echo "Done"
`;

const MARKS = { unsafeFrom: '^Erasing', safeAgain: '^Done' };

function prepare() {
  const bench = prepareVendor(cli, { 'flash.sh': FLASH });
  bench.flashBy({ command: ['./flash.sh'], env: { IMAGE: '{image}' }, ...MARKS });
  // shorter than the erase: it is no reason to leave that alone
  writeFileSync(path.join(bench.home, 'policy.yaml'), 'teardownSec: 0.1\n');
  return {
    ...bench,
    go: () => writeFileSync(bench.file('go'), ''),
    log: () => readFileSync(bench.file('log'), 'utf8').trim().split('\n'),
    erasing: () => until(() => existsSync(bench.file('erasing'))),
  };
}

const report = async (started: Started) => {
  const { lines, stdout, stderr } = await started.ended;
  const last = lines.at(-1);
  if (last?.type !== 'report') throw new Error(stdout.slice(-2000) + stderr);
  return last;
};

/** What began has ended before the next began. */
const inTurn = (log: readonly string[]): boolean =>
  log.every((word, at) => word === (at % 2 === 0 ? 'begin' : 'end'));

describe.runIf(process.platform !== 'win32')('the loop on a board behind scripts', () => {
  it('flashes, tests and converges', async () => {
    const bench = prepare();
    bench.go();
    const done = await report(bench.run());
    expect(done).toMatchObject({ final_status: 'SUCCESS', tests: { passed: 4, failed: 0 } });
    expect(done.boards).toMatchObject([
      { board: 'vendor', holds: 'last', flashes: bench.log().filter((word) => word === 'begin').length },
    ]);
    expect(inTurn(bench.log())).toBe(true);
  });

  it('has written to none where the script cannot be started', async () => {
    const bench = prepareVendor(cli, {});
    bench.flashBy({ command: ['no-such-flasher'] });
    const done = await report(bench.run());
    expect(done).toMatchObject({
      final_status: 'FAILURE',
      last_error: { code: 'TOOLCHAIN_MISSING' },
      boards: [],
    });
  });

  it('keeps what a flash leaves running for the test, and nothing of it afterwards', async () => {
    const bench = prepareVendor(cli, {
      'flash.sh': 'cp "$1" board\nsleep 600 &\necho $! >> helpers\n',
      'test.sh': 'kill -0 "$(tail -n 1 helpers)" && chmod +x board && ./board\n',
    });
    bench.flashBy({ command: ['./flash.sh', '{image}'] });
    expect(await report(bench.run())).toMatchObject({ final_status: 'SUCCESS', tests: { passed: 4 } });
    const helpers = readFileSync(bench.file('helpers'), 'utf8').trim().split('\n').map(Number);
    expect(helpers.filter((pid) => processStartTime(pid) !== null)).toEqual([]);
  });

  it('waits for the safe point upon an abort, and says so', async () => {
    const bench = prepare();
    const started = bench.run();
    await bench.erasing();
    started.child.kill('SIGINT');
    await started.until('WAIT_FOR_SAFE_POINT');
    bench.go();
    expect(await report(started)).toMatchObject({
      final_status: 'ABORTED',
      abort_reason: 'stopped with Ctrl-C',
      boards: [{ flashes: 1, holds: 'unknown' }],
    });
    expect(bench.log()).toEqual(['begin', 'end']);
  });

  it('goes without the script where it is forced, and the next run waits for it', async () => {
    const bench = prepare();
    const started = bench.run();
    await bench.erasing();
    started.child.kill('SIGINT');
    await started.until('WAIT_FOR_SAFE_POINT');
    started.child.kill('SIGINT');
    expect(await report(started)).toMatchObject({
      final_status: 'ABORTED',
      abort_reason: expect.stringContaining('WARNING'),
    });
    const next = bench.run();
    await next.until('of before still works on the board');
    expect(bench.log()).toEqual(['begin']);
    bench.go();
    expect(await report(next)).toMatchObject({ final_status: 'SUCCESS' });
    expect(inTurn(bench.log())).toBe(true);
  });

  it('survives kill -9: the script ends its work, and the resumed run waits for it', async () => {
    const bench = prepare();
    const started = bench.run();
    await bench.erasing();
    started.child.kill('SIGKILL');
    await started.ended;
    const resumed = bench.resume();
    await resumed.until('of before still works on the board');
    expect(bench.log()).toEqual(['begin']);
    bench.go();
    expect(await report(resumed)).toMatchObject({ final_status: 'SUCCESS' });
    expect(inTurn(bench.log())).toBe(true);
  });

  it('ends honestly where the image may not be flashed again for a test that was cut off', async () => {
    const bench = prepare();
    writeFileSync(path.join(bench.home, 'policy.yaml'), 'flashesPerGrant: 1\n');
    writeFileSync(bench.file('test.sh'), 'echo $$ > testing\nwhile :; do sleep 0.05; done\n');
    bench.go();
    const started = bench.run();
    await until(() => existsSync(bench.file('testing')));
    started.child.kill('SIGKILL');
    await started.ended;
    const asked = await bench.resume('--approve', 'none').ended;
    expect(asked).toMatchObject({ code: 4 });
    const open = asked.lines.findLast((line) => line.type === 'gate');
    expect(open).toMatchObject({ scope: 'flash', answer: null });
    if (open) await bench.answer(open, 'no');
    expect(await report(bench.resume())).toMatchObject({
      final_status: 'ABORTED',
      abort_reason: expect.stringContaining('flashing was not approved'),
    });
    expect(bench.log()).toEqual(['begin', 'end']);
  });

  /** With a board that the profile finds for itself. */
  function prepareFound() {
    const bench = prepare();
    symlinkSync('/dev/null', bench.file('port'));
    const env = { IMAGE: '{image}', PORT: '{port}' };
    writeFileSync(bench.file('flash.sh'), `${FLASH}echo "$PORT" > used\n`);
    bench.flashBy({ command: ['./flash.sh'], env, ...MARKS }, { find: { port: bench.file('port') } });
    const boards = async (...args: string[]) =>
      JSON.parse((await cli.run(['boards', ...args, '--json'], { home: bench.home })).stdout);
    return {
      ...bench,
      takeAway: async () => {
        const { boards: known } = await boards('list');
        expect(await boards('release', known[0].id, '--force')).toHaveProperty('released');
        return String(known[0].id);
      },
    };
  }

  it('has the board that its profile finds for itself, and its port; another run waits', async () => {
    const bench = prepareFound();
    const first = bench.run();
    await bench.erasing();
    const second = bench.run();
    await second.until('holds board vendor-');
    expect(bench.log()).toEqual(['begin']);
    bench.go();
    for (const started of [first, second])
      expect(await report(started)).toMatchObject({ final_status: 'SUCCESS' });
    expect(inTurn(bench.log())).toBe(true);
    expect(readFileSync(bench.file('used'), 'utf8').trim()).toBe(bench.file('port'));
  });

  it('ends where a person takes the board from it; the write that was begun comes to its end', async () => {
    const bench = prepareFound();
    const started = bench.run();
    await bench.erasing();
    await bench.takeAway();
    bench.go();
    expect(await report(started)).toMatchObject({
      final_status: 'FAILURE',
      last_error: { code: 'LEASE_LOST', message: expect.stringContaining('nobody') },
      boards: [{ holds: 'unknown', note: expect.stringContaining('lost') }],
    });
    expect(bench.log()).toEqual(['begin', 'end']);
  });

  it('waits for the board again where another run got it meanwhile', async () => {
    const bench = prepareFound();
    const first = bench.run();
    await bench.erasing();
    const second = bench.run();
    await second.until('holds board vendor-');
    await bench.takeAway();
    await second.until('of before still works on the board');
    bench.go();
    await first.until('env_failed');
    for (const started of [first, second])
      expect(await report(started)).toMatchObject({ final_status: 'SUCCESS' });
    expect(inTurn(bench.log())).toBe(true);
  });

  it('does not say what a board holds that a person has by then', async () => {
    const bench = prepareFound();
    const started = bench.run();
    await bench.erasing();
    const board = await bench.takeAway();
    await cli.run(['boards', 'lease', board, '--owner', 'alice'], { home: bench.home });
    bench.go();
    await started.until('alice holds board');
    started.child.kill('SIGINT');
    expect(await report(started)).toMatchObject({
      final_status: 'ABORTED',
      boards: [{ board, holds: 'unknown', note: expect.stringContaining('alice') }],
    });
  });
});
