import { closeSync, openSync, readSync } from 'node:fs';
import { basename } from 'node:path';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';

/** e_machine by simulator (System V ABI, ELF header). QEMU loads anything else as raw bytes, which then lock up. */
const MACHINES: readonly [binary: string, accepted: readonly number[], name: string][] = [
  ['qemu-system-arm', [40], 'ARM'],
  ['qemu-system-aarch64', [183, 40], 'AArch64 or ARM'],
  ['qemu-system-riscv32', [243], 'RISC-V'],
  ['qemu-system-riscv64', [243], 'RISC-V'],
];

const refused = (image: string, message: string): Result<void> =>
  fail({
    code: 'TEST_ENV_FAILURE',
    message,
    where: image,
    next: 'set build.artifacts.elf in the task to the linked image of this target',
  } satisfies Problem);

/** Whether the simulator would take the image for what it is: an ELF file for its processor. */
export function checkImage(image: string, binary: string): Result<void> {
  const header = readHeader(image);
  if (header === null) return refused(image, 'the image to run does not exist or cannot be read');
  if (header.length < 20 || header.toString('latin1', 0, 4) !== '\x7fELF') {
    return refused(image, 'the image to run is not an ELF file');
  }
  const machine = header[5] === 2 ? header.readUInt16BE(18) : header.readUInt16LE(18);
  const row = MACHINES.find(([name]) => name === basename(binary, '.exe'));
  if (row !== undefined && !row[1].includes(machine)) {
    return refused(image, `the image is for another processor: e_machine ${machine}, expected ${row[2]}`);
  }
  return ok(undefined);
}

function readHeader(image: string): Buffer | null {
  try {
    const file = openSync(image, 'r');
    try {
      const header = Buffer.alloc(20);
      return header.subarray(0, readSync(file, header));
    } finally {
      closeSync(file);
    }
  } catch {
    return null; // the caller names what the person can do about it
  }
}
