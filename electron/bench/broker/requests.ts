import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import { FRAME, frameParts, MAX_DATA } from './frames.js';
import type { Hub } from './hub.js';
import type { BrokerMessage, OpenRequest, Request } from './messages.js';
import type { Member } from './port-settings.js';
import { createPusher, type Pusher } from './pusher.js';
import type { Tap } from './recording.js';
import type { WireQueue } from './wire.js';

/** The port that all clients of a broker share; opened by the first that asks. */
export interface SharedPort {
  hub(): Hub | null;
  open(request: OpenRequest): Promise<Result<Hub>>;
  /** Whether the port is the one of that name: the name of a device that is away may be another one's by now. */
  answersTo(port: string): Promise<boolean>;
}

/** What one client has of the port; given back when the client is gone, however it went. */
export interface Guest {
  readonly who: string;
  /** From when the port is open for it. */
  member: Member | null;
  pusher: Pusher | null;
  tap: Tap | null;
  wire: WireQueue | null;
  listening: () => void;
  send(parts: readonly Uint8Array[]): void;
  say(message: BrokerMessage): void;
  gone(): boolean;
}

/** Long enough for a falling DTR to be a pulse, and for whoever stands in for a device to see that nobody is there. */
const CLOSED_MS = 100;

type Of<K extends Request['do']> = Extract<Request, { do: K }>;

/** Answers one request of a client; its form was checked. Errors: PORT_BUSY, PORT_LOST, those of opening, USAGE. */
export async function answerRequest(
  shared: SharedPort,
  guest: Guest,
  request: Request,
): Promise<Result<unknown>> {
  if (request.do === 'hello') return fail({ code: 'USAGE', message: 'hello was said already' });
  if (request.do === 'open') return open(shared, guest, request);
  const hub = shared.hub();
  if (!hub) return fail({ code: 'USAGE', message: 'the port is not open yet', next: 'send open first' });
  switch (request.do) {
    case 'state':
      return ok(hub.state());
    case 'subscribe':
      return subscribe(hub, guest, request);
    case 'tap':
      return tap(hub, guest, request);
    case 'untap':
      return untap(guest);
    case 'take':
      return take(hub, guest, request);
    case 'turns':
      return takeTurns(hub, guest, request);
    case 'drain':
      return onDevice(hub, async () => hub.port.device()?.drain());
    case 'discard':
      return exclusively(hub, guest, () => discard(hub, guest));
    case 'configure':
      return configure(hub, guest, request);
    case 'reopen':
      return exclusively(hub, guest, () => hub.port.reopen(CLOSED_MS));
    case 'lend':
      return guest.wire === null ? fail(NOT_HOLDER) : onDevice(hub, () => hub.port.lend());
    case 'takeBack':
      return guest.wire === null ? fail(NOT_HOLDER) : hub.port.takeBack();
    case 'lines':
      return exclusively(hub, guest, () => hub.port.setLines(request.lines));
    case 'modem':
      return onDevice(hub, async () => hub.port.device()?.modem());
    case 'break':
      return exclusively(hub, guest, () => sendBreak(hub, request.ms));
  }
}

/** Bytes for the device, from one who may send: the holder of the wire, or anybody while nobody holds it. */
export function writeFor(hub: Hub, guest: Guest, bytes: Uint8Array): Promise<Result<unknown>> {
  guest.wire?.turns.stop();
  return exclusively(hub, guest, async () => hub.port.device()?.write(bytes));
}

const NOT_HOLDER: Problem = { code: 'USAGE', message: 'this is for the holder of the wire' };

async function takeTurns(hub: Hub, { wire }: Guest, { turns }: Of<'turns'>): Promise<Result<unknown>> {
  if (wire === null) return fail(NOT_HOLDER);
  const decoded = turns.map((turn) => ({ ...turn, bytes: Buffer.from(turn.bytes, 'base64') }));
  const write = async (bytes: Uint8Array) => hub.port.device()?.write(bytes);
  return onDevice(hub, () => wire.turns.start(decoded, write));
}

async function open(
  shared: SharedPort,
  guest: Guest,
  { do: _, id: __, ...request }: Of<'open'>,
): Promise<Result<unknown>> {
  if (guest.member !== null) return fail({ code: 'USAGE', message: 'the port is open already' });
  const member: Member = { role: request.role, who: guest.who };
  guest.member = member;
  const opened = await shared.open(request);
  if (!opened.ok) return opened;
  const joined = await opened.value.join(member, request.settings);
  if (!joined.ok) return joined;
  if (guest.gone()) {
    await opened.value.leave(member);
    return ok(null);
  }
  guest.listening = opened.value.listen({
    onStored: (stored) => guest.pusher?.onStored(stored),
    onMark: (mark) => guest.say({ event: 'mark', mark: { ...mark, monotonicNs: String(mark.monotonicNs) } }),
  });
  return ok(opened.value.state());
}

function subscribe(hub: Hub, guest: Guest, { credit }: Of<'subscribe'>): Result<unknown> {
  guest.pusher = createPusher(credit, {
    push: guest.send,
    kept: (upTo) => guest.say({ event: 'kept', upTo }),
  });
  return ok(hub.state());
}

async function tap(hub: Hub, guest: Guest, { file, append }: Of<'tap'>): Promise<Result<unknown>> {
  await guest.tap?.close();
  guest.tap = null;
  const tapped = await hub.tap(file, append ? 'append' : 'new', (error) =>
    guest.say({ event: 'tapFailed', error }),
  );
  if (!tapped.ok) return tapped;
  if (guest.gone()) await tapped.value.close();
  else guest.tap = tapped.value;
  return ok(null);
}

async function untap(guest: Guest): Promise<Result<unknown>> {
  const { tap } = guest;
  guest.tap = null;
  return ok((await tap?.close()) ?? 0);
}

/** The holder's settings end with its turn; those of anybody else are those of all of its role. */
async function configure(hub: Hub, guest: Guest, { settings }: Of<'configure'>): Promise<Result<unknown>> {
  const { member, wire } = guest;
  if (member === null || wire !== null) return exclusively(hub, guest, () => hub.port.configure(settings));
  return exclusively(hub, guest, () => hub.configure(member, settings));
}

async function take(hub: Hub, guest: Guest, { credit }: Of<'take'>): Promise<Result<unknown>> {
  const taken = await hub.take(guest.who, credit, (bytes) => {
    for (let at = 0; at < bytes.length; at += MAX_DATA)
      guest.send(frameParts(FRAME.wire, bytes.subarray(at, at + MAX_DATA)));
  });
  if (!taken.ok) return taken;
  if (guest.gone()) await hub.release(taken.value, new Uint8Array());
  else guest.wire = taken.value;
  return ok(hub.state());
}

async function discard(hub: Hub, guest: Guest): Promise<void> {
  await hub.port.device()?.flush();
  guest.wire?.discard();
  hub.relieve();
}

async function sendBreak(hub: Hub, ms: number): Promise<boolean> {
  if (!(await hub.port.setLines({ brk: true }))) return false;
  await new Promise((done) => setTimeout(done, ms));
  return hub.port.setLines({ brk: false });
}

async function exclusively(hub: Hub, guest: Guest, work: () => Promise<unknown>): Promise<Result<unknown>> {
  const { holder, path } = hub.state();
  if (holder !== null && guest.wire === null)
    return fail({
      code: 'PORT_BUSY',
      message: `${holder} holds the wire`,
      where: path,
      next: 'wait until it is done',
    });
  return onDevice(hub, work);
}

async function onDevice(hub: Hub, work: () => Promise<unknown>): Promise<Result<unknown>> {
  if (!hub.port.device()) return fail(lost(hub, 'the device is gone'));
  try {
    return ok(await work());
  } catch (error) {
    return fail(lost(hub, error instanceof Error ? error.message : String(error)));
  }
}

const lost = (hub: Hub, message: string): Problem => ({
  code: 'PORT_LOST',
  message,
  where: hub.state().path,
  next: 'plug the device in again',
});
