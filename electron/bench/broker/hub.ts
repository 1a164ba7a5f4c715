import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import { type AppendFile, openAppendFile } from '../console/append-file.js';
import { type Capture, openCapture, type Stored } from '../console/capture.js';
import { type Mark, now } from '../console/marks.js';
import type { LinkSettings } from '../link/link.js';
import type { ClaimedName } from './claimed-name.js';
import type { OpenRequest, PortState } from './messages.js';
import { keepPort, type PortKeeper } from './port-keeper.js';
import { type Member, sharePortSettings } from './port-settings.js';
import { describeSettings, settleSettings } from './settle.js';
import { watchStalls } from './stalls.js';
import { createWireQueue, type WireQueue } from './wire-queue.js';

/** One port: its device, its capture, those who listen, and the one who holds the wire. */
export interface Hub {
  readonly port: PortKeeper;
  state(): PortState;
  listen(listener: Listener): () => void;
  tap(file: string, mode: 'new' | 'append', onFailure: (problem: Problem) => void): Promise<Result<Tap>>;
  /** Errors: PORT_BUSY where others of the role have other settings, PORT_LOST where the port refuses them. */
  join(member: Member, settings: LinkSettings): Promise<Result<void>>;
  /** Where that was the last session, the settings of the consoles apply again. */
  leave(member: Member): Promise<void>;
  /** Errors: PORT_LOST. */
  configure(member: Member, settings: Partial<LinkSettings>): Promise<Result<void>>;
  /** Errors: PORT_BUSY where somebody holds it. */
  take(who: string, credit: number, send: (bytes: Buffer) => void): Promise<Result<WireQueue>>;
  /** Bytes have been read, or given up: the port may be read on. */
  relieve(): void;
  /** Ends the holder's turn, and its settings: `unread`, and what it never read, are console again. */
  release(wire: WireQueue, unread: Uint8Array): Promise<void>;
  close(): Promise<void>;
}

export interface Listener {
  onStored(stored: Stored): void;
  onMark(mark: Mark): void;
}

export interface Tap {
  /** Resolves with the bytes of the file, once it is whole. */
  close(): Promise<number>;
}

/** Above this the port is not read on: what waits for disk or holder, in bytes. */
const MAX_FOR_DISK = 16 * 1024 * 1024;
const MAX_FOR_HOLDER = 1024 * 1024;

/** Opens port and capture. Errors: those of `keepPort` and `openCapture`. */
export async function openHub(request: OpenRequest, name: HubParts['name']): Promise<Result<Hub>> {
  const listeners = new Set<Listener>();
  const capture = await openCapture({
    folder: request.captureDir,
    capBytes: request.capBytes,
    segmentBytes: request.segmentBytes,
    onStored: (stored) => {
      for (const listener of listeners) listener.onStored(stored);
      relieve();
    },
    onMark: (mark) => {
      for (const listener of listeners) listener.onMark(mark);
    },
  });
  if (!capture.ok) return capture;
  let relieve = (): void => {};
  const hub = await hubOn(request, {
    ...{ capture: capture.value, listeners, name },
    setRelieve: (act) => {
      relieve = act;
    },
  });
  if (!hub.ok) await capture.value.close();
  return hub;
}

interface HubParts {
  capture: Capture;
  listeners: Set<Listener>;
  name: Pick<ClaimedName, 'isAt' | 'isAway'>;
  setRelieve: (act: () => void) => void;
}

async function hubOn(
  request: OpenRequest,
  { capture, listeners, name, setRelieve }: HubParts,
): Promise<Result<Hub>> {
  const taps = new Set<AppendFile>();
  let wire: WireQueue | null = null;
  let pausedAt: number | null = null;

  const isFull = (): boolean =>
    (wire?.waiting() ?? 0) > MAX_FOR_HOLDER ||
    capture.queued() > MAX_FOR_DISK ||
    [...taps].some((tap) => tap.queued() > MAX_FOR_DISK);

  const balance = (port: PortKeeper): void => {
    if (isFull()) {
      pausedAt ??= Date.now();
      port.pause();
    } else if (pausedAt !== null) {
      pausedAt = null;
      port.resume();
    }
  };

  const toConsole = (bytes: Buffer, at: Stored['at']): void => {
    for (const tap of taps) tap.append(bytes);
    capture.append(bytes, at);
  };

  const opened = await keepPort(request, {
    onBytes: (bytes, at) => {
      if (wire) wire.push(bytes);
      else toConsole(bytes, at);
      if (opened?.ok) balance(opened.value);
    },
    onLost: (why) => capture.mark('lost', why),
    onBack: (path) => {
      name.isAt(path);
      capture.mark('back', path);
    },
    onAway: () => name.isAway(),
  });
  if (!opened.ok) return opened;
  const port = opened.value;
  const relieve = (): void => balance(port);
  setRelieve(relieve);
  capture.mark('open', describeSettings(port.settings()));
  const stalls = watchStalls(
    () => port.settings().baud,
    (ms) => capture.mark('gap', `not read for ${ms} ms`),
  );

  const shared = sharePortSettings(request.path);
  const settle = settleSettings(port, shared, (text) => capture.mark('settings', text));
  const inTurn = createTurns();
  const settleUnlessHeld = async (): Promise<Result<void>> => (wire === null ? settle() : ok(undefined));
  const noted = (settled: Result<void>): void => {
    if (!settled.ok) capture.mark('gap', settled.error.message);
  };

  const release = async (held: WireQueue, unread: Uint8Array): Promise<void> => {
    if (wire !== held) return;
    // what the device says until the wire is free waits for the console
    noted(await settle());
    wire = null;
    capture.mark('console', held.who, held.received());
    const back = Buffer.concat([unread, held.leftover()]);
    if (back.length > 0) toConsole(back, now());
    relieve();
  };
  const take = (who: string, credit: number, send: (bytes: Buffer) => void): Result<WireQueue> => {
    if (wire)
      return fail({
        code: 'PORT_BUSY',
        message: `${wire.who} holds the wire`,
        where: request.path,
        next: 'wait until it is done',
      });
    wire = createWireQueue(who, credit, send);
    capture.mark('wire', who);
    return ok(wire);
  };

  return ok({
    port,
    state: () => ({
      path: port.device()?.path ?? request.path,
      settings: port.settings(),
      present: port.device() !== null,
      hasLines: port.device()?.hasLines ?? true,
      holder: wire?.who ?? null,
      total: capture.total(),
      captureDir: capture.folder,
      pid: process.pid,
    }),
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tap: async (file, mode, onFailure) => {
      const tapped = await openAppendFile(file, mode, { onWritten: relieve, onFailure });
      if (!tapped.ok) return tapped;
      taps.add(tapped.value);
      return ok({
        close: () => {
          taps.delete(tapped.value);
          return tapped.value.close();
        },
      });
    },
    join: (member, settings) =>
      inTurn(async () => {
        const joined = shared.join(member, settings);
        if (!joined.ok) return joined;
        const settled = await settleUnlessHeld();
        if (!settled.ok) shared.leave(member);
        return settled;
      }),
    leave: (member) =>
      inTurn(async () => {
        shared.leave(member);
        noted(await settleUnlessHeld());
      }),
    configure: (member, settings) =>
      inTurn(async () => {
        shared.change(member, settings);
        return settleUnlessHeld();
      }),
    take: (...wanted) => inTurn(async () => take(...wanted)),
    relieve,
    release: (...given) => inTurn(() => release(...given)),
    close: async () => {
      stalls.stop();
      await port.close();
      for (const tap of taps) await tap.close();
      await capture.close();
    },
  });
}

/** Runs one piece of work after the other. */
function createTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
}
