/** What a status of DAPLink means, and what a person does about it; null: no error. */
type Meaning = readonly [what: string, next: string] | null;

const AGAIN = 'flash again; if it stays so, plug the probe in again';
const CHECK_BOARD = 'see that the board has power, and flash again';
const OTHER_DAPLINK = 'put the DAPLink firmware on the probe that is for this board';
const CHECK_IMAGE = 'check which chip the image is for, and the regions of the profile';
const PROTECTED = 'see whether the flash is protected, and flash again';

/** error_t of DAPLink since 0254 (source/daplink/error.h). */
const MEANINGS: readonly Meaning[] = [
  null,
  ['it failed', AGAIN],
  ['it failed in itself', AGAIN],
  ['the transfer was disturbed', AGAIN],
  ['the transfer took too long', AGAIN],
  ['the image does not end where it should', AGAIN],
  ['the image came out of order', AGAIN],
  ['the target cannot be reset and halted', CHECK_BOARD],
  ['its programming algorithm cannot be loaded into the target', OTHER_DAPLINK],
  ['it has no programming algorithm for this address', CHECK_IMAGE],
  ['the data cannot be loaded into the target', CHECK_BOARD],
  ['the target cannot be prepared for programming', OTHER_DAPLINK],
  ['the target cannot be left after programming', CHECK_BOARD],
  ['the image would lock the target for ever', CHECK_IMAGE],
  ['the target cannot be unlocked', 'unlock it with a tool of its maker'],
  ['a sector cannot be erased', PROTECTED],
  ['the chip cannot be erased', PROTECTED],
  ['the target cannot program its flash', CHECK_BOARD],
  ['what was programmed does not read back', CHECK_BOARD],
  null,
  null,
  ['the image was damaged on its way', AGAIN],
  ['the image cannot be read', AGAIN],
  ['the image cannot be programmed', AGAIN],
  ['the image has an address that the target does not have', CHECK_IMAGE],
  ['the image begins at a wrong address', CHECK_IMAGE],
  null,
  null,
  ['it does not know what the image is for', CHECK_IMAGE],
  ['the image is for another board', CHECK_IMAGE],
];

/** Up to here versions before 0254 number them as later ones do. */
const LAST_OF_ALL = 8;

/**
 * What a status other than 0 means.
 *
 * @param version of DAPLink as it tells it, `0257`; '' of those that do not: what their higher numbers mean is not certain
 */
export function daplinkError(status: number, version: string): { what: string; next: string } {
  const isSure = version !== '' || status <= LAST_OF_ALL;
  const [what, next] = (isSure ? MEANINGS[status] : null) ?? [`error ${status}`, AGAIN];
  return { what, next };
}
