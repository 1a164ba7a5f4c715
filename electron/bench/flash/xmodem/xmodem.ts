import type { Link } from '../../link/link.js';
import { ProtocolFault } from '../fault.js';

// Chuck Forsberg, "XMODEM/YMODEM Protocol Reference", 1988: chapter 7 (XMODEM, CRC, 1K), chapters 4 and 5 (YMODEM).
const SOH = 0x01;
const STX = 0x02;
const EOT = 0x04;
const ACK = 0x06;
const NAK = 0x15;
const CAN = 0x18;
/** What fills the last block of a file (CP/M's end of file). */
const SUB = 0x1a;
/** Asks for CRC instead of a checksum. */
const WANT_CRC = 0x43;

const SHORT = 128;
const LONG = 1024;
/** Section 7.1: a block is sent ten times at most. */
const TRIES = 10;
const ANSWER_MS = 10_000;
/** A receiver that is not there yet asks at least every 10 s (7.2.1). */
const START_MS = 30_000;
/** Receivers are to ask anew once they have the header (chapter 5). U-Boot does so after 4 s only, and takes data at once. */
const AFTER_HEADER_MS = 1000;
/** A letter of the monitor's words is followed by the next at once; a request is followed by waiting. */
const ALONE_MS = 50;
/** Of what is said before the file is asked for, characters. */
const KEPT = 4096;

export interface Transfer {
  kind: 'xmodem' | 'ymodem';
  /** YMODEM tells it to the receiver. */
  name: string;
  bytes: Uint8Array;
  /** After each block, bytes of the file. */
  onSent: (done: number) => void;
  signal: AbortSignal;
  /** Whether these words, latin1, are the end of what the other side has to say: it waits for a command, not for a file. */
  isOver?: (said: string) => boolean;
}

/**
 * Sends one file to a receiver that waits for it: with CRC-16 and blocks of 1 KiB where it asks for CRC, else with
 * checksums and 128 bytes. XMODEM does not tell the size: what is behind the file in its last block is 0x1A.
 *
 * @throws ProtocolFault where nobody asks for the file, with what was said instead, where the receiver cancels, refuses a
 *   block ten times, is silent, or `signal` stops it (the receiver is then told to cancel); LinkLost
 */
export async function sendFile(link: Link, transfer: Transfer): Promise<void> {
  const crc = await requested(link, transfer.isOver);
  if (transfer.kind === 'ymodem') {
    await sendBlock(link, 0, header(transfer), true);
    await request(link, AFTER_HEADER_MS);
  }
  await sendData(link, transfer, crc);
  await endOfFile(link);
  if (transfer.kind === 'xmodem') return;
  await requested(link);
  await sendBlock(link, 0, new Uint8Array(SHORT), true); // An empty name ends the batch (chapter 5).
}

/** Waits for the receiver to ask; true: with CRC. */
async function requested(link: Link, isOver?: Transfer['isOver']): Promise<boolean> {
  const asked = await request(link, START_MS, isOver);
  if (asked === null) throw new ProtocolFault('the receiver did not ask for the file');
  return asked === WANT_CRC;
}

/** What the receiver asks with, WANT_CRC or NAK; null where it does not ask in time. */
async function request(
  link: Link,
  timeoutMs: number,
  isOver: (said: string) => boolean = () => false,
): Promise<number | null> {
  const deadline = Date.now() + timeoutMs;
  let last: number | undefined;
  let said = '';
  while (Date.now() < deadline) {
    const mayBeAll = last !== undefined || isOver(said);
    const bytes = await link.read(256, mayBeAll ? ALONE_MS : Math.max(0, deadline - Date.now()));
    if (bytes === null && last !== undefined) return last;
    if (bytes === null && mayBeAll)
      throw new ProtocolFault(`nobody waits for the file: ${lineBefore(said)}`, NEXT);
    said = (said + Buffer.from(bytes ?? []).toString('latin1')).slice(-KEPT);
    const byte = bytes?.at(-1);
    last = byte === WANT_CRC || byte === NAK ? byte : undefined;
  }
  return null;
}

const NEXT = 'check `receive` in the profile';

/** What was said before the prompt: "Unknown command …". */
const lineBefore = (said: string): string =>
  said
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== '')
    .at(-2) ?? '';

async function sendData(link: Link, { bytes, onSent, signal }: Transfer, crc: boolean): Promise<void> {
  let number = 1;
  for (let done = 0; done < bytes.length; number++) {
    if (signal.aborted) {
      await link.write(new Uint8Array(8).fill(CAN)); // 7.3.2: two are enough, some receivers miss the first
      throw new ProtocolFault(`stopped after ${done} of ${bytes.length} bytes`);
    }
    const rest = bytes.length - done;
    const block = new Uint8Array(crc && rest > SHORT ? LONG : SHORT).fill(SUB);
    const part = bytes.subarray(done, done + block.length);
    block.set(part);
    await sendBlock(link, number & 0xff, block, crc);
    done += part.length;
    onSent(done);
  }
}

async function sendBlock(link: Link, number: number, data: Uint8Array, crc: boolean): Promise<void> {
  const sum = crc ? crc16(data) : data.reduce((total, byte) => total + byte, 0) & 0xff;
  const check = crc ? [sum >> 8, sum & 0xff] : [sum];
  const start = data.length === LONG ? STX : SOH;
  const block = Uint8Array.from([start, number, 0xff - number, ...data, ...check]);
  for (let attempt = 0; attempt < TRIES; attempt++) {
    await link.write(block);
    if ((await answer(link)) === ACK) return;
  }
  throw new ProtocolFault(`the receiver refused block ${number} ${TRIES} times`);
}

/** The first EOT is answered with NAK by a receiver that wants to be sure of it (7.1). */
async function endOfFile(link: Link): Promise<void> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    await link.write(Uint8Array.of(EOT));
    if ((await answer(link)) === ACK) return;
  }
  throw new ProtocolFault('the receiver did not acknowledge the end of the file');
}

/** Silence counts as NAK: the block may have been lost. A second CAN in a row is meant (7.3.2). */
async function answer(link: Link): Promise<typeof ACK | typeof NAK> {
  const deadline = Date.now() + ANSWER_MS;
  let cancels = 0;
  for (;;) {
    const byte = (await link.read(1, Math.max(0, deadline - Date.now())))?.[0];
    if (byte === undefined) return NAK;
    if (byte === ACK || byte === NAK) return byte;
    cancels = byte === CAN ? cancels + 1 : 0;
    if (cancels === 2) throw new ProtocolFault('the receiver cancelled the transfer');
  }
}

/** Block 0: name, NUL, length in decimal (chapter 5). */
function header({ name, bytes }: Transfer): Uint8Array {
  const block = new Uint8Array(SHORT);
  block.set(Buffer.from(`${name.slice(0, 64)}\0${bytes.length}`, 'latin1'));
  return block;
}

const POLYNOMIAL = 0x1021;

const TABLE = Uint16Array.from({ length: 256 }, (_, index) => {
  let value = index << 8;
  for (let bit = 0; bit < 8; bit++) value = (value << 1) ^ (value & 0x8000 ? POLYNOMIAL : 0);
  return value;
});

/** CRC-16 as XMODEM has it: x^16 + x^12 + x^5 + 1, starting at 0, high bit first (Forsberg 1988, section 8.1). */
const crc16 = (bytes: Uint8Array): number =>
  bytes.reduce((crc, byte) => ((crc << 8) & 0xffff) ^ (TABLE[(crc >> 8) ^ byte] ?? 0), 0);
