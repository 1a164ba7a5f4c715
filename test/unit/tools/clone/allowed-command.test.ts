import { describe, expect, it } from 'vitest';
import { isAllowed } from '../../../../electron/tools/clone/allowed-command.js';
import { PolicySchema } from '../../../../shared/policy.js';

const ALLOWED = [
  ['make', 'test'],
  ['cmake', '--build', '**'],
  ['ctest', '-R', '*'],
];

describe('a command that a person allowed', () => {
  it.each([
    [['make', 'test']],
    [['cmake', '--build']],
    [['cmake', '--build', 'b', '-j2']],
    [['ctest', '-R', 'a.*']],
  ])('%j is', (argv) => expect(isAllowed(ALLOWED, argv)).toBe(true));

  it.each([
    [['make']],
    [['make', 'test', 'install']],
    [['make', 'Test']],
    [['./make', 'test']],
    [['make test']],
    [['cmake']],
    [['cmake', '-E', '--build']],
    [['ctest', '-R']],
    [['ctest', '-R', 'a', 'b']],
    [['sh', '-c', 'make test']],
    [[]],
  ])('%j is not', (argv) => expect(isAllowed(ALLOWED, argv)).toBe(false));

  it('is none where the policy lists none, and a policy with `**` in the middle is refused', () => {
    expect(PolicySchema.parse({}).commands).toEqual([]);
    expect(PolicySchema.safeParse({ commands: [['make', '**', 'install']] }).success).toBe(false);
    expect(PolicySchema.safeParse({ commands: [[]] }).success).toBe(false);
  });
});
