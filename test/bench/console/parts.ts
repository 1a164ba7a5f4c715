import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Verdict } from '../loop/statistics.js';
import { missingPeer } from '../parts/peer.js';
import { type Board, openBoard } from './board.js';
import { grownTo, holds, peakMemory, type Reader, startOurs, startPicocom } from './reader.js';

const MB = 1e6;
const CAPTURED = 256 * 1024 * 1024;
const STALLED = 6_000_000;
/** `BENCHLOOP_FLOOD_GB` sets another amount. */
const FLOOD = Number(process.env.BENCHLOOP_FLOOD_GB ?? '2') * 1e9;

/** How fast bytes get from a pseudo-terminal into a file, beside picocom at the same board. */
export async function captureSpeed(dir: string): Promise<Verdict[]> {
  const ours = await withBoard(dir, startOurs, speedOf);
  return [
    verdict('capture to a file', `${ours.speed.toFixed(1)} MB/s`, '≥ 50 MB/s', ours.speed >= 50),
    await besidePicocom(dir, ours.speed),
    verdict('byte-identical', ours.whole ? 'yes' : 'no', 'yes', ours.whole),
  ];
}

async function besidePicocom(dir: string, ours: number): Promise<Verdict> {
  const missing = missingPeer('picocom');
  if (missing !== null) return verdict('beside picocom', missing, '≥ 2×', null);
  const { speed } = await withBoard(dir, startPicocom, speedOf);
  const ratio = ours / speed;
  return verdict('beside picocom', `${ratio.toFixed(1)}× (${speed.toFixed(1)} MB/s)`, '≥ 2×', ratio >= 2);
}

async function speedOf(board: Board, reader: Reader): Promise<{ speed: number; whole: boolean }> {
  const begin = process.hrtime.bigint();
  await board.send(CAPTURED, 0);
  await grownTo(reader.log, CAPTURED);
  const seconds = Number(process.hrtime.bigint() - begin) / 1e9;
  return { speed: CAPTURED / MB / seconds, whole: holds(reader.log, board.pattern, CAPTURED) };
}

/** 1.2 MB/s that do not wait, while the console's process stands still for 500 ms again and again. */
export async function stalledClient(dir: string): Promise<Verdict[]> {
  const lost = await withBoard(dir, startOurs, async (board, reader) => {
    const sending = board.send(STALLED, 1_200_000);
    for (let i = 0; i < 4; i += 1) {
      await delay(500);
      reader.child.kill('SIGSTOP');
      await delay(500);
      reader.child.kill('SIGCONT');
    }
    const refused = await sending;
    await grownTo(reader.log, STALLED - refused);
    return refused + (holds(reader.log, board.pattern, STALLED) || refused > 0 ? 0 : 1);
  });
  return [verdict('lost at 1.2 MB/s, client stalled 4 × 500 ms', `${lost} bytes`, '0', lost === 0)];
}

/** The most memory that the owner of the port and the console had during a flood. */
export async function floodMemory(dir: string): Promise<Verdict[]> {
  const peak = await withBoard(dir, startOurs, async (board, reader) => {
    await board.send(FLOOD, 0);
    await grownTo(reader.log, FLOOD);
    return Math.max(peakMemory(reader.child.pid ?? 0), peakMemory(brokerPid(board.port)));
  });
  return [
    verdict(`memory in a flood of ${FLOOD / 1e9} GB`, `${peak.toFixed(0)} MiB`, '≤ 400 MiB', peak <= 400),
  ];
}

function brokerPid(port: string): number {
  return Number(
    execFileSync('pgrep', ['-f', `broker.js ${port}$`])
      .toString()
      .trim(),
  );
}

async function withBoard<T>(
  dir: string,
  start: (dir: string, port: string) => Promise<Reader>,
  work: (board: Board, reader: Reader) => Promise<T>,
): Promise<T> {
  const board = await openBoard(path.join(dir));
  const reader = await start(dir, board.port);
  try {
    return await work(board, reader);
  } finally {
    await reader.stop();
    await board.close();
  }
}

const verdict = (what: string, figure: string, target: string, met: boolean | null): Verdict => ({
  what,
  figure,
  target,
  met,
});
