import type { Socket } from 'node:net';
import { fail, ok, type Result } from '../../../shared/problem.js';
import {
  createFrameReader,
  FRAME,
  type Frame,
  frameParts,
  PROTOCOL_VERSION,
  parseNumbered,
} from './frames.js';
import type { Hub } from './hub.js';
import { type BrokerMessage, type ClientMessage, ClientMessageSchema } from './messages.js';
import { answerRequest, type Guest, type SharedPort, writeFor } from './requests.js';

/** A client that takes in so little gets no more: its answers and pushes would grow without bound. Bytes. */
const MAX_UNSENT = 64 * 1024 * 1024;

/**
 * Serves one client until it leaves. Whatever it sends is parsed; what does not fit the protocol ends the connection.
 */
export function serveClient(socket: Socket, token: string, shared: SharedPort, onGone: () => void): void {
  let guest: Guest | null = null;

  const send = (parts: readonly Uint8Array[]): void => {
    socket.cork();
    for (const part of parts) socket.write(part);
    socket.uncork();
    if (socket.writableLength > MAX_UNSENT) socket.destroy();
  };
  const say = (message: BrokerMessage): void =>
    send(frameParts(FRAME.control, Buffer.from(JSON.stringify(message))));
  const answer = (id: number, result: Result<unknown>): void =>
    say(
      result.ok
        ? { re: id, ok: true, value: result.value ?? null }
        : { re: id, ok: false, error: result.error },
    );

  const hello = (message: ClientMessage): boolean => {
    if (message.do !== 'hello' || message.token !== token) return false;
    const { id, version, port, who } = message;
    if (version !== PROTOCOL_VERSION) {
      answer(id, fail(otherVersion(version)));
      return false;
    }
    void shared.answersTo(port).then((isOurs) => (isOurs ? greet(id, who) : socket.destroy()));
    return true;
  };

  const greet = (id: number, who: string): void => {
    answer(id, ok(null));
    guest = {
      who,
      member: null,
      pusher: null,
      tap: null,
      wire: null,
      listening: () => {},
      send,
      say,
      gone: () => socket.destroyed,
    };
  };

  const control = (payload: Buffer): boolean => {
    const message = parseMessage(payload);
    if (message === null) return false;
    if (guest === null) return hello(message);
    if (message.do === 'ack') guest.pusher?.acknowledge(message.bytes);
    else if (message.do === 'wireAck') {
      guest.wire?.acknowledge(message.bytes);
      shared.hub()?.relieve();
    } else void answerRequest(shared, guest, message).then((result) => answer(message.id, result));
    return true;
  };

  /** Device bytes, or those that a holder puts back when it gives the wire back. */
  const numbered = ({ type, payload }: Frame): boolean => {
    const parsed = parseNumbered(payload);
    const hub = shared.hub();
    if (parsed === null || guest === null || hub === null) return false;
    if (type === FRAME.write)
      void writeFor(hub, guest, parsed.bytes).then((result) => answer(parsed.id, result));
    else {
      const { wire } = guest;
      guest.wire = null;
      void (wire ? hub.release(wire, parsed.bytes) : Promise.resolve()).then(() =>
        answer(parsed.id, ok(null)),
      );
    }
    return true;
  };

  const accept = (frame: Frame): boolean => {
    if (frame.type === FRAME.control) return control(frame.payload);
    return (frame.type === FRAME.write || frame.type === FRAME.release) && numbered(frame);
  };

  const read = createFrameReader();
  socket.on('data', (chunk: Buffer) => {
    if (!read(chunk)?.every(accept)) socket.end();
  });
  socket.on('error', () => socket.destroy());
  socket.on('close', () => {
    const gone = guest;
    gone?.listening();
    void (gone === null ? Promise.resolve() : giveBack(shared.hub(), gone)).finally(onGone);
  });
}

/** All that a client had of the port. */
async function giveBack(hub: Hub | null, { wire, member, tap }: Guest): Promise<void> {
  if (wire) await hub?.release(wire, new Uint8Array());
  if (member) await hub?.leave(member);
  await tap?.close();
}

function parseMessage(payload: Buffer): ClientMessage | null {
  try {
    const parsed = ClientMessageSchema.safeParse(JSON.parse(payload.toString('utf8')));
    return parsed.success ? parsed.data : null;
  } catch {
    return null; // not JSON
  }
}

const otherVersion = (version: number) => ({
  code: 'VERSION_MISMATCH' as const,
  message: `the owner of the port speaks version ${PROTOCOL_VERSION} of the protocol, this program version ${version}`,
  next: 'end the other Benchloop that has this port',
});
