import { connect, type Socket } from 'node:net';
import { fail, ok, type Result } from '../../../shared/problem.js';
import type { Claim } from './claim.js';
import {
  type ConsolePush,
  createFrameReader,
  FRAME,
  type Frame,
  frameParts,
  numberedFrame,
  PROTOCOL_VERSION,
  parseConsole,
} from './frames.js';
import {
  type BrokerMessage,
  BrokerMessageSchema,
  type ClientMessage,
  type MarkEvent,
  type Request,
} from './messages.js';

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never;

/** A client's end of the protocol: requests with their answers, and what the broker says unasked. */
export interface Connection {
  ask(request: WithoutId<Request>): Promise<Result<unknown>>;
  /** Bytes for the device (`write`), or put back at the end of a turn (`release`). */
  give(type: typeof FRAME.write | typeof FRAME.release, bytes: Uint8Array): Promise<Result<unknown>>;
  tell(message: Extract<ClientMessage, { do: 'ack' | 'wireAck' }>): void;
  /** Each event has one listener; what comes before there is one is dropped. */
  on: Partial<ConnectionEvents>;
  close(): void;
}

export interface ConnectionEvents {
  console(push: ConsolePush): void;
  kept(upTo: number): void;
  mark(mark: MarkEvent): void;
  wire(bytes: Buffer): void;
  tapFailed(message: Extract<BrokerMessage, { event: 'tapFailed' }>['error']): void;
  /** The broker is gone (killed), or broke the protocol. Not called after `close`. */
  gone(): void;
}

const GONE = fail({
  code: 'PORT_LOST' as const,
  message: 'the process that owns the port has ended',
  next: 'open the port again',
});

/**
 * `dead`: nobody listens there: the broker was killed, because it listens before it claims the port, and withdraws the
 * claim before it stops. `ending`: it is about to do that, or is no longer that of the port.
 */
export async function connectTo(
  claim: Claim,
  { who, port }: { who: string; port: string },
): Promise<Result<Connection> | 'dead' | 'ending'> {
  const socket = await reach(claim.address);
  if (socket instanceof Error) return DEAD.test(socket.message) ? 'dead' : 'ending';
  const connection = speak(socket);
  const { token } = claim;
  const hello = await connection.ask({ do: 'hello', version: PROTOCOL_VERSION, token, who, port });
  if (hello.ok) return ok(connection);
  connection.close();
  return hello === GONE ? 'ending' : hello;
}

const DEAD = /ECONNREFUSED|ENOENT/;

function reach(address: string): Promise<Socket | Error> {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.once('connect', () => resolve(socket));
    socket.once('error', resolve);
  });
}

function speak(socket: Socket): Connection {
  const waiting = new Map<number, (result: Result<unknown>) => void>();
  let lastId = 0;
  let open = true;

  const write = (parts: readonly Uint8Array[]): void => {
    socket.cork();
    for (const part of parts) socket.write(part);
    socket.uncork();
  };
  const pending = (send: (id: number) => void): Promise<Result<unknown>> =>
    new Promise((resolve) => {
      if (!open) return resolve(GONE);
      lastId += 1;
      waiting.set(lastId, resolve);
      send(lastId);
    });
  const control = (message: object): void =>
    write(frameParts(FRAME.control, Buffer.from(JSON.stringify(message))));

  const connection: Connection = {
    ask: (request) => pending((id) => control({ ...request, id })),
    give: (type, bytes) => pending((id) => write(numberedFrame(type, id, bytes))),
    tell: control,
    on: {},
    close: () => {
      connection.on = {};
      open = false;
      socket.end();
    },
  };

  const onControl = (payload: Buffer): boolean => {
    const message = parseMessage(payload);
    if (message === null) return false;
    if ('re' in message) {
      waiting.get(message.re)?.(message.ok ? ok(message.value) : fail(message.error));
      waiting.delete(message.re);
    } else if (message.event === 'mark') connection.on.mark?.(message.mark);
    else if (message.event === 'kept') connection.on.kept?.(message.upTo);
    else connection.on.tapFailed?.(message.error);
    return true;
  };

  const onFrame = ({ type, payload }: Frame): boolean => {
    if (type === FRAME.control) return onControl(payload);
    if (type === FRAME.wire) connection.on.wire?.(payload);
    const push = type === FRAME.console ? parseConsole(payload) : null;
    if (push) connection.on.console?.(push);
    return type === FRAME.wire || push !== null;
  };

  const read = createFrameReader();
  socket.on('data', (chunk: Buffer) => {
    if (!read(chunk)?.every(onFrame)) socket.destroy();
  });
  socket.on('error', () => socket.destroy());
  socket.on('close', () => {
    open = false;
    for (const settle of waiting.values()) settle(GONE);
    waiting.clear();
    connection.on.gone?.();
  });
  return connection;
}

function parseMessage(payload: Buffer): BrokerMessage | null {
  try {
    const parsed = BrokerMessageSchema.safeParse(JSON.parse(payload.toString('utf8')));
    return parsed.success ? parsed.data : null;
  } catch {
    return null; // not JSON
  }
}
