import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { parseImage } from '../../../../electron/bench/image/load-image.js';
import { toIntelHex } from '../../../../electron/bench/image/write-hex.js';

const bytes = Buffer.from(Array.from({ length: 300 }, (_, i) => (i * 151) & 0xff));

it('is read back the same, over the border of 64 KiB too', () => {
  const segments = [
    { address: 0x10, bytes: bytes.subarray(0, 7) },
    { address: 0x0800_ff80, bytes },
  ];
  const image = parseImage(Buffer.from(toIntelHex(segments)), { format: 'hex' });
  expect(image.ok && image.value.segments.map((s) => ({ ...s, bytes: Buffer.from(s.bytes) }))).toEqual(
    segments,
  );
});

it('is what objcopy takes', () => {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'benchloop-hex-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const [hex, bin] = [path.join(dir, 'a.hex'), path.join(dir, 'a.bin')];
  writeFileSync(hex, toIntelHex([{ address: 0x0800_ff80, bytes }]));
  execFileSync('arm-none-eabi-objcopy', ['-I', 'ihex', '-O', 'binary', hex, bin]);
  expect(bytes.equals(readFileSync(bin))).toBe(true);
});
