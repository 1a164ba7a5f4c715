import { describe, expect, it } from 'vitest';
import { createBootLoop } from '../../../electron/bench/boot-loop.js';

const BANNER = 'ring test\r\nclock: 50 MHz\r\nuart: ready\r\n';
const loops = (text: string, chunk = text.length): boolean => {
  const boots = createBootLoop();
  const bytes = Buffer.from(text);
  let found = false;
  for (let at = 0; at < bytes.length; at += chunk) found ||= boots.feed(bytes.subarray(at, at + chunk));
  return found;
};

describe('a boot loop', () => {
  it('is a banner of several lines that comes again and again from the first byte on', () => {
    expect(loops(BANNER.repeat(3))).toBe(false);
    expect(loops(BANNER.repeat(4))).toBe(true);
    expect(loops(BANNER.repeat(4), 1)).toBe(true);
    expect(loops(BANNER.repeat(4), 7)).toBe(true);
  });

  it('may start again in the middle of a line', () => {
    expect(loops(`${BANNER}testing ri`.repeat(4))).toBe(true);
  });

  it('needs to repeat the more often the less it says', () => {
    expect(loops('boot\r\nmain\r\n'.repeat(49))).toBe(false);
    expect(loops('boot\r\nmain\r\n'.repeat(50))).toBe(true);
  });

  it.each([
    ['a heartbeat, or a flood of one line', 'tick\r\n'.repeat(9000)],
    ['two lines in turn', 'LED on\r\nLED off\r\n'.repeat(40)],
    ['a banner and then a heartbeat', `${BANNER}${'tick\r\ntock\r\ntack\r\n'.repeat(300)}`],
    [
      'a banner that comes with a count',
      Array.from({ length: 300 }, (_, i) => `${BANNER}boot ${i}\r\n`).join(''),
    ],
    ['a progress bar', '.'.repeat(5000)],
    ['blank lines', '\r\n'.repeat(5000)],
    ['nothing', ''],
    ['noise beyond what is looked at', `${'x\n'.repeat(10)}${'y'.repeat(300_000)}${BANNER.repeat(9)}`],
  ])('is not %s', (_, text) => expect(loops(text)).toBe(false));
});
