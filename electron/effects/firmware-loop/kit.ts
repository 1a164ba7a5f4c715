import { defineKit } from '../../engine/kit.js';
import { compile } from '../../machine/compile.js';
import type { FirmwareContext } from '../../machine/firmware-loop/context.js';
import type { FirmwareEvent } from '../../machine/firmware-loop/events.js';
import type { FirmwareState } from '../../machine/firmware-loop/states.js';
import { firmwareLoop } from '../../machine/firmware-loop/table.js';
import type { KitParts } from '../parts.js';
import type { FirmwareBench } from './bench.js';
import { firmwareEffects, type WorkState } from './effects.js';
import { openBench } from './open-bench.js';
import { RESUME } from './resume.js';
import { approvesFor, type FirmwareHeader, RunHeaderSchema } from './start/run-header.js';
import { firstContext } from './start/start.js';

/** The closed loop on one board, as the engine takes it. */
export const firmwareKit = defineKit<
  FirmwareContext,
  FirmwareState,
  WorkState,
  never,
  FirmwareEvent,
  FirmwareBench,
  FirmwareHeader,
  KitParts
>({
  machine: compile(firmwareLoop),
  header: RunHeaderSchema,
  first: (header, { run }) => firstContext(run, header),
  begin: ({ loaded }) => ({ type: 'task_request', reason: loaded.task.goal, evidence: [] }),
  effects: firmwareEffects,
  resume: RESUME,
  asks: {},
  messages: {},
  news: null,
  hear: () => null,
  isUninterrupted: () => false,
  approves: approvesFor,
  timeoutMs: ({ policy }, state) => policy.stateTimeoutSec['firmware-loop'][state] * 1000,
  teardownMs: ({ policy }) => policy.teardownSec * 1000,
  open: (parts, header, { dir }) => openBench({ ...parts, dir, header }),
  close: async (bench) => {
    await bench.nextRuns.close();
    // a board is free for others while the run waits for an answer
    bench.board?.release();
  },
});
