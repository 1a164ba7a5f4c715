import type { Segment } from '../../image/image.js';
import type { Link, Turn } from '../../link/link.js';
import { ProtocolFault } from '../fault.js';
import { inTurn } from '../in-turn.js';
import type { Block } from '../programming.js';
import { readExactly } from '../receive.js';

// STMicroelectronics, application note AN3155 "USART protocol used in the STM32 bootloader", section 3, "Commands".
export const ACK = 0x79;
export const NACK = 0x1f;
export const AUTOBAUD = 0x7f;
export const COMMAND = {
  get: 0x00,
  getId: 0x02,
  readMemory: 0x11,
  go: 0x21,
  writeMemory: 0x31,
  erase: 0x43,
  extendedErase: 0x44,
} as const;

/** READ MEMORY and WRITE MEMORY take at most so many bytes (3.4, 3.6). */
export const BLOCK_BYTES = 256;
/** WRITE MEMORY takes whole words at word addresses (3.6). */
export const WORD_BYTES = 4;

const ANSWER_MS = 2000;
/** The answer to an erase comes when it is done: the largest sectors take up to 4 s (STM32F4 data sheets, t_ERASE128KB). */
const ERASE_PAGE_MS = 5000;
/** A whole flash of 2 MiB takes up to 32 s (the same, t_ME). */
const ERASE_ALL_MS = 90_000;

/** The device refused. `step` says what. */
export class Nack extends ProtocolFault {
  constructor(readonly step: 'command' | 'address' | 'data') {
    super(`the bootloader refused the ${step}`);
  }
}

/** @throws Nack, ProtocolFault, LinkLost */
async function acknowledged(link: Link, step: Nack['step'], timeoutMs = ANSWER_MS): Promise<void> {
  assertAck((await readExactly(link, 1, timeoutMs))[0], step);
}

function assertAck(byte: number | undefined, step: Nack['step']): void {
  if (byte === NACK) throw new Nack(step);
  if (byte !== ACK)
    throw new ProtocolFault(`the bootloader lost step: it answered ${byte?.toString(16).padStart(2, '0')}`);
}

const xor = (bytes: Iterable<number>) => [...bytes].reduce((sum, byte) => sum ^ byte, 0);
const withChecksum = (bytes: readonly number[]) => Uint8Array.from([...bytes, xor(bytes)]);
const bigEndian = (value: number, size: 2 | 4): number[] =>
  Array.from({ length: size }, (_, index) => (value >>> (8 * (size - 1 - index))) & 0xff);

async function command(link: Link, code: number): Promise<void> {
  await link.write(Uint8Array.of(code, code ^ 0xff));
  await acknowledged(link, 'command');
}

/** What of a command is sent, and acknowledged, on its own. */
interface Part extends Turn {
  step: Nack['step'];
}

const part = (step: Nack['step'], bytes: Uint8Array, data = 0): Part => ({
  ...{ step, bytes },
  ...{ first: ACK, answer: 1 + data },
});

const atAddress = (code: number, address: number): Part[] => [
  part('command', Uint8Array.of(code, code ^ 0xff)),
  part('address', withChecksum(bigEndian(address, 4))),
];

/** Gives what each part was answered with, behind its ACK. @throws Nack, ProtocolFault, LinkLost */
async function* exchange(
  link: Link,
  parts: readonly Part[],
): AsyncGenerator<{ step: Nack['step']; data: Uint8Array }> {
  for await (const { turn, answer } of inTurn(link, parts, ANSWER_MS)) {
    assertAck(answer[0], turn.step);
    yield { step: turn.step, data: answer.subarray(1) };
  }
}

/** An answer that says how long it is: N, then N + 1 bytes, then ACK (3.1, 3.3). */
async function counted(link: Link, code: number): Promise<Uint8Array> {
  await command(link, code);
  const [last = 0] = await readExactly(link, 1, ANSWER_MS);
  const bytes = await readExactly(link, last + 1, ANSWER_MS);
  await acknowledged(link, 'command');
  return bytes;
}

/** Protocol version (0x31 is 3.1) and the codes of the commands that this device has. */
export async function getCommands(link: Link): Promise<{ version: number; codes: Set<number> }> {
  const [version = 0, ...codes] = await counted(link, COMMAND.get);
  return { version, codes: new Set(codes) };
}

/** The product id (AN2606, "Device-dependent bootloader parameters"). */
export async function getId(link: Link): Promise<number> {
  return (await counted(link, COMMAND.getId)).reduce((value, byte) => value * 256 + byte, 0);
}

/** @param blocks at most BLOCK_BYTES each @param got is called with the bytes of each */
export async function readMemory(
  link: Link,
  blocks: readonly Block[],
  got: (bytes: Uint8Array) => void,
): Promise<void> {
  const parts = blocks.flatMap(({ address, size }) => [
    ...atAddress(COMMAND.readMemory, address),
    part('data', Uint8Array.of(size - 1, (size - 1) ^ 0xff), size),
  ]);
  for await (const { step, data } of exchange(link, parts)) if (step === 'data') got(data);
}

/** @param blocks whole words, at most BLOCK_BYTES each @param wrote is called after each */
export async function writeMemory(link: Link, blocks: readonly Segment[], wrote: () => void): Promise<void> {
  const parts = blocks.flatMap(({ address, bytes }) => [
    ...atAddress(COMMAND.writeMemory, address),
    part('data', withChecksum([bytes.length - 1, ...bytes])),
  ]);
  for await (const { step } of exchange(link, parts)) if (step === 'data') wrote();
}

/** Pages one after the other; one command. @param extended EXTENDED ERASE, which counts in 16 bits (3.8) */
export async function erasePages(link: Link, pages: readonly number[], extended: boolean): Promise<void> {
  await command(link, extended ? COMMAND.extendedErase : COMMAND.erase);
  const numbers = [pages.length - 1, ...pages];
  await link.write(withChecksum(extended ? numbers.flatMap((number) => bigEndian(number, 2)) : numbers));
  await acknowledged(link, 'data', ERASE_PAGE_MS * pages.length);
}

/** All of the flash (3.7, 3.8: 0xFF, and 0xFFFF for the extended command). */
export async function eraseAll(link: Link, extended: boolean): Promise<void> {
  await command(link, extended ? COMMAND.extendedErase : COMMAND.erase);
  await link.write(extended ? Uint8Array.of(0xff, 0xff, 0x00) : Uint8Array.of(0xff, 0x00));
  await acknowledged(link, 'data', ERASE_ALL_MS);
}

/** Jumps to the program whose vector table is at the address (3.5). */
export async function go(link: Link, address: number): Promise<void> {
  for await (const _ of exchange(link, atAddress(COMMAND.go, address)));
}
