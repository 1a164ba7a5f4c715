import { describe, expect, it } from 'vitest';
import { approver } from '../../../electron/engine/approver.js';
import { GATE_SCOPES } from '../../../shared/events.js';

const approved = (...policy: Parameters<typeof approver>) => GATE_SCOPES.filter(approver(...policy));

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

  it('that names a question answers none all the same', () => {
    expect(approved(['question', 'build'], true)).toEqual(['build']);
  });

  it.each(['ask', 'none'] as const)('that says `%s` answers nothing', (policy) => {
    expect(approved(policy, true)).toEqual([]);
  });
});
