import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import type { Moment } from '../console/marks.js';
import type { Lines, LinkSettings } from '../link/link.js';
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
    const path = await finder.look();
    if (path === null) events.onAway();
    const problem = path === null ? 'away' : await open(path);
    if (problem !== null) return look();
    isAway = false;
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
    if (failed) onLost(failed.message);
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
