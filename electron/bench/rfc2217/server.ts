import { createServer, type Socket } from 'node:net';
import { fail, ok, type Result } from '../../../shared/problem.js';
import type { ModemLines } from '../link/link.js';
import { COM_PORT_OPTION, comPortAnswer, type MirroredPort, RESUME, SUSPEND } from './com-port.js';
import { createModemState, SET_MODEMSTATE_MASK } from './modem-state.js';
import {
  createTelnetReader,
  DO,
  DONT,
  escapeData,
  optionBytes,
  subBytes,
  type TelnetPart,
  WILL,
  WONT,
} from './telnet.js';

/** A serial port over RFC 2217 on loopback, for the user's own terminal. */
export interface Mirror {
  /** `127.0.0.1:4000`, with the port that the system chose where 0 was asked for. */
  readonly address: string;
  /** What the device said. */
  say(bytes: Buffer): void;
  /** Tells the clients to hold their bytes, or to go on: somebody takes the wire, or gave it back. */
  suspend(held: boolean): void;
  close(): Promise<void>;
}

const BINARY = 0;
const SUPPRESS_GO_AHEAD = 3;
const AGREED = new Set([BINARY, SUPPRESS_GO_AHEAD, COM_PORT_OPTION]);
const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);

/** How often the lines of the port are looked at while there is a client, ms. */
const LOOK_MS = 100;

/** A client that does not read is hung up on: bytes. */
const MAX_UNSENT = 16 * 1024 * 1024;

/**
 * Serves `port` at `address` (`127.0.0.1:4000`). Bytes of a client reach the device only after it has agreed to the
 * com-port option: a web page can make a browser talk to loopback, but not say that.
 *
 * Errors: USAGE for an address that is not on loopback, or is taken.
 */
export async function serveRfc2217(address: string, port: MirroredPort): Promise<Result<Mirror>> {
  const at = parseAddress(address);
  if (!at)
    return fail({
      code: 'USAGE',
      message: `${address} is no address on loopback`,
      next: 'use 127.0.0.1:PORT',
    });
  const clients = new Set<Client>();
  const server = createServer((socket) => {
    const client = serveClient(socket, port);
    clients.add(client);
    socket.on('close', () => clients.delete(client));
  });
  const failure = await new Promise<Error | null>((resolve) => {
    server.once('error', resolve);
    server.listen({ ...at, exclusive: true }, () => resolve(null));
  });
  if (failure)
    return fail({
      code: 'USAGE',
      message: `cannot listen: ${failure.message}`,
      where: address,
      next: 'use another port; 0 lets the system choose one',
    });
  const look = async (): Promise<void> => {
    const modem = clients.size === 0 ? null : await port.modem();
    if (modem === null) return;
    for (const client of clients) client.modem(modem);
  };
  const looking = setInterval(() => void look(), LOOK_MS);
  const bound = server.address();
  const number = typeof bound === 'object' && bound ? bound.port : at.port;
  return ok({
    address: `${at.host}:${number}`,
    say: (bytes) => {
      for (const client of clients) client.say(bytes);
    },
    suspend: (held) => {
      for (const client of clients) client.suspend(held);
    },
    close: () =>
      new Promise((done) => {
        clearInterval(looking);
        for (const client of clients) client.close();
        server.close(() => done());
      }),
  });
}

function parseAddress(address: string): { host: string; port: number } | null {
  const [, host = '', number = ''] = /^\[?([^\]]*)\]?:(\d{1,5})$/.exec(address) ?? [];
  return LOOPBACK.has(host) && Number(number) <= 65535 ? { host, port: Number(number) } : null;
}

interface Client {
  say(bytes: Buffer): void;
  suspend(held: boolean): void;
  modem(lines: ModemLines): void;
  close(): void;
}

function serveClient(socket: Socket, port: MirroredPort): Client {
  let speaksComPort = false;
  /** Options that were answered: answering an answer would go on for ever (RFC 854, "loops"). */
  const answered = new Set<string>();
  let work: Promise<void> = Promise.resolve();
  const modem = createModemState((state) => socket.write(subBytes(COM_PORT_OPTION, state)));

  const negotiate = (verb: number, option: number): void => {
    if (option === COM_PORT_OPTION) speaksComPort = verb === WILL || verb === DO || speaksComPort;
    const asks = verb === WILL || verb === DO;
    const key = `${asks ? verb : verb - 1} ${option}`;
    if (asks === answered.has(key)) return;
    if (asks) answered.add(key);
    else answered.delete(key);
    const agree = asks && AGREED.has(option);
    if (verb === WILL || verb === WONT) socket.write(optionBytes(agree ? DO : DONT, option));
    else socket.write(optionBytes(agree ? WILL : WONT, option));
  };

  const sub = async (option: number, payload: Buffer): Promise<void> => {
    if (option !== COM_PORT_OPTION) return;
    if (payload[0] === SET_MODEMSTATE_MASK) modem.mask(payload[1] ?? 0);
    const answer = await comPortAnswer(port, payload);
    if (answer) socket.write(subBytes(COM_PORT_OPTION, answer));
  };

  const take = async (part: TelnetPart): Promise<void> => {
    if (part.kind === 'option') negotiate(part.verb, part.option);
    else if (part.kind === 'sub') await sub(part.option, part.payload);
    // While somebody flashes, what is typed goes nowhere: later it would be a surprise.
    else if (speaksComPort && part.bytes.length > 0 && !port.held()) await port.write(part.bytes);
  };

  const read = createTelnetReader();
  socket.setNoDelay(true);
  socket.on('data', (chunk: Buffer) => {
    const parts = read(chunk);
    if (parts === null) socket.destroy();
    // A device that takes its time slows the client down.
    socket.pause();
    for (const part of parts ?? []) work = work.then(() => take(part));
    work = work.then(() => void socket.resume());
  });
  socket.on('error', () => socket.destroy());

  return {
    say: (bytes) => {
      if (!speaksComPort) return;
      socket.write(escapeData(bytes));
      if (socket.writableLength > MAX_UNSENT) socket.destroy();
    },
    suspend: (held) => {
      if (speaksComPort) socket.write(subBytes(COM_PORT_OPTION, held ? SUSPEND : RESUME));
    },
    modem: (lines) => {
      if (speaksComPort) modem.tell(lines);
    },
    close: () => socket.destroy(),
  };
}
