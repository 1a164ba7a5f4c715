import { fail, ok, type Result } from '../../../shared/problem.js';
import type { Identity } from './flasher.js';

/** What a protocol that cannot ask for it calls the chip. */
export const UNKNOWN_CHIP = 'unknown';

/**
 * Chip and serial number in what a tool or a monitor answered: the first group of a pattern, else all that fits it.
 *
 * Errors: TEST_ENV_FAILURE where the chip is not in it.
 *
 * @param where who answered
 */
export function identityIn(
  answer: string,
  patterns: { chip: string; serial?: string | undefined },
  where: string,
): Result<Pick<Identity, 'chip' | 'serial'>> {
  const found = (pattern: string) => {
    const [whole, group] = new RegExp(pattern, 'm').exec(answer) ?? [];
    return (group ?? whole)?.trim() || null;
  };
  const chip = found(patterns.chip);
  if (chip !== null)
    return ok({ chip, serial: patterns.serial === undefined ? null : found(patterns.serial) });
  return fail({
    code: 'TEST_ENV_FAILURE',
    where,
    message: 'its answer does not hold what the profile takes for the chip; nothing was written',
    next: 'correct `identify` in the profile, or check the wires of the board',
  });
}

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
  if (chip !== undefined && found.chip === UNKNOWN_CHIP) return unknowable(board, chip);
  const before = [known?.chip, found.chip].includes(UNKNOWN_CHIP) ? undefined : known?.chip;
  const wanted = [chip, before].find((name) => name !== undefined && !sameText(name, found.chip));
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

const unknowable = (board: string, chip: string) =>
  fail({
    code: 'BOARD_MISMATCH' as const,
    where: board,
    message: `the profile wants the chip ${chip}, and this way of flashing does not tell which chip answers; nothing was written`,
    next: 'say in the profile how the chip is asked (`identify`, `chipAt`), or leave `chip` out',
  });
