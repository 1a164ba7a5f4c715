import type { Region, Segment } from '../../image/image.js';
import type { Link } from '../../link/link.js';
import { ProtocolFault } from '../fault.js';
import { request } from './protocol.js';

/** What the stub said of itself (GDB manual, E.4 `qSupported`). */
export interface Stub {
  /** Bytes of data that fit into one packet, with escapes at their worst. */
  block: number;
  /** `X` packets are known, else `M`. */
  binary: boolean;
  /** Flash of its memory map (E.15), `page` its block size; empty where it has none. */
  flash: readonly Region[];
}

const WITHOUT_WORD_BYTES = 400;
const MOST_BLOCK_BYTES = 4096;
const HEADER_BYTES = 64;
const at = (address: number, size: number) => `${address.toString(16)},${size.toString(16)}`;

/** @throws ProtocolFault, LinkLost */
export async function survey(link: Link): Promise<Stub> {
  const words = (await request(link, 'qSupported:xmlRegisters=arm')).toString('latin1').split(';');
  const size = words.find((word) => word.startsWith('PacketSize='))?.slice('PacketSize='.length);
  const packet = size === undefined ? WITHOUT_WORD_BYTES : Number.parseInt(size, 16);
  const block = Math.max(16, Math.min(MOST_BLOCK_BYTES, Math.floor((packet - HEADER_BYTES) / 2)));
  const mapped = words.includes('qXfer:memory-map:read+');
  const binary = (await request(link, 'X0,0:')).toString('latin1') === 'OK';
  return { block, binary, flash: mapped ? flashOf(await transfer(link, 'memory-map', block)) : [] };
}

/** A whole object by `qXfer:…:read` (E.4): `m` goes on, `l` is the last. */
async function transfer(link: Link, object: string, block: number): Promise<string> {
  let text = '';
  for (;;) {
    const part = (await request(link, `qXfer:${object}:read::${at(text.length, block)}`)).toString('latin1');
    if (!/^[ml]/.test(part)) throw new ProtocolFault(`the debug server gave no ${object}`);
    text += part.slice(1);
    if (part.startsWith('l') || part.length === 1) return text;
  }
}

/** Numbers are in C's notation; attributes come in any order. */
function flashOf(xml: string): Region[] {
  return [...xml.matchAll(/<memory\s([^>]*[^/>])>([\s\S]*?)<\/memory>/g)].flatMap(
    ([, attributes = '', inner = '']) => {
      const value = (name: string) =>
        Number(new RegExp(`\\b${name}\\s*=\\s*["']([^"']*)`).exec(attributes)?.[1]);
      const page = Number(/<property\s+name=["']blocksize["']\s*>\s*([^<\s]*)/.exec(inner)?.[1]);
      const region = { name: 'flash', start: value('start'), size: value('length'), page };
      const sound = [region.start, region.size, page].every(Number.isSafeInteger) && page > 0;
      return /\btype\s*=\s*["']flash["']/.test(attributes) && sound ? [region] : [];
    },
  );
}

/** `m` (E.2). @throws ProtocolFault, LinkLost */
export async function readMemory(link: Link, address: number, size: number): Promise<Uint8Array> {
  const bytes = Buffer.from((await request(link, `m${at(address, size)}`)).toString('latin1'), 'hex');
  if (bytes.length !== size)
    throw new ProtocolFault(`the debug server gave ${bytes.length} of ${size} bytes`);
  return bytes;
}

/** `X` or `M` (E.2), `vFlashWrite` (E.2, "v Packets") in flash. @throws ProtocolFault, LinkLost */
export async function writeMemory(
  link: Link,
  { address, bytes, flash }: Segment & { flash: boolean },
  binary: boolean,
): Promise<void> {
  if (flash) return expectOk(link, `vFlashWrite:${address.toString(16)}:`, bytes);
  if (binary) return expectOk(link, `X${at(address, bytes.length)}:`, bytes);
  return expectOk(link, `M${at(address, bytes.length)}:${Buffer.from(bytes).toString('hex')}`);
}

/** @throws ProtocolFault, LinkLost */
export async function expectOk(link: Link, command: string, data?: Uint8Array): Promise<void> {
  const reply = (await request(link, command, data)).toString('latin1');
  const name = command.slice(0, 40);
  if (reply === '') throw new ProtocolFault(`the debug server does not know ${name}`);
  if (reply !== 'OK') throw new ProtocolFault(`the debug server answered ${reply.slice(0, 40)} to ${name}`);
}

export const eraseFlash = (link: Link, { start, size }: Pick<Region, 'start' | 'size'>): Promise<void> =>
  expectOk(link, `vFlashErase:${at(start, size)}`);

/** The stub's CRC-32 of a range (E.4 `qCRC`); null where it has none. @throws ProtocolFault, LinkLost */
export async function theirCrc(link: Link, { address, bytes }: Segment): Promise<number | null> {
  const reply = (await request(link, `qCRC:${at(address, bytes.length)}`)).toString('latin1');
  return reply.startsWith('C') ? Number.parseInt(reply.slice(1), 16) : null;
}

const POLYNOMIAL = 0x04c1_1db7;
const TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index << 24;
  for (let bit = 0; bit < 8; bit++) value = (value << 1) ^ (value < 0 ? POLYNOMIAL : 0);
  return value;
});

/** GDB's CRC-32: high bit first, starting at all ones, not inverted at the end (GDB manual, E.4 `qCRC`). */
export const gdbCrc = (bytes: Uint8Array): number =>
  bytes.reduce((crc, byte) => (crc << 8) ^ (TABLE[((crc >>> 24) ^ byte) & 0xff] ?? 0), -1) >>> 0;

/** The pieces of a segment of at most so many bytes, cut where the flash of the memory map begins or ends. */
export function pieces(
  { address, bytes }: Segment,
  { block, flash }: Stub,
): (Segment & { flash: boolean })[] {
  const made: (Segment & { flash: boolean })[] = [];
  for (let done = 0; done < bytes.length; ) {
    const from = address + done;
    const inside = flash.find(({ start, size }) => from >= start && from < start + size);
    const next = inside
      ? inside.start + inside.size
      : Math.min(
          Number.POSITIVE_INFINITY,
          ...flash.map(({ start }) => start).filter((start) => start > from),
        );
    const part = bytes.subarray(done, done + Math.min(block, next - from));
    made.push({ address: from, bytes: part, flash: inside !== undefined });
    done += part.length;
  }
  return made;
}
