import { ok, type Result } from '../../../shared/problem.js';
import { inEnglish } from '../../../shared/texts/words.js';
import type { LinkSettings } from '../link/link.js';
import { othersAt } from '../link/port-holders.js';
import type { ClaimedName } from './claimed-name.js';
import type { OpenRequest, PortState } from './messages.js';
import { keepPort, type PortKeeper } from './port-keeper.js';
import { describeSettings, type Member, settleSettings, sharePortSettings } from './port-settings.js';
import { openRecording, type Recording } from './recording.js';
import { watchStalls } from './stalls.js';
import { createWire, type Wire, type WireQueue } from './wire.js';

/** One port: its device, its capture, those who listen, and the one who holds the wire. */
export interface Hub extends Pick<Recording, 'listen' | 'tap'> {
  readonly port: PortKeeper;
  state(): PortState;
  /** Errors: PORT_BUSY where others of the role have other settings, PORT_LOST where the port refuses them. */
  join(member: Member, settings: LinkSettings): Promise<Result<void>>;
  /** Where that was the last session, the settings of the consoles apply again. */
  leave(member: Member): Promise<void>;
  /** Errors: PORT_LOST. */
  configure(member: Member, settings: Partial<LinkSettings>): Promise<Result<void>>;
  /** Errors: PORT_BUSY where somebody holds it. */
  take(...wanted: Parameters<Wire['take']>): Promise<Result<WireQueue>>;
  /** Bytes have been read, or given up: the port may be read on. */
  relieve(): void;
  /** Ends the holder's turn, and its settings: `unread`, and what it never read, are console again. */
  release(wire: WireQueue, unread: Uint8Array): Promise<void>;
  close(): Promise<void>;
}

/** Above this the port is not read on: what waits for disk or holder, in bytes. */
const MAX_FOR_DISK = 16 * 1024 * 1024;
const MAX_FOR_HOLDER = 1024 * 1024;

/** Opens port and capture. Errors: those of `keepPort` and `openCapture`. */
export async function openHub(
  request: OpenRequest,
  name: Pick<ClaimedName, 'isAt' | 'isAway'>,
): Promise<Result<Hub>> {
  const flow = createFlow();
  const opened = await openRecording(request, flow.balance);
  if (!opened.ok) return opened;
  const recording = opened.value;
  const wire = createWire(request.path, recording);
  const others = markOthers(recording);
  let since = recording.total();
  const kept = await keepPort(request, {
    onBytes: (bytes, at) => {
      wire.hear(bytes, at);
      flow.balance();
    },
    onLost: (why) => {
      since = recording.total();
      wire.holder()?.turns.stop();
      recording.mark('lost', why);
    },
    onBack: (path) => {
      name.isAt(path);
      recording.mark('back', path);
      others.look(path);
    },
    onAway: () => name.isAway(),
  });
  if (!kept.ok) {
    await recording.close();
    return kept;
  }
  flow.hold(
    kept.value,
    () => (wire.holder()?.waiting() ?? 0) > MAX_FOR_HOLDER || recording.queued() > MAX_FOR_DISK,
  );
  const parts = { port: kept.value, recording, wire, others, since: () => since, relieve: flow.balance };
  return ok(hubOf(request, parts));
}

interface HubParts {
  port: PortKeeper;
  recording: Recording;
  wire: Wire;
  others: Others;
  /** The first byte since the device was opened last. */
  since: () => number;
  relieve: () => void;
}

function hubOf(request: OpenRequest, parts: HubParts): Hub {
  const { port, recording, others, wire, since, relieve } = parts;
  recording.mark('open', describeSettings(port.settings()));
  others.look(request.path);
  const stalls = watchStalls(
    () => port.settings().baud,
    (ms) => recording.mark('gap', `not read for ${ms} ms`),
  );
  return {
    port,
    listen: recording.listen,
    tap: recording.tap,
    relieve,
    ...turnsAt(request.path, parts),
    state: () => ({
      path: port.device()?.path ?? request.path,
      settings: port.settings(),
      present: port.device() !== null,
      hasLines: port.device()?.hasLines ?? true,
      holder: wire.holder()?.who ?? null,
      total: recording.total(),
      since: since(),
      captureDir: recording.folder,
      pid: process.pid,
    }),
    close: async () => {
      stalls.stop();
      await port.close();
      await others.marked();
      await recording.close();
    },
  };
}

/** Who has the port at which settings, and who holds its wire: one change after the other. */
function turnsAt(
  path: string,
  { port, recording, wire, relieve }: HubParts,
): Pick<Hub, 'join' | 'leave' | 'configure' | 'take' | 'release'> {
  const shared = sharePortSettings(path);
  const settle = settleSettings(port, shared, (text) => recording.mark('settings', text));
  const settleUnlessHeld = async (): Promise<Result<void>> =>
    wire.holder() === null ? settle() : ok(undefined);
  const noted = (settled: Result<void>): void => {
    if (!settled.ok) recording.mark('gap', inEnglish(settled.error.message));
  };
  const inTurn = createTurns();
  return {
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
    take: (...wanted) => inTurn(async () => wire.take(...wanted)),
    release: (held, unread) => {
      held.turns.stop();
      return inTurn(async () => {
        if (wire.holder() !== held) return;
        port.giveUp();
        // what the device says until the wire is free waits for the console
        noted(await settle());
        wire.release(unread);
        relieve();
      });
    },
  };
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

/** Holds a port back while more waits than may. */
interface Flow {
  /** What came has been read or written, or more came: `isFull` is asked again. */
  balance(): void;
  hold(port: PortKeeper, isFull: () => boolean): void;
}

/** Nothing is held back until `hold` says what. */
function createFlow(): Flow {
  let held: { port: PortKeeper; isFull: () => boolean } | null = null;
  let paused = false;
  return {
    hold: (port, isFull) => {
      held = { port, isFull };
    },
    balance: () => {
      if (held === null) return;
      const full = held.isFull();
      if (full) held.port.pause();
      else if (paused) held.port.resume();
      paused = full;
    },
  };
}

/** Tells the console of programs that read its port too: nothing keeps out one that asks for no lock. */
interface Others {
  /** The port was opened, now. */
  look(path: string): void;
  /** What was looked for is marked. */
  marked(): Promise<void>;
}

function markOthers(recording: Pick<Recording, 'mark'>): Others {
  let marked: Promise<void> = Promise.resolve();
  const mark = async (path: string): Promise<void> => {
    for (const told of await othersAt(path, process.pid)) recording.mark('gap', told);
  };
  return {
    look: (path) => {
      marked = Promise.all([marked, mark(path)]).then(() => undefined);
    },
    marked: () => marked,
  };
}
