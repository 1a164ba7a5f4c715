import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import { inEnglish } from '../../../shared/texts/words.js';
import type { Moment } from '../console/marks.js';
import type { Lines, LinkSettings } from '../link/link.js';
import { othersAt } from '../link/port-holders.js';
import { tcpOf } from '../link/tcp-path.js';
import { type Device, openDevice } from './device.js';
import { findAgain } from './find-again.js';
import type { Framing } from './framing.js';
import { openTcpDevice } from './tcp-device.js';

/** A port that is opened again whenever its device comes back, with the settings and lines of before. */
export interface PortKeeper {
  /** Null while the device is away. */
  device(): Device | null;
  settings(): LinkSettings;
  configure(settings: Partial<LinkSettings>): Promise<void>;
  /** Closes the port and opens it after `closedMs`: there are boards that this resets. */
  reopen(closedMs: number): Promise<void>;
  setLines(lines: Partial<Lines>): Promise<boolean>;
  /** Closes the port for a program that opens it itself; it is not looked for until it is taken back. */
  lend(): Promise<void>;
  /** Opens a lent port again. Errors: those of `openDevice`, PORT_NOT_FOUND; it stays lent then. */
  takeBack(): Promise<Result<void>>;
  /** Whoever lent the port is gone: it is opened again when no program has it open any more (where that can be seen). */
  giveUp(): void;
  /** Looks now for a device that is away. */
  lookNow(): Promise<void>;
  pause(): void;
  resume(): void;
  close(): Promise<void>;
}

export interface KeeperEvents {
  onBytes(bytes: Buffer, at: Moment): void;
  onLost(why: string): void;
  onBack(path: string): void;
  /** It was looked for, and is not there. */
  onAway(): void;
}

/** How often a lost device is looked for, ms. */
const LOOK_MS = 200;

/** Errors: those of `openDevice`, for the first opening. */
export async function keepPort(
  wanted: { path: string; settings: LinkSettings; lines: Partial<Lines> },
  events: KeeperEvents,
): Promise<Result<PortKeeper>> {
  const finder = await findAgain(wanted.path);
  let settings = wanted.settings;
  let lines = wanted.lines;
  let device: Device | null = null;
  let paused = false;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | null = null;
  let isAway = false;
  /** Where it was when it was lent; null: it is not. */
  let lentAt: string | null = null;
  let isGivenUp = false;

  const open = async (path: string): Promise<Problem | null> => {
    const heard = { onBytes: events.onBytes, onLost };
    const tcp = tcpOf(path);
    const opened = await (tcp === null ? openDevice(path, settings, heard) : openTcpDevice(path, tcp, heard));
    if (!opened.ok) return opened.error;
    device = opened.value;
    if (paused) device.pause();
    if (Object.keys(lines).length > 0) await device.setLines(lines);
    return null;
  };

  const onLost = (why: string): void => {
    device = null;
    isAway = true;
    events.onLost(why);
    look();
  };

  const look = (): void => {
    if (closed) return;
    timer = setTimeout(() => void lookOnce(), LOOK_MS);
  };

  const lookOnce = (): Promise<void> => {
    clearTimeout(timer);
    looking ??= tryOnce()
      .catch(look)
      .finally(() => {
        looking = null;
      });
    return looking;
  };

  const tryOnce = async (): Promise<void> => {
    const path = await (isGivenUp ? finder.still() : finder.look());
    if (path === null) events.onAway();
    // who flashes through it must not lose bytes to us, nor have its reset line moved
    const isFree = path !== null && !(isGivenUp && (await othersAt(path, process.pid)).length > 0);
    const problem = isFree ? await open(path) : 'away';
    if (problem !== null) return look();
    isAway = false;
    isGivenUp = false;
    await finder.opened();
    if (closed) await device?.close();
    else if (device) events.onBack(device.path);
  };

  /** A line that was lowered must not be raised for it. */
  const reframe = async (framing: Framing): Promise<boolean> =>
    lines.dtr !== false && lines.rts !== false && (await device?.setFraming(framing)) !== false;

  /** What the device says meanwhile is lost, with most drivers. */
  const reopen = async (closedMs: number): Promise<void> => {
    const current = device;
    if (!current) return;
    device = null;
    await current.close();
    await delay(closedMs);
    const failed = await open(current.path);
    if (failed) onLost(inEnglish(failed.message));
  };

  const lend = async (): Promise<void> => {
    const current = device;
    if (current === null) return;
    device = null;
    lentAt = current.path;
    await current.close();
  };

  /** A board that its flasher sent off the bus may be back under another name. */
  const takeBack = async (): Promise<Result<void>> => {
    const before = lentAt;
    if (before === null) return ok(undefined);
    const path = await finder.still();
    const problem = path === null ? notThere(before) : await open(path);
    if (problem !== null) return fail(problem);
    lentAt = null;
    await finder.opened();
    if (device !== null && device.path !== before) events.onBack(device.path);
    return ok(undefined);
  };

  const giveUp = (): void => {
    if (lentAt === null) return;
    lentAt = null;
    isAway = true;
    isGivenUp = true;
    look();
  };

  const problem = await open(wanted.path);
  if (problem) return fail(problem);
  return ok({
    device: () => device,
    settings: () => settings,
    configure: async (changed) => {
      const before = settings;
      settings = { ...settings, ...changed };
      const { baud, ...framing } = settings;
      const isReframed = !isDeepStrictEqual({ ...before, baud }, settings);
      if (isReframed && !(await reframe(framing))) await reopen(0);
      // setting the same again would drop what has arrived
      else if (baud !== before.baud) await device?.setBaud(baud);
    },
    reopen,
    lend,
    takeBack,
    giveUp,
    lookNow: async () => {
      if (isAway) await lookOnce();
    },
    setLines: async (changed) => {
      lines = { ...lines, ...changed };
      return (await device?.setLines(changed)) ?? false;
    },
    pause: () => {
      paused = true;
      device?.pause();
    },
    resume: () => {
      paused = false;
      device?.resume();
    },
    close: async () => {
      closed = true;
      clearTimeout(timer);
      await device?.close();
    },
  });
}

const notThere = (path: string): Problem => ({
  code: 'PORT_NOT_FOUND',
  message: 'the port is not there any more',
  where: path,
  next: 'plug the board in again',
});
