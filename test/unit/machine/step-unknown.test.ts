import { expect, it } from 'vitest';
import { compile } from '../../../electron/machine/compile.js';
import type { FirmwareEvent } from '../../../electron/machine/firmware-loop/events.js';
import { firmwareLoop } from '../../../electron/machine/firmware-loop/table.js';
import { step } from '../../../electron/machine/step.js';
import { contextOf } from '../../fixtures/firmware-run.js';

it('leaves the snapshot as it was when the state does not know the event', () => {
  const before = { state: 'INIT' as const, context: contextOf() };
  const unknown: FirmwareEvent = { type: 'build_env_ready', at: 1, reason: '', evidence: [] };
  expect(step(compile(firmwareLoop), before, unknown)).toEqual({ moved: false, snapshot: before });
});
