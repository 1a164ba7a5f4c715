import type { FlashProgress } from './flasher.js';

/** What is being done to the board, for people. */
export const PHASE_TEXT: Readonly<Record<FlashProgress['phase'], string>> = {
  connect: 'entering the bootloader',
  dump: 'keeping what the board holds',
  erase: 'erasing',
  write: 'writing',
  verify: 'verifying',
  start: 'starting the program',
};
