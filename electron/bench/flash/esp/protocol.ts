import type { Link } from '../../link/link.js';
import { ProtocolFault } from '../fault.js';
import { readSlip, slipFrame } from './slip.js';

// Espressif, "Serial Protocol" (esptool documentation): "Commands supported by the ROM loader".
export const OP = {
  flashBegin: 0x02,
  flashEnd: 0x04,
  sync: 0x08,
  readRegister: 0x0a,
  spiSetParameters: 0x0b,
  spiAttach: 0x0d,
  changeBaud: 0x0f,
  deflateBegin: 0x10,
  deflateData: 0x11,
  md5: 0x13,
  securityInfo: 0x14,
} as const;

const RESPONSE = 1;
const HEADER_BYTES = 8;
/** ROM_INVALID_RECV_MSG */
const INVALID = 0x05;
const CHECKSUM_SEED = 0xef;
const ANSWER_MS = 3000;

export interface Request {
  op: number;
  body: Uint8Array;
  /** Of a block of data; 0 for all else. */
  checksum?: number;
  /** Bytes of the answer before its status. */
  answers?: number;
  timeoutMs?: number;
}

export interface Answer {
  /** What READ_REG reads; without meaning in other answers. */
  value: number;
  data: Uint8Array;
}

/** The ROM refused a command; `code` is its own number for why. */
export class RomError extends ProtocolFault {
  constructor(
    op: number,
    readonly code: number,
  ) {
    super(
      `the ROM loader refused the command 0x${op.toString(16).padStart(2, '0')}: error 0x${code.toString(16).padStart(2, '0')}`,
    );
  }
}

/** 32-bit words, little-endian. */
export function words(...numbers: readonly number[]): Uint8Array {
  const bytes = Buffer.alloc(numbers.length * 4);
  for (const [index, number] of numbers.entries()) bytes.writeUInt32LE(number >>> 0, index * 4);
  return bytes;
}

export const checksum = (bytes: Uint8Array): number => bytes.reduce((sum, byte) => sum ^ byte, CHECKSUM_SEED);

/**
 * Sends a command and gives its answer ("Low Level Protocol").
 *
 * @throws RomError, ProtocolFault where no answer comes, LinkLost
 */
export async function command(link: Link, request: Request): Promise<Answer> {
  const { op, body, answers = 0, timeoutMs = ANSWER_MS } = request;
  const header = Buffer.from([0, op, body.length & 0xff, body.length >> 8, 0, 0, 0, 0]);
  header.writeUInt32LE(request.checksum ?? 0, 4);
  await link.write(slipFrame(Buffer.concat([header, body])));
  return answerTo(link, { op, answers }, Date.now() + timeoutMs);
}

/** Answers to earlier commands are passed over. @throws RomError, ProtocolFault, LinkLost */
export async function answerTo(
  link: Link,
  { op, answers }: { op: number; answers: number },
  deadline: number,
): Promise<Answer> {
  for (;;) {
    const frame = Buffer.from(await readSlip(link, deadline));
    if (frame.length < HEADER_BYTES + 2 || frame[0] !== RESPONSE) continue;
    const rest = frame.subarray(HEADER_BYTES);
    // a command that the ROM does not know is answered under another number
    if (frame[1] !== op && !(rest[0] === 1 && rest[1] === INVALID)) continue;
    // a refusal has nothing but its status
    const at = frame[1] === op && rest.length >= answers + 2 ? answers : 0;
    if (rest[at] !== 0 || at !== answers) throw new RomError(op, rest[at + 1] ?? 0);
    return { value: frame.readUInt32LE(4), data: rest.subarray(0, answers) };
  }
}
