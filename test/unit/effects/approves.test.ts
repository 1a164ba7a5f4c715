import { expect, it } from 'vitest';
import { coordinatorKit } from '../../../electron/effects/coordinator/kit.js';
import { firmwareKit } from '../../../electron/effects/firmware-loop/kit.js';
import { sessionKit } from '../../../electron/effects/session/kit.js';
import { PolicySchema } from '../../../shared/policy.js';

const header = (isLocked: boolean) => {
  const policy = PolicySchema.parse({ locks: { approve: isLocked } });
  const own = { approvals: 'all', policy };
  return { ...own, loop: own };
};

it.each([
  ['firmware-loop', firmwareKit],
  ['coordinator', coordinatorKit],
  ['session', sessionKit],
] as const)('no approval policy answers for %s where it is locked, whoever gives it', (_, kit) => {
  for (const given of [undefined, 'all', ['build']] as const) {
    const approvals = given === undefined || given === 'all' ? given : [...given];
    expect(kit.approves(header(false), approvals)('build')).toBe(true);
    expect(kit.approves(header(true), approvals)('build')).toBe(false);
  }
});
