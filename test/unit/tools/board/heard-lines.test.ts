import { describe, expect, it } from 'vitest';
import { heardLines } from '../../../../electron/tools/board/heard-lines.js';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const at = (ms: number): string => new Date(ms).toISOString();

describe('the lines of a console that waits to be read', () => {
  it('are put together from pieces, each with the time of its first byte', () => {
    const heard = heardLines();
    heard.take(bytes('boot'), 1000);
    expect(heard.next()).toBeUndefined();
    heard.take(bytes('ing\r\nready\r\n> '), 2000);
    expect([heard.next(), heard.next(), heard.next()]).toEqual([
      { at: at(1000), text: 'booting' },
      { at: at(2000), text: 'ready' },
      undefined,
    ]);
    expect(heard.rest()).toEqual({ at: at(2000), text: '> ' });
    expect(heard.rest()).toBeUndefined();
  });

  it('show what would act on a terminal, and cut a line that never ends', () => {
    const heard = heardLines();
    heard.take(bytes(`\u001b[2Jx\n${'y'.repeat(5000)}`), 1);
    expect(heard.next()?.text).toBe('<ESC>[2Jx');
    expect(heard.next()?.text).toBe('y'.repeat(2000));
  });

  it('lose the oldest where there are too many, which is counted once', () => {
    const heard = heardLines();
    heard.take(bytes('x\n'.repeat(5003)), 1);
    expect([heard.dropped(), heard.dropped()]).toEqual([3, 0]);
  });

  it('are forgotten with a character that was half there', () => {
    const heard = heardLines();
    heard.take(new Uint8Array([0x61, 0x0a, 0xe4, 0xbd]), 1);
    heard.forget();
    heard.take(bytes('b\n'), 2);
    expect([heard.next(), heard.next()]).toEqual([{ at: at(2), text: 'b' }, undefined]);
  });
});
