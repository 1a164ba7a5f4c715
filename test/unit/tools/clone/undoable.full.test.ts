import { describe, it } from 'vitest';
import { endsWhatDied, takesBackAny } from './undoing.js';

describe('any sequence of calls', () => {
  it('is taken back to before any of them, to the byte, and goes on from there', () => takesBackAny(12));
});

describe('a call that a crash cut off', () => {
  it('at any moment is made once more on the clone as it was before it, and taken back like any other', () =>
    endsWhatDied(8));
});
