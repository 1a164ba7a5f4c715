import type { Catalogue } from './template.js';
import { BENCH } from './zh-cn/bench.js';
import { BMC } from './zh-cn/bmc.js';
import { BOARD_FLASH } from './zh-cn/board-flash.js';
import { BOARDS } from './zh-cn/boards.js';
import { BROKER } from './zh-cn/broker.js';
import { BUILDS } from './zh-cn/builds.js';
import { CHOOSING } from './zh-cn/choosing.js';
import { CMSIS_DAP } from './zh-cn/cmsis-dap.js';
import { COMMAND_LINE } from './zh-cn/command-line.js';
import { CONSOLE } from './zh-cn/console.js';
import { DFU } from './zh-cn/dfu.js';
import { EFFECTS } from './zh-cn/effects.js';
import { FILES } from './zh-cn/files.js';
import { FLASH } from './zh-cn/flash.js';
import { FLASH_PROBES } from './zh-cn/flash-probes.js';
import { FLASH_TOOLS } from './zh-cn/flash-tools.js';
import { IMAGES } from './zh-cn/images.js';
import { LOOP } from './zh-cn/loop.js';
import { MANUAL } from './zh-cn/manual.js';
import { MANUAL_BENCH } from './zh-cn/manual-bench.js';
import { MODEL } from './zh-cn/model.js';
import { PATCH_RULES } from './zh-cn/patch-rules.js';
import { PORTS } from './zh-cn/ports.js';
import { REPAIRS } from './zh-cn/repairs.js';
import { REPORT } from './zh-cn/report.js';
import { RULES } from './zh-cn/rules.js';
import { RUNS } from './zh-cn/runs.js';
import { SCRIPT } from './zh-cn/script.js';
import { SHIPPED } from './zh-cn/shipped.js';
import { WORKSPACE } from './zh-cn/workspace.js';

/** Simplified Chinese for every text of the core and the command line. */
export const ZH_CN: Catalogue = {
  ...BENCH,
  ...BMC,
  ...BOARDS,
  ...BOARD_FLASH,
  ...BROKER,
  ...BUILDS,
  ...CHOOSING,
  ...CMSIS_DAP,
  ...COMMAND_LINE,
  ...CONSOLE,
  ...DFU,
  ...EFFECTS,
  ...FILES,
  ...FLASH,
  ...IMAGES,
  ...FLASH_PROBES,
  ...FLASH_TOOLS,
  ...LOOP,
  ...MANUAL,
  ...MANUAL_BENCH,
  ...MODEL,
  ...PATCH_RULES,
  ...PORTS,
  ...REPAIRS,
  ...REPORT,
  ...RULES,
  ...RUNS,
  ...SCRIPT,
  ...SHIPPED,
  ...WORKSPACE,
};
