import { describe, expect, it } from 'vitest';
import { approver, sessionApprover } from '../../../electron/engine/approver.js';
import { type Approvals, GATE_SCOPES } from '../../../shared/events.js';
import { PolicySchema } from '../../../shared/policy.js';

const approved = (
  approvals: Approvals,
  unattendedFlash: boolean,
  isLocked = false,
  by: typeof approver = approver,
) => {
  const policy = PolicySchema.parse({ unattendedFlash, locks: { approve: isLocked } });
  const approves = by(approvals, policy);
  return GATE_SCOPES.filter((scope) => approves(scope));
};

describe('an approval policy', () => {
  it('that says `flash` switches no power, and the other way round', () => {
    expect(approved(['flash'], true)).toEqual(['flash']);
    expect(approved(['power'], true)).toEqual(['power']);
  });

  it('that says `all` answers neither a question nor what touches boards', () => {
    const rest = ['build', 'patch', 'publish', 'exec', 'write', 'commit', 'deploy', 'send'];
    expect(approved('all', false)).toEqual(rest);
  });

  it("that says `all` covers boards where the person's own policy file allows it, and still no question", () => {
    expect(approved('all', true)).toEqual(GATE_SCOPES.filter((scope) => scope !== 'question'));
  });

  it('that says `all` does not cover what has to be named', () => {
    const policy = PolicySchema.parse({ unattendedFlash: true });
    for (const by of [approver, sessionApprover]) {
      expect(by('all', policy)('exec', true)).toBe(false);
      expect(by(['exec'], policy)('exec', true)).toBe(true);
    }
  });

  it('that names a question answers none all the same', () => {
    expect(approved(['question', 'build'], true)).toEqual(['build']);
  });

  it.each(['all', ['flash', 'build']] as const)(
    'that says %j answers nothing where it is locked',
    (policy) => {
      expect(approved(typeof policy === 'string' ? policy : [...policy], true, true)).toEqual([]);
    },
  );

  it('of a session that says `all` answers nothing that goes outward', () => {
    expect(approved('all', false, false, sessionApprover)).toEqual(['build', 'patch', 'write', 'commit']);
    expect(approved(['exec', 'publish'], false, false, sessionApprover)).toEqual(
      GATE_SCOPES.filter((scope) => scope === 'exec' || scope === 'publish'),
    );
  });

  it.each(['ask', 'none'] as const)('that says `%s` answers nothing', (policy) => {
    expect(approved(policy, true)).toEqual([]);
  });
});
