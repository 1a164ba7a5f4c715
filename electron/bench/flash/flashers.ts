import { fail, ok, type Result } from '../../../shared/problem.js';
import type { FlashSettings } from '../../../shared/profile/flash.js';
import { outsideOf } from '../image/check-image.js';
import type { Region } from '../image/image.js';
import { createAn3155 } from './an3155/an3155.js';
import { createCmsisDap } from './cmsis-dap/cmsis-dap.js';
import { createDfu } from './dfu/dfu.js';
import { createEsp } from './esp/esp.js';
import { createExternal } from './external/external.js';
import type { Flasher } from './flasher.js';
import type { FlasherAccess } from './flasher-access.js';
import { createGdb } from './gdb/gdb.js';
import { STOPPED_BEFORE, untouched } from './programming.js';
import { createStk500v1 } from './stk500v1/stk500v1.js';
import { createUf2 } from './uf2/uf2.js';
import { createBootMonitor } from './xmodem/boot-monitor.js';

/** The flasher of a profile's protocol. Nothing is opened before its `connect`. */
export const createFlasher = (settings: FlashSettings, access: FlasherAccess): Result<Flasher> =>
  ok(guarded(flasherOf(settings, access), settings.regions));

function flasherOf(settings: FlashSettings, access: FlasherAccess): Flasher {
  switch (settings.protocol) {
    case 'stk500v1':
      return createStk500v1(settings, access);
    case 'an3155':
      return createAn3155(settings, access);
    case 'xmodem':
    case 'ymodem':
      return createBootMonitor(settings, access);
    case 'esp':
      return createEsp(settings, access);
    case 'external':
      return createExternal(settings, access);
    case 'dfu':
      return createDfu(settings, access);
    case 'cmsis-dap':
      return createCmsisDap(settings, access);
    case 'gdb':
      return createGdb(settings, access);
    case 'uf2':
      return createUf2(settings, access);
  }
}

/** Begins no write that was stopped before it, or that reaches outside of the profile's regions, where it names any. */
export const guarded = (flasher: Flasher, regions: readonly Region[]): Flasher => ({
  ...flasher,
  get verifies() {
    return flasher.verifies;
  },
  async write(segments, options) {
    const outside = regions.length === 0 ? null : outsideOf(segments, regions);
    if (outside !== null) return fail(untouched(outside));
    if (options.signal.aborted) return fail(untouched(STOPPED_BEFORE));
    return flasher.write(segments, options);
  },
});
