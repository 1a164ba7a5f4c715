import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import type { Image, Region, Segment } from './image.js';
import { hex } from './parsed.js';

export type Machine = 'arm' | 'avr' | 'riscv' | 'xtensa' | 'x86';

/** ELF machine numbers (gABI, "ELF header", e_machine). */
const MACHINE_NUMBERS: Readonly<Record<Machine, readonly number[]>> = {
  arm: [40],
  avr: [83],
  riscv: [243],
  xtensa: [94],
  x86: [3, 62],
};

/** What the profile says of the board; what it leaves out is not asked. */
export interface Wanted {
  regions: readonly Region[];
  machine?: Machine | undefined;
  /** UF2 family id. */
  family?: number | undefined;
}

/**
 * Whether an image may be written to a board: it is for its processor, and every byte and every page that would be
 * erased for it lies in a region of the profile.
 *
 * Errors: IMAGE_REFUSED with the addresses.
 */
export function checkImage(image: Image, wanted: Wanted): Result<void> {
  const problem =
    checkKind(image, wanted) ?? checkOrder(image.segments) ?? outsideOf(image.segments, wanted.regions);
  return problem === null ? ok(undefined) : fail(problem);
}

const refused = (message: string, next: string): Problem => ({ code: 'IMAGE_REFUSED', message, next });

function checkKind(image: Image, { machine, family }: Wanted): Problem | null {
  if (machine !== undefined && image.machine !== null && !MACHINE_NUMBERS[machine].includes(image.machine))
    return refused(
      `the image is for ${machineName(image.machine)}, the board is ${machine}`,
      'build the image with the toolchain of this board',
    );
  if (family !== undefined && image.format === 'uf2' && image.family !== family)
    return refused(
      `the image is for the UF2 family ${image.family === null ? '(none)' : hex(image.family)}, the board is ${hex(family)}`,
      'build the image for this board',
    );
  return null;
}

function machineName(number: number): string {
  const known = Object.entries(MACHINE_NUMBERS).find(([, numbers]) => numbers.includes(number));
  return known?.[0] ?? `the ELF machine ${number}`;
}

/** A parser gives segments in order; an image from elsewhere may not. */
function checkOrder(segments: readonly Segment[]): Problem | null {
  const build = 'build the image again';
  if (segments.every(({ bytes }) => bytes.length === 0)) return refused('the image is empty', build);
  const sorted = segments.toSorted((a, b) => a.address - b.address);
  const clash = sorted.find((segment, index) => {
    const before = sorted[index - 1];
    return before !== undefined && before.address + before.bytes.length > segment.address;
  });
  return clash === undefined
    ? null
    : refused(`two parts of the image overlap at ${hex(clash.address)}`, build);
}

/** IMAGE_REFUSED where a byte, or a page that would be erased for it, lies in no region; else null. */
export function outsideOf(segments: readonly Segment[], regions: readonly Region[]): Problem | null {
  if (regions.length === 0)
    return refused(
      'the profile names no region that may be written',
      'add `regions` to the profile: name, start, size and page of what an application may use',
    );
  for (const segment of segments) {
    const problem = checkPlace(segment, regions);
    if (problem !== null) return problem;
  }
  return null;
}

/** Goes through a segment region by region: it may run over from one into the next. */
function checkPlace({ address, bytes }: Segment, regions: readonly Region[]): Problem | null {
  const end = address + bytes.length;
  for (let at = address; at < end; ) {
    const region = regions.find(({ start, size }) => at >= start && at < start + size);
    if (region === undefined) return outside(at, end, regions);
    const stop = Math.min(end, region.start + region.size);
    const last = Math.ceil(stop / region.page) * region.page;
    const first = Math.floor(at / region.page) * region.page;
    if (first < region.start || last > region.start + region.size)
      return refused(
        `pages from ${hex(first)} to ${hex(last)} would be erased, the region ${region.name} is not made of whole pages of ${region.page} bytes`,
        'correct start, size or page of the region in the profile',
      );
    at = stop;
  }
  return null;
}

function outside(at: number, end: number, regions: readonly Region[]): Problem {
  const allowed = regions
    .map(({ name, start, size }) => `${name} ${hex(start)}-${hex(start + size)}`)
    .join(', ');
  return refused(
    `the image has bytes from ${hex(at)} to ${hex(end)} outside of what may be written: ${allowed}`,
    'make the image smaller, or link it to where the profile says',
  );
}
