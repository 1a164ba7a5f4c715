/** Bytes that belong at one address. */
export interface Segment {
  /** Physical (load) address. */
  address: number;
  bytes: Uint8Array;
}

export const IMAGE_FORMATS = ['elf', 'hex', 'srec', 'uf2', 'dfu', 'bin'] as const;
export type ImageFormat = (typeof IMAGE_FORMATS)[number];

/** What is to be written: segments by rising address, not overlapping, none empty. */
export interface Image {
  format: ImageFormat;
  segments: readonly Segment[];
  /** SHA-256 of the file, hexadecimal. */
  sha256: string;
  /** ELF machine number (EM_AVR = 83, EM_ARM = 40, …; gABI, "ELF header"); null where the format has none. */
  machine: number | null;
  /** GNU build-id, hexadecimal; null where there is none. */
  buildId: string | null;
  /** UF2 family id; null for other formats. */
  family: number | null;
}

/** A part of the device's memory that a flasher can write. */
export interface Region {
  name: string;
  start: number;
  /** Bytes. */
  size: number;
  /** Smallest unit that is erased, or written where there is no erase; bytes. */
  page: number;
}
