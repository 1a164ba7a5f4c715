import type { Link } from '../../link/link.js';
import { ProtocolFault } from '../fault.js';

// GDB manual, appendix E "GDB Remote Serial Protocol": E.1 Overview (framing, escapes, run-length encoding).
const START = 0x24; // $
const END = 0x23; // #
const ESCAPE = 0x7d; // }
const REPEAT = 0x2a; // *
const PLUS = 0x2b;
const MINUS = 0x2d;
const MASK = 0x20;
const TRIES = 3;
/** An erase of a large block is answered when it is done. */
const ANSWER_MS = 30_000;
const MAX_REPLY_BYTES = 1024 * 1024;
/** Between packets there are only acknowledgements: whoever says more there is no debug server. */
const MAX_NOISE_BYTES = 4096;

/** The stub answered `E NN`, or text after `E.`. */
export class StubError extends ProtocolFault {}

const checksum = (bytes: Uint8Array): string =>
  (bytes.reduce((sum, byte) => sum + byte, 0) & 0xff).toString(16).padStart(2, '0');

const SPECIAL: ReadonlySet<number> = new Set([START, END, ESCAPE, REPEAT]);

/** Binary data as packets carry it. */
const escaped = (bytes: Uint8Array): Uint8Array =>
  Uint8Array.from([...bytes].flatMap((byte) => (SPECIAL.has(byte) ? [ESCAPE, byte ^ MASK] : [byte])));

/** Sends a packet and waits until the stub has it. @throws ProtocolFault, LinkLost */
export async function send(link: Link, command: string, data: Uint8Array = new Uint8Array()): Promise<void> {
  const body = Buffer.concat([Buffer.from(command, 'latin1'), escaped(data)]);
  const packet = Buffer.concat([Uint8Array.of(START), body, Buffer.from(`#${checksum(body)}`)]);
  for (let attempt = 0; attempt < TRIES; attempt++) {
    await link.write(packet);
    if (await acknowledged(link)) return;
  }
  throw new ProtocolFault('the debug server does not take the packet');
}

async function acknowledged(link: Link): Promise<boolean> {
  for (let noise = 0; noise < MAX_NOISE_BYTES; noise++) {
    const byte = await next(link);
    if (byte === PLUS) return true;
    if (byte === MINUS) return false;
    if (byte === START) await packet(link); // A stop reply from before: nobody waits for it.
  }
  throw new ProtocolFault(NO_SERVER, NEXT);
}

const NO_SERVER = 'what answers there is no debug server';
const NEXT = 'check `flash.host` and `flash.port` in the profile';

/**
 * Sends a packet and gives the reply as it is; empty where the stub does not know the command.
 *
 * @throws StubError, ProtocolFault, LinkLost
 */
export async function request(link: Link, command: string, data?: Uint8Array): Promise<Buffer> {
  await send(link, command, data);
  const reply = await receive(link);
  if (/^E([0-9a-f]{2}$|\.)/i.test(reply.toString('latin1')))
    throw new StubError(`the debug server refused ${command.slice(0, 40)}: ${reply.toString('latin1')}`);
  return reply;
}

/** The next packet. @throws ProtocolFault, LinkLost */
export async function receive(link: Link): Promise<Buffer> {
  for (let [attempt, noise] = [0, 0]; attempt < TRIES; ) {
    if (noise === MAX_NOISE_BYTES) throw new ProtocolFault(NO_SERVER, NEXT);
    if ((await next(link)) !== START) {
      noise++;
      continue;
    }
    const body = await packet(link);
    if (body !== null) return body;
    attempt++;
  }
  throw new ProtocolFault('the packets of the debug server are damaged');
}

/** What follows `$`, acknowledged; null where its checksum is wrong. */
async function packet(link: Link): Promise<Buffer | null> {
  const raw: number[] = [];
  for (let byte = await next(link); byte !== END; byte = await next(link)) {
    raw.push(byte);
    if (raw.length > MAX_REPLY_BYTES) throw new ProtocolFault('the debug server answers without end');
  }
  const sum = String.fromCharCode(await next(link), await next(link)).toLowerCase();
  const good = sum === checksum(Uint8Array.from(raw));
  await link.write(Uint8Array.of(good ? PLUS : MINUS));
  return good ? decoded(raw) : null;
}

/** Escapes and runs: `x*c` is x, and c - 29 times more of it (E.1). */
function decoded(raw: readonly number[]): Buffer {
  const bytes: number[] = [];
  for (let at = 0; at < raw.length; at++) {
    const byte = raw[at] ?? 0;
    if (byte === ESCAPE) bytes.push((raw[++at] ?? 0) ^ MASK);
    else if (byte === REPEAT)
      bytes.push(...new Array<number>(Math.max(0, (raw[++at] ?? 0) - 29)).fill(bytes.at(-1) ?? 0));
    else bytes.push(byte);
  }
  return Buffer.from(bytes);
}

const buffers = new WeakMap<Link, { bytes: Uint8Array; at: number }>();

async function next(link: Link): Promise<number> {
  const held = buffers.get(link);
  if (held !== undefined && held.at < held.bytes.length) return held.bytes[held.at++] ?? 0;
  const bytes = await link.read(4096, ANSWER_MS);
  if (bytes === null) throw new ProtocolFault('the debug server went silent');
  buffers.set(link, { bytes, at: 1 });
  return bytes[0] ?? 0;
}
