import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { type BmcProfile, BmcProfileSchema } from '../../shared/profile/bmc.js';
import { PASSWORD, startIpmiMachine, USER } from '../fixtures/bmc/ipmi-machine.js';
import { sessionsIn } from '../fixtures/bmc/sessions.js';
import { realExec } from '../fixtures/exec.js';
import { operationsRunning } from '../fixtures/operations.js';
import { buildFirmware } from '../fixtures/qemu/firmware.js';
import { type Behaviour, environmentContract, type Opened, type Opening } from './environment-contract.js';

const MAX_OUTPUT_BYTES = 5000;

const SCENARIOS: Record<Behaviour, string> = {
  ends: 'unity_then_idles',
  'hangs silently': 'hangs_silently',
  'hangs after greeting': 'hangs_after_greeting',
  floods: 'floods',
};
const SAYS = [
  'test/test_ring.c:10:ring_push:PASS',
  '-----------------------',
  '1 Tests 0 Failures 0 Ignored ',
  'OK',
  'test/test_ring.c:20:ring_late:FAIL: printed after the summary',
  '',
].join('\r\n');

const dir = mkdtempSync(join(tmpdir(), 'bl-env-bmc-'));
let session: ReturnType<typeof sessionsIn>;
beforeAll(async () => {
  session = sessionsIn(dir, await realExec());
  process.env.BMC_CONTRACT_PASSWORD = PASSWORD;
});
afterAll(() => {
  delete process.env.BMC_CONTRACT_PASSWORD;
  rmSync(dir, { recursive: true, force: true });
});

const profileOf = (port: number, banner: string | undefined): BmcProfile =>
  BmcProfileSchema.parse({
    id: 'rack-7',
    kind: 'bmc',
    title: 'Rack 7',
    host: '127.0.0.1',
    user: USER,
    password: { env: 'BMC_CONTRACT_PASSWORD' },
    ipmi: { port, cipherSuite: 3 },
    boot: { offSec: 0.1 },
    health: banner === undefined ? {} : { banner, timeoutSec: 0.5 },
    testEnd: { pattern: 'ring_late:FAIL', silenceSec: 60, maxOutputBytes: MAX_OUTPUT_BYTES },
  });

let machines = 0;

/**
 * A session on a machine with a controller of its own: ipmi_sim hands what nobody read of a console to the next session
 * that opens it, whatever was switched in between.
 */
async function open(behaviour: Behaviour, { operation, timeoutMs, banner }: Opening): Promise<Opened> {
  machines += 1;
  const machine = await startIpmiMachine(join(dir, `machine-${machines}`));
  machine.load([
    'qemu-system-arm',
    '-machine',
    'lm3s6965evb',
    '-kernel',
    buildFirmware(SCENARIOS[behaviour], dir),
  ]);
  const environment = session(profileOf(machine.port, banner), { operation, timeoutMs });
  return { environment, dispose: machine.close };
}

describe('the environment "bmc"', () => {
  environmentContract({
    ...{ name: 'bmc', open },
    end: { ended_by: 'pattern', exit_code: null, signal: null, stuckPcs: [] },
    says: SAYS,
    maxOutputBytes: MAX_OUTPUT_BYTES,
    greetsWithinMs: 8000,
    greets: true,
    echoes: true,
    expectNothingLeft: (operation) => expect(operationsRunning(operation)).toEqual([]),
    many: 2,
  });
});
