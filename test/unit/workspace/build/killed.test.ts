import { expect, it } from 'vitest';
import { killedIn } from '../../../../electron/workspace/build/killed.js';

const NOTHING = { stdout: new Uint8Array(), stderr: new Uint8Array(), durationMs: 1 };
const ENDED = { ...NOTHING, ended: 'signal', exitCode: null, signal: 'SIGKILL' } as const;

it('says beyond which limit a build was ended, and none where the system ended it', () => {
  const beyond = { of: 'processes', most: 1000 } as const;
  expect(killedIn(['make'], { ...ENDED, beyond }, '')).toEqual({
    signal: 'SIGKILL',
    program: 'make',
    beyond,
  });
  expect(killedIn(['make'], ENDED, '')).toEqual({ signal: 'SIGKILL', program: 'make' });
});
