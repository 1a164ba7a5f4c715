import { fail, ok, type Result } from '../../../shared/problem.js';
import type { Identity } from './flasher.js';

/**
 * Whether the device that answered is the board that is meant: the chip of the profile, and chip and serial number as
 * they were at the first flash. What a protocol cannot tell (a serial number) is not compared.
 *
 * Errors: BOARD_MISMATCH.
 */
export function checkIdentity(
  board: string,
  found: Identity,
  chip: string | undefined,
  known: Identity | null,
): Result<void> {
  const wanted = [chip, known?.chip].find((name) => name !== undefined && !sameText(name, found.chip));
  if (wanted !== undefined) return mismatch(board, `the chip ${found.chip} answers, ${wanted} was expected`);
  const serials = [known?.serial ?? null, found.serial];
  if (serials[0] !== serials[1] && !serials.includes(null))
    return mismatch(board, `the device ${found.serial} answers, ${serials[0]} was expected`);
  return ok(undefined);
}

const sameText = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

const mismatch = (board: string, what: string) =>
  fail({
    code: 'BOARD_MISMATCH' as const,
    where: board,
    message: `${what}; nothing was written`,
    next: 'check which board is plugged in where, and the profile',
  });
