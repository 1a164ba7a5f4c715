import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { machinePolicyFile, readPolicy } from '../../../electron/files/policy-file.js';
import { defaultPolicy, PolicySchema } from '../../../shared/policy.js';
import { tempDir, value } from '../../fixtures/firmware-run.js';

/** What a data folder with this policy file is read as. */
function read(...lines: string[]) {
  const home = tempDir();
  writeFileSync(path.join(home, 'policy.yaml'), `${lines.join('\n')}\n`);
  return readPolicy(home);
}

const timeouts = (...lines: string[]) => value(read(...lines)).stateTimeoutSec['firmware-loop'];
const defaults = defaultPolicy().stateTimeoutSec['firmware-loop'];

describe('the time limits of a policy file', () => {
  it('are of one machine, and those that it does not name keep their defaults', () => {
    const found = timeouts('stateTimeoutSec: { firmware-loop: { BUILD_RUN: 600 } }');
    expect(found).toEqual({ ...defaults, BUILD_RUN: 600 });
    expect(timeouts('maxRollbacks: 2')).toEqual(defaults);
  });

  it('are the firmware loop’s without a machine, as older files have them', () => {
    expect(timeouts('stateTimeoutSec: { BUILD_RUN: 600 }')).toEqual({ ...defaults, BUILD_RUN: 600 });
  });

  it('hold as written with the machine, where a file has both', () => {
    const both = ['stateTimeoutSec:', '  BUILD_RUN: 600', '  INIT: 5', '  firmware-loop: { BUILD_RUN: 700 }'];
    expect(timeouts(...both)).toEqual({ ...defaults, BUILD_RUN: 700, INIT: 5 });
  });

  it('are read from the header of an earlier run, and again from what that gave', () => {
    const earlier = PolicySchema.parse({ stateTimeoutSec: { ...defaults, TEST_RUN: 30 } });
    expect(earlier.stateTimeoutSec).toEqual({
      ...defaultPolicy().stateTimeoutSec,
      'firmware-loop': { ...defaults, TEST_RUN: 30 },
    });
    expect(PolicySchema.parse(earlier)).toEqual(earlier);
  });

  it.each([
    [
      ['stateTimeoutSec:', '  firmware-loop:', '    BUILD_RUN: soon'],
      /policy\.yaml:3:/,
      /"stateTimeoutSec.firmware-loop.BUILD_RUN"/,
    ],
    [['stateTimeoutSec:', '  BUILD_RUN: -1'], /policy\.yaml:2:/, /"stateTimeoutSec.BUILD_RUN": found -1/],
    [['stateTimeoutSec:', '  firmware_loop: {}'], /policy\.yaml:2:/, /did you mean "firmware-loop"\?/],
    [
      ['stateTimeoutSec:', '  BUILD_RNU: 5'],
      /policy\.yaml:2:/,
      /did you mean "stateTimeoutSec.firmware-loop.BUILD_RUN"\?/,
    ],
    [['stateTimeoutSec: { firmware-loop: { TEST_RNU: 5 } }'], /policy\.yaml:1:/, /did you mean "TEST_RUN"\?/],
    [
      ['stateTimeoutSec: { firmware-loop: { LUNCH: 5 } }'],
      /policy\.yaml:1:/,
      /known are INIT, CODE_ANALYSIS/,
    ],
  ])('are refused with their line where they are wrong: %j', (lines, where, message) => {
    const found = read(...lines);
    expect(found).toMatchObject({ ok: false, error: { code: 'POLICY_MALFORMED' } });
    if (found.ok) return;
    expect(found.error.where).toMatch(where);
    expect(found.error.message).toMatch(message);
  });
});

describe('the policy of a computer', () => {
  const under = (own: string, machine: string) => {
    const home = tempDir();
    const file = path.join(tempDir(), 'machine.yaml');
    writeFileSync(path.join(home, 'policy.yaml'), own);
    writeFileSync(file, machine);
    return readPolicy(home, file);
  };

  it('goes before a person’s own, in what it sets', () => {
    const found = value(
      under(
        'offline: false\nhosts: [a.example]\nmaxRollbacks: 2\n',
        'offline: true\nlocks: { publish: true }\n',
      ),
    );
    expect(found).toMatchObject({
      ...{ offline: true, hosts: ['a.example'], maxRollbacks: 2 },
      locks: { approve: false, publish: true, deploy: false },
    });
  });

  it('changes nothing that it leaves out', () => {
    const own = 'offline: true\nhosts: [a.example]\nallowedProviders: [rules]\nlocks: { approve: true }\n';
    expect(value(under(own, 'hosts: [b.example]\n'))).toMatchObject({
      ...{ offline: true, hosts: ['b.example'], allowedProviders: ['rules'] },
      locks: { approve: true },
    });
  });

  it('is named where it is malformed, and nothing goes on without it', () => {
    expect(under('maxRollbacks: 2\n', 'offline: perhaps\n')).toMatchObject({
      ok: false,
      error: { code: 'POLICY_MALFORMED', where: expect.stringContaining('machine.yaml') },
    });
  });

  it('lies where only an administrator writes', () => {
    expect(machinePolicyFile('linux')).toBe('/etc/benchloop/policy.yaml');
    expect(machinePolicyFile('win32', { ProgramData: 'C:\\ProgramData' })).toBe(
      'C:\\ProgramData\\Benchloop\\policy.yaml',
    );
  });
});
