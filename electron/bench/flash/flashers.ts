import { ok, type Result } from '../../../shared/problem.js';
import type { FlashSettings } from '../../../shared/profile/flash.js';
import { createAn3155 } from './an3155/an3155.js';
import { createCmsisDap } from './cmsis-dap/cmsis-dap.js';
import { createDfu } from './dfu/dfu.js';
import { createEsp } from './esp/esp.js';
import { createExternal } from './external/external.js';
import type { Flasher } from './flasher.js';
import type { FlasherAccess } from './flasher-access.js';
import { createGdb } from './gdb/gdb.js';
import { createStk500v1 } from './stk500v1/stk500v1.js';
import { createUf2 } from './uf2/uf2.js';
import { createBootMonitor } from './xmodem/boot-monitor.js';

/** The flasher of a profile's protocol. Nothing is opened before its `connect`. */
export function createFlasher(settings: FlashSettings, access: FlasherAccess): Result<Flasher> {
  switch (settings.protocol) {
    case 'stk500v1':
      return ok(createStk500v1(settings, access));
    case 'an3155':
      return ok(createAn3155(settings, access));
    case 'xmodem':
    case 'ymodem':
      return ok(createBootMonitor(settings, access));
    case 'esp':
      return ok(createEsp(settings, access));
    case 'external':
      return ok(createExternal(settings, access));
    case 'dfu':
      return ok(createDfu(settings, access));
    case 'cmsis-dap':
      return ok(createCmsisDap(settings, access));
    case 'gdb':
      return ok(createGdb(settings, access));
    case 'uf2':
      return ok(createUf2(settings, access));
  }
}
