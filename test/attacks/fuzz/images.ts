import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { IMAGE_FORMATS, type Segment } from '../../../electron/bench/image/image.js';
import { loadImage, parseImage } from '../../../electron/bench/image/load-image.js';
import { symbolsIn } from '../../../electron/bench/image/symbol-store.js';
import { toIntelHex } from '../../../electron/bench/image/write-hex.js';
import { toUf2, UF2_PAYLOAD_BYTES } from '../../../electron/bench/image/write-uf2.js';
import type { Opening } from '../attack.js';
import { damaged } from './damaged.js';

const SOURCE = 'int data[9] = {1, 2, 3};\nint used;\nint main(void) { return data[2] + used; }\n';
const FAMILY = 0xe48bff56;

/** A program of this computer, with symbols and lines; what follows of it depends on the compiler alone. */
function elf(dir: string): Buffer {
  const [source, program] = [path.join(dir, 'a.c'), path.join(dir, 'a.elf')];
  writeFileSync(source, SOURCE);
  execFileSync('arm-none-eabi-gcc', ['-g', '-nostdlib', '-Wl,-e,main', '-o', program, source], {
    stdio: 'pipe',
  });
  return readFileSync(program);
}

/** Images of every format. */
export const images: Opening = () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'images-'));
  const bytes = Uint8Array.from({ length: UF2_PAYLOAD_BYTES * 2 }, (_, at) => at & 0xff);
  const segments: Segment[] = [0, UF2_PAYLOAD_BYTES].map((at) => ({
    address: 0x0800_0000 + at,
    bytes: bytes.slice(at, at + UF2_PAYLOAD_BYTES),
  }));
  const files = [elf(dir), Buffer.from(toIntelHex(segments)), Buffer.from(toUf2(segments, FAMILY))];
  return {
    close: () => rmSync(dir, { recursive: true, force: true }),
    attempt: async (draw) => {
      const image = damaged(draw, draw.pick(files));
      for (const format of [undefined, ...IMAGE_FORMATS])
        parseImage(image, { format, base: draw.below(2 ** 32) });
      const file = path.join(dir, draw.pick(['x.elf', 'x.hex', 'x.uf2', 'x.bin']));
      writeFileSync(file, image);
      const read = await loadImage(file, { base: 0 });
      await symbolsIn(file);
      if (!read.ok) return null;
      const written = read.value.segments.reduce((sum, segment) => sum + segment.bytes.length, 0);
      return written > image.length
        ? `${written} bytes are to be written of a file of ${image.length}`
        : null;
    },
  };
};
