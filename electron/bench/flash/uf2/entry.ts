import { setTimeout as delay } from 'node:timers/promises';
import { fail, ok, type Problem, type Result } from '../../../../shared/problem.js';
import type { FlashSettingsOf } from '../../../../shared/profile/flash.js';
import { pulseReset, touch1200 } from '../enter-bootloader.js';
import { bordered } from '../fault.js';
import type { FlasherAccess } from '../flasher-access.js';
import { STOPPED } from '../no-bootloader.js';

const LOOK_MS = 200;

interface Entering<Drive> {
  settings: Pick<FlashSettingsOf<'uf2'>, 'entry' | 'connectSec'>;
  access: FlasherAccess;
  /** The board's drive; null where it is not there. */
  look: () => Promise<Result<Drive | null>>;
  /** `Date.now()` until which the drive is waited for. */
  deadline: number;
  signal: AbortSignal;
}

/** Brings the board into its bootloader where it is not there yet. Errors: those of `look`, TEST_ENV_FAILURE. */
export async function enterUf2<Drive>(o: Entering<Drive>): Promise<Result<Drive>> {
  const before = await o.look();
  if (!before.ok) return before;
  if (before.value !== null) return ok(before.value);
  const asked = await ENTRIES[o.settings.entry](o.access);
  if (!asked.ok) return asked;
  while (Date.now() < o.deadline && !o.signal.aborted) {
    const drive = await o.look();
    if (!drive.ok) return drive;
    if (drive.value !== null) return ok(drive.value);
    await delay(LOOK_MS);
  }
  return fail(o.signal.aborted ? STOPPED : noDrive(o.settings.connectSec));
}

type Entry = FlashSettingsOf<'uf2'>['entry'];

const ENTRIES: Readonly<Record<Entry, (access: FlasherAccess) => Promise<Result<void>>>> = {
  'touch-1200': (access) => touch1200(access, {}),
  'double-reset': doubleReset,
  none: async () => ok(undefined),
};

/** Two resets within half a second (uf2-samdx1, "Building and flashing"): what its RESET button does twice. */
async function doubleReset(access: FlasherAccess): Promise<Result<void>> {
  const opened = await access.openPort({});
  if (!opened.ok) return opened;
  const link = opened.value;
  try {
    return await bordered('TEST_ENV_FAILURE', link, async () => {
      await pulseReset(link, 'dtr-rts');
      await pulseReset(link, 'dtr-rts');
      return ok(undefined);
    });
  } finally {
    await link.close();
  }
}

const noDrive = (seconds: number): Problem => ({
  code: 'TEST_ENV_FAILURE',
  message: `no drive of a UF2 bootloader appeared within ${seconds} s; nothing was written`,
  next: 'press RESET twice, or hold BOOTSEL while plugging it in; where drives are not mounted by themselves, mount it',
});
