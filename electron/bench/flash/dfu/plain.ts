import { fail, ok, type Problem, type Result } from '../../../../shared/problem.js';
import type { Segment } from '../../image/image.js';
import { hex } from '../../image/parsed.js';
import { LinkLost } from '../../link/link.js';
import { bordered, ProtocolFault } from '../fault.js';
import type { FlashOptions, WriteProblem } from '../flasher.js';
import { uncertain, untouched, writePages } from '../programming.js';
import {
  type DfuInterface,
  download,
  NoStatus,
  outOfStep,
  STATE,
  settled,
  settledIn,
  toIdle,
  upload,
} from './requests.js';

/** The memory of a plain DFU 1.1 device: one file, which the device itself puts where it belongs. */
export interface PlainMemory extends DfuInterface {
  /** Address of its first byte, for images that have addresses. */
  start: number;
  /** Most bytes of a block. */
  most: number;
  /** bitManifestationTolerant. */
  tolerant: boolean;
}

const ERASED = 0xff;

/** The file that the segments make: from the memory's first byte on, what is between them as erased. Error: IMAGE_REFUSED. */
export function fileOf({ usb, start }: PlainMemory, segments: readonly Segment[]): Result<Uint8Array> {
  const first = segments[0]?.address ?? start;
  const last = segments.at(-1);
  if (first !== start || last === undefined) return fail({ ...notAtStart(first, start), where: usb.name });
  const file = new Uint8Array(last.address + last.bytes.length - start).fill(ERASED);
  for (const { address, bytes } of segments) file.set(bytes, address - start);
  return ok(file);
}

const notAtStart = (first: number, start: number): Problem => ({
  code: 'IMAGE_REFUSED',
  message: `the image begins at ${hex(first)}; this device takes one file, which begins at ${hex(start)}; nothing was written`,
  next: 'link the image to where the first region of the profile begins, or correct the region',
});

/** Block numbers wrap around (DFU 1.1, 6.1.1). */
const BLOCK_NUMBERS = 0x1_0000;

/** How a device went on when it had the whole file: it still speaks DFU, or waits for a reset, or left the bus. */
export type Taken = 'idle' | 'waits' | 'left';

/** Sends a file and lets the device take it in (DFU 1.1, 6.1 and 7). */
export async function writePlain(
  memory: PlainMemory,
  file: Uint8Array,
  options: FlashOptions,
): Promise<Result<Taken, WriteProblem>> {
  const ready = await bordered('FLASH_FAILURE', memory.usb, async () => ok(await toIdle(memory)));
  if (!ready.ok) return fail(untouched(ready.error));
  const blocks: Segment[] = [];
  for (let at = 0; at < file.length; at += memory.most)
    blocks.push({ address: memory.start + at, bytes: file.subarray(at, at + memory.most) });
  let number = 0;
  const sent = await writePages(memory.usb, blocks, options, async ({ bytes }) => {
    await download(memory, number++ % BLOCK_NUMBERS, bytes);
    await settledIn(memory, STATE.downloadIdle, 'writing');
  });
  if (!sent.ok) return sent;
  const taken = await bordered('FLASH_FAILURE', memory.usb, async () =>
    ok(await manifest(memory, number % BLOCK_NUMBERS)),
  );
  return taken.ok ? taken : fail(uncertain(taken.error));
}

const TAKING_IN = 'taking the image in';

/** @throws DfuFault, ProtocolFault, LinkLost */
async function manifest(memory: PlainMemory, number: number): Promise<Taken> {
  await download(memory, number, new Uint8Array());
  try {
    const state = await settled(memory, TAKING_IN);
    if (state === STATE.idle) return 'idle';
    if (state === STATE.manifestWaitReset) return 'waits';
    throw outOfStep(TAKING_IN, state);
  } catch (error) {
    if (error instanceof LinkLost) return 'left';
    if (error instanceof NoStatus && !memory.tolerant) return 'waits';
    throw error;
  }
}

/** Reads the file from its beginning on. @throws DfuFault, ProtocolFault, LinkLost */
export async function readPlain(
  memory: PlainMemory,
  size: number,
  onBytes: (done: number) => void,
): Promise<Uint8Array> {
  await toIdle(memory);
  const file = new Uint8Array(size);
  for (let done = 0, number = 0; done < size; number++) {
    const wanted = Math.min(memory.most, size - done);
    const block = await upload(memory, number % BLOCK_NUMBERS, wanted);
    file.set(block, done);
    done += block.length;
    if (block.length < wanted) throw new ProtocolFault(`the device has ${done} bytes, not ${size}`);
    onBytes(done);
  }
  await toIdle(memory);
  return file;
}
