import { describe, expect, it } from 'vitest';
import { failingNames } from '../../../../electron/agents/rules/failure.js';
import { withoutHeldOut } from '../../../../electron/tools/results/held-out.js';
import { testOf } from '../../../fixtures/firmware-values.js';

describe('what an agent sees of a session', () => {
  const failed = testOf('image', { shown: 'pass', hidden: 'fail' }, { exit_code: 1 });

  it('does not tell by the exit code that a held-out case failed', () => {
    const seen = withoutHeldOut(failed, ['hid*']);
    expect(seen).toEqual(withoutHeldOut(testOf('image', { shown: 'pass', hidden: 'pass' }), ['hid*']));
    expect(failingNames(seen, new Set(['shown']))).toEqual(new Set());
  });

  it('has the exit code where no case is held out', () => {
    expect(withoutHeldOut(failed, [])).toMatchObject({ exit_code: 1 });
  });
});
