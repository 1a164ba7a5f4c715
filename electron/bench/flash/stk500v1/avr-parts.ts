/** What a programmer must know of an AVR, that its signature tells and no command asks for. */
export interface AvrPart {
  name: string;
  /** Program memory, bytes, boot section included. */
  flashBytes: number;
  /** Bytes that self-programming erases and writes at once. */
  pageBytes: number;
}

const KIB = 1024;

/**
 * Parts by signature, lower-case hexadecimal (data sheets, "Signature Bytes" and "No. of Words in a Page"): those that
 * bootloaders with STK500 version 1 run on. Up to 128 KiB, which is what the command's 16-bit word address reaches.
 */
export const AVR_PARTS: Readonly<Record<string, AvrPart>> = {
  '1e9307': { name: 'ATmega8', flashBytes: 8 * KIB, pageBytes: 64 },
  '1e930a': { name: 'ATmega88', flashBytes: 8 * KIB, pageBytes: 64 },
  '1e930f': { name: 'ATmega88P', flashBytes: 8 * KIB, pageBytes: 64 },
  '1e9403': { name: 'ATmega16', flashBytes: 16 * KIB, pageBytes: 128 },
  '1e9406': { name: 'ATmega168', flashBytes: 16 * KIB, pageBytes: 128 },
  '1e940b': { name: 'ATmega168P', flashBytes: 16 * KIB, pageBytes: 128 },
  '1e9502': { name: 'ATmega32', flashBytes: 32 * KIB, pageBytes: 128 },
  '1e950f': { name: 'ATmega328P', flashBytes: 32 * KIB, pageBytes: 128 },
  '1e9514': { name: 'ATmega328', flashBytes: 32 * KIB, pageBytes: 128 },
  '1e9516': { name: 'ATmega328PB', flashBytes: 32 * KIB, pageBytes: 128 },
  '1e9508': { name: 'ATmega324P', flashBytes: 32 * KIB, pageBytes: 128 },
  '1e9609': { name: 'ATmega644', flashBytes: 64 * KIB, pageBytes: 256 },
  '1e960a': { name: 'ATmega644P', flashBytes: 64 * KIB, pageBytes: 256 },
  '1e9703': { name: 'ATmega1280', flashBytes: 128 * KIB, pageBytes: 256 },
  '1e9705': { name: 'ATmega1284P', flashBytes: 128 * KIB, pageBytes: 256 },
};
