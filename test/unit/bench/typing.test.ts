import { describe, expect, it } from 'vitest';
import { createTyping } from '../../../electron/bench/typing.js';

function typing(prompt: string | null) {
  const typed: string[] = [];
  const one = createTyping({ prompt, text: 'abc\n' }, (bytes) => typed.push(Buffer.from(bytes).toString()));
  return { ...one, typed, says: (text: string) => one.heard(Buffer.from(text)) };
}

describe('what a session types', () => {
  it('is typed once, as soon as the target runs', () => {
    const { released, says, typed } = typing(null);
    says('boot');
    expect(typed).toEqual([]);
    released();
    released();
    says('more');
    expect(typed).toEqual(['abc\n']);
  });

  it('waits for its prompt, which may come in pieces', () => {
    const { released, says, typed } = typing('nonce?');
    released();
    says('no');
    says('nce');
    expect(typed).toEqual([]);
    says('? ');
    says('nonce?');
    expect(typed).toEqual(['abc\n']);
  });

  it('is nothing where the session types nothing', () => {
    const one = createTyping(undefined, () => expect.unreachable());
    one.released();
    one.heard(Buffer.from('nonce?'));
  });
});
