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

const OUTWARD = ['publish', 'deploy', 'send', 'exec'] as const;

it.each([
  ['a session', sessionKit, false],
  ['a run that a session dispatched', firmwareKit, true],
  ['its roundtable', coordinatorKit, true],
] as const)(
  '`all` answers no outward scope for %s, whoever gives it; a named scope does',
  (_, kit, isOfSession) => {
    const own = { approvals: 'all', policy: PolicySchema.parse({}), isOfSession };
    for (const given of [undefined, 'all'] as const) {
      const approves = kit.approves({ ...own, loop: own }, given);
      expect([approves('build'), approves('patch')]).toEqual([true, true]);
      expect(OUTWARD.filter((scope) => approves(scope))).toEqual([]);
    }
    expect(kit.approves({ ...own, loop: own }, ['publish'])('publish')).toBe(true);
  },
);

it.each([
  ['firmware-loop', firmwareKit],
  ['coordinator', coordinatorKit],
] as const)('`all` answers outward scopes for %s that a person started', (_, kit) => {
  const approves = kit.approves(header(false), undefined);
  expect(OUTWARD.filter((scope) => approves(scope))).toEqual([...OUTWARD]);
});
