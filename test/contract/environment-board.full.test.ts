import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBoardEnvironment } from '../../electron/bench/board/board-environment.js';
import type { EnvironmentRequest } from '../../electron/bench/environment.js';
import { holdersOf } from '../../electron/bench/link/port-holders.js';
import { fail } from '../../shared/problem.js';
import type { Exec } from '../../shared/process.js';
import { type BoardProfile, BoardProfileSchema } from '../../shared/profile/board.js';
import { realExec } from '../fixtures/exec.js';
import { brokerRuns } from '../fixtures/serial/broker-runs.js';
import {
  BOOT_START,
  type BoardFiles,
  buildBoard,
  buildHello,
  powerOn,
} from '../fixtures/simavr/optiboot-board.js';
import { until } from '../fixtures/until.js';
import { type Behaviour, environmentContract, type Opened, type Opening } from './environment-contract.js';

const GREETING = 'hello from the board\r\n';
const MAX_OUTPUT_BYTES = 5000;

const PROGRAMS: Record<Behaviour, { says: string; forEver?: boolean }> = {
  ends: { says: `${GREETING}OK\r\n` },
  'hangs silently': { says: '' },
  'hangs after greeting': { says: GREETING },
  floods: { says: 'again and again and again\r\n', forEver: true },
};

const dir = mkdtempSync(path.join(tmpdir(), 'bl-board-'));
let files: BoardFiles;
let exec: Exec;
const images = new Map<Behaviour | 'answers', string>();
beforeAll(async () => {
  exec = await realExec();
  files = await buildBoard(path.join(dir, 'board'), 0);
  for (const [behaviour, { says, forEver }] of Object.entries(PROGRAMS) as [
    Behaviour,
    typeof PROGRAMS.ends,
  ][])
    images.set(behaviour, await buildHello(path.join(dir, behaviour.replaceAll(' ', '-')), says, forEver));
  images.set('answers', await buildHello(path.join(dir, 'answers'), 'nonce?', 'answers'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const profileOf = (port: string, banner: string | undefined): BoardProfile =>
  BoardProfileSchema.parse({
    id: 'uno',
    kind: 'board',
    title: 'ATmega328P with optiboot',
    find: { port },
    flash: {
      protocol: 'stk500v1',
      chip: '1e950f',
      machine: 'avr',
      entry: 'open',
      connectSec: 120,
      regions: [{ name: 'application', start: 0, size: BOOT_START, page: 128 }],
    },
    toolchainPrefix: 'avr-',
    health: banner === undefined ? {} : { banner, timeoutSec: 0.5 },
    testEnd: { pattern: '^OK$', silenceSec: 60, maxOutputBytes: MAX_OUTPUT_BYTES },
  });

let boards = 0;
/** Serial ports, by the operation that used them. */
const ports = new Map<string, string[]>();

/** A board of its own, its flash blank, and a session on it. */
async function open(
  behaviour: Behaviour | 'answers',
  { operation, timeoutMs, banner, typed }: Opening & Pick<EnvironmentRequest, 'typed'>,
): Promise<Opened> {
  boards += 1;
  const sessionDir = path.join(dir, `session-${boards}`);
  mkdirSync(sessionDir);
  const board = await powerOn(files, path.join(sessionDir, 'flash.bin'));
  const { port } = board;
  ports.set(operation, [...(ports.get(operation) ?? []), port]);
  const environment = createBoardEnvironment(
    profileOf(port, banner),
    {
      ...{ operation, timeoutMs, workTree: dir, sessionDir, image: images.get(behaviour) ?? '', typed },
      agree: async () => true,
    },
    {
      ...{ id: `uno-${boards}`, port },
      findDevice: async () => fail({ code: 'BOARD_NOT_FOUND', message: 'it has no USB' }),
      entered: async () => undefined,
      settle: async () => undefined,
    },
    { exec, brokerFile: path.resolve('dist/broker.js'), home: path.join(sessionDir, 'home') },
  );
  return { environment, dispose: board.powerOff };
}

describe('the environment "board"', () => {
  environmentContract({
    ...{ name: 'board', open },
    end: { ended_by: 'pattern', exit_code: null, signal: null, stuckPcs: [] },
    says: PROGRAMS.ends.says,
    maxOutputBytes: MAX_OUTPUT_BYTES,
    greetsWithinMs: 8000,
    greets: true,
    // the process that owns the port ends by itself, soon after its last client has gone
    expectNothingLeft: async (operation) => {
      for (const port of ports.get(operation) ?? []) {
        for (const { pid } of await holdersOf(port)) await until(() => !brokerRuns(pid));
        expect(await holdersOf(port)).toEqual([]);
      }
    },
    many: 2,
  });
});

it('types on the serial port of a board at its prompt, and hears the answer', async () => {
  const never = new AbortController().signal;
  const typed = { prompt: 'nonce?', text: 'abc123\n' };
  const { environment, dispose } = await open('answers', {
    ...{ operation: 'op-typed', timeoutMs: 60_000, banner: undefined, typed },
  });
  const heard: Uint8Array[] = [];
  try {
    expect(await environment.start(never)).toMatchObject({ ok: true });
    const end = await environment.run(never, (bytes) => heard.push(bytes));
    expect(end).toMatchObject({ ok: true, value: { ended_by: 'pattern' } });
    expect(Buffer.concat(heard).toString()).toContain('nonce?abc123\nOK\r\n');
  } finally {
    await environment.stop();
    await dispose?.();
  }
});
