import type { Link } from '../../link/link.js';
import { ProtocolFault } from '../fault.js';
import { inTurn } from '../in-turn.js';

// Atmel, application note AVR061 "STK500 Communication Protocol", version 1: "Protocol Constants", "Commands".
export const STK = {
  ok: 0x10,
  inSync: 0x14,
  endOfPacket: 0x20,
  getSync: 0x30,
  getParameter: 0x41,
  enterProgrammingMode: 0x50,
  leaveProgrammingMode: 0x51,
  loadAddress: 0x55,
  programPage: 0x64,
  readPage: 0x74,
  readSignature: 0x75,
} as const;

export const PARAMETER = { majorVersion: 0x81, minorVersion: 0x82 } as const;
/** The memory type of the page commands: `F`, program memory. */
const FLASH = 0x46;
/** Of AVR061's READ_PAGE. Optiboot's length is one byte, and 256 reads as 0, which its loop takes for 256. */
export const MAX_READ_BYTES = 256;

/** Longest wait for an answer; a page takes 9 ms to erase and write, the rest is for slow adapters and busy computers. */
const ANSWER_MS = 5000;

/** One command: what is sent without its end of packet, and how many bytes come back between INSYNC and OK. */
export interface Command {
  bytes: Uint8Array;
  answers: number;
}

const command = (answers: number, ...bytes: readonly number[]): Command => ({
  bytes: Uint8Array.from(bytes),
  answers,
});

export const COMMANDS = {
  sync: command(0, STK.getSync),
  parameter: (which: number) => command(1, STK.getParameter, which),
  enter: command(0, STK.enterProgrammingMode),
  leave: command(0, STK.leaveProgrammingMode),
  signature: command(3, STK.readSignature),
  /** Addresses count 16-bit words. */
  address: (byteAddress: number) =>
    command(0, STK.loadAddress, (byteAddress >> 1) & 0xff, (byteAddress >> 9) & 0xff),
  program: (page: Uint8Array): Command => ({
    bytes: Uint8Array.from([STK.programPage, page.length >> 8, page.length & 0xff, FLASH, ...page]),
    answers: 0,
  }),
  read: (size: number) => command(size, STK.readPage, size >> 8, size & 0xff, FLASH),
};

/**
 * Sends commands in one piece and gives the answer of the last. Up to two: a bootloader that polls its receiver answers a
 * LOAD_ADDRESS into its two-byte transmitter without waiting, so that it misses nothing of what follows, and a round trip
 * is saved. It would miss what follows a page command, whose work it does not interrupt.
 *
 * @throws ProtocolFault, LinkLost
 */
export async function exchange(link: Link, ...commands: readonly Command[]): Promise<Uint8Array> {
  let last: Uint8Array = new Uint8Array();
  await exchangeAll(link, [commands], (answer) => {
    last = answer;
  });
  return last;
}

/** One `exchange` after the other; `got` is called with the answer of each. @throws ProtocolFault, LinkLost */
export async function exchangeAll(
  link: Link,
  exchanges: readonly (readonly Command[])[],
  got: (answer: Uint8Array) => void,
): Promise<void> {
  const turns = exchanges.map((commands) => ({
    bytes: Buffer.concat(commands.flatMap(({ bytes }) => [bytes, Uint8Array.of(STK.endOfPacket)])),
    first: STK.inSync,
    answer: commands.reduce((sum, { answers }) => sum + answers + FRAMING, 0),
    commands,
  }));
  for await (const { turn, answer } of inTurn(link, turns, ANSWER_MS)) got(lastOf(turn.commands, answer));
}

/** INSYNC before an answer, OK behind it. */
const FRAMING = 2;

function lastOf(commands: readonly Command[], answer: Uint8Array): Uint8Array {
  let last: Uint8Array = new Uint8Array();
  let at = 0;
  for (const { answers } of commands) {
    last = answerIn(answer.subarray(at, at + answers + FRAMING));
    at += answers + FRAMING;
  }
  return last;
}

function answerIn(reply: Uint8Array): Uint8Array {
  if (reply[0] !== STK.inSync)
    throw new ProtocolFault(`the bootloader lost step: it answered ${show(reply)}`);
  if (reply.at(-1) !== STK.ok) throw new ProtocolFault(`the bootloader refused: it answered ${show(reply)}`);
  return reply.subarray(1, -1);
}

const show = (reply: Uint8Array) => Buffer.from(reply.subarray(0, 8)).toString('hex');
