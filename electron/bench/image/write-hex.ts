import type { Segment } from './image.js';

const DATA = 0x00;
const END = 0x01;
const UPPER_ADDRESS = 0x04;
const LINE_BYTES = 16;
const BLOCK_BYTES = 0x1_0000;

/** Segments as an Intel HEX file (specification as in `intel-hex.ts`, I32HEX): 16 bytes a record, LF. */
export function toIntelHex(segments: readonly Segment[]): string {
  const lines: string[] = [];
  let upper = 0;
  for (const { address, bytes } of segments)
    for (let done = 0; done < bytes.length; ) {
      const at = address + done;
      if (Math.floor(at / BLOCK_BYTES) !== upper) {
        upper = Math.floor(at / BLOCK_BYTES);
        lines.push(record(0, UPPER_ADDRESS, Uint8Array.of(upper >> 8, upper & 0xff)));
      }
      const offset = at % BLOCK_BYTES;
      const data = bytes.subarray(done, done + Math.min(LINE_BYTES, BLOCK_BYTES - offset));
      lines.push(record(offset, DATA, data));
      done += data.length;
    }
  return `${[...lines, record(0, END, new Uint8Array())].join('\n')}\n`;
}

/** The checksum makes all bytes of a record add up to 0. */
function record(offset: number, type: number, data: Uint8Array): string {
  const bytes = [data.length, offset >> 8, offset & 0xff, type, ...data];
  const sum = bytes.reduce((total, byte) => total + byte, 0);
  return `:${Buffer.from([...bytes, -sum & 0xff])
    .toString('hex')
    .toUpperCase()}`;
}
