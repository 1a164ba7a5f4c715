import { expect, it } from 'vitest';
import { written } from '../../../electron/files/written.js';

const failing = (error: unknown) => () => {
  throw error;
};
const system = (code: string) =>
  Object.assign(new Error(`${code}: no space left on device, write`), { code, syscall: 'write', errno: -28 });

it('says that the disk is full, and what to do, instead of throwing', () => {
  expect(written('/', failing(system('ENOSPC')))).toMatchObject({
    ok: false,
    error: { code: 'DISK_FULL', next: expect.stringMatching(/free some space/) },
  });
});

it('lets a bug go on', () => {
  const bug = new TypeError('x is undefined');
  expect(() => written('/', failing(bug))).toThrow(bug);
});
