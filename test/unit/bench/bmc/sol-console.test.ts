import { describe, expect, it } from 'vitest';
import { createSolInput, withoutGreeting } from '../../../../electron/bench/bmc/sol-console.js';

describe('what is typed into serial over LAN', () => {
  it.each([
    [['~.'], '~~.'],
    [['a~.'], 'a~.'],
    [['a\r~.\n~B'], 'a\r~~.\n~~B'],
    [['a\r', '~.'], 'a\r~~.'],
    [['a', '~.'], 'a~.'],
    [['', '~.'], '~~.'],
    [['~~'], '~~~'],
  ])('%j is no escape of ipmitool', (typed, sent) => {
    const input = createSolInput();
    expect(typed.map(input).join('')).toBe(sent);
  });
});

describe("ipmitool's greeting", () => {
  const GREETING = '[SOL Session operational.  Use ~? for help]\n';
  const heard = (...chunks: string[]) => {
    const passed: string[] = [];
    const feed = withoutGreeting((bytes) => passed.push(Buffer.from(bytes).toString()));
    for (const chunk of chunks) feed(Buffer.from(chunk));
    return passed.join('');
  };

  it('is taken away wherever it is cut, and once only', () => {
    const all = `${GREETING}U-Boot\n${GREETING}`;
    for (let cut = 1; cut < all.length; cut += 1)
      expect(heard(all.slice(0, cut), all.slice(cut))).toBe(`U-Boot\n${GREETING}`);
  });

  it('is not looked for in what has another beginning', () => {
    expect(heard('U-Boot\n', GREETING)).toBe(`U-Boot\n${GREETING}`);
    expect(heard('x'.repeat(200), 'y')).toBe(`${'x'.repeat(200)}y`);
  });
});
