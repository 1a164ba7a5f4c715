import type { Problem } from '../../../shared/problem.js';
import type { Entry } from './enter-bootloader.js';

/** Someone ended the search for a bootloader. */
export const STOPPED: Problem = {
  code: 'TEST_ENV_FAILURE',
  message: 'stopped before the bootloader answered; nothing was written',
};

/**
 * Nothing that answers as a bootloader was heard.
 *
 * @param pulsed whether the port has the lines of `entry`, so that the board was reset
 */
export const noBootloader = (where: string, entry: Entry, pulsed: boolean, next: string): Problem => ({
  code: 'TEST_ENV_FAILURE',
  where,
  message: `no bootloader answers at this port; ${
    pulsed ? `it was reset by ${entry.toUpperCase()}` : 'it could not be reset from here'
  }`,
  next,
});
