import { describe, expect, it } from 'vitest';
import { readTrace } from '../../../../electron/bench/qemu/coverage.js';

const line = (pc: string, symbol: string): string =>
  `Trace 0: 0x7f41d0000100 [00800400/${pc}/00000110/ff000201] ${symbol}\n`;

describe('an execution trace', () => {
  it('gives every address once, and those of each case from its entry to the next case', () => {
    const trace = [
      line('00000100', 'main'),
      line('00000200', 'ring_wraps'),
      line('00000300', 'ring_put'),
      line('00000202', 'ring_wraps'),
      line('00000400', 'ring_fills'),
      line('00000300', 'ring_put'),
    ].join('');
    const executed = readTrace(trace, new Set(['ring_wraps', 'ring_fills']));
    expect([...executed.whole]).toEqual([0x100, 0x200, 0x300, 0x202, 0x400]);
    expect([...(executed.byCase.get('ring_wraps') ?? [])]).toEqual([0x200, 0x300, 0x202]);
    expect([...(executed.byCase.get('ring_fills') ?? [])]).toEqual([0x400, 0x300]);
  });

  it('finds the body of a case by the name within its own, and not in a function that is called again and again', () => {
    const trace = [
      line('00000200', 'test_ring_put_body'),
      line('00000300', 'ring_put'),
      line('00000300', 'ring_put'),
      line('00000400', 'test_ring_get_body'),
      line('00000300', 'ring_put'),
    ].join('');
    const { byCase } = readTrace(trace, new Set(['ring_put', 'ring_get']));
    expect([...(byCase.get('ring_put') ?? [])]).toEqual([0x200, 0x300]);
    expect([...(byCase.get('ring_get') ?? [])]).toEqual([0x400, 0x300]);
  });

  it('passes over foreign lines and an end that was cut off', () => {
    const trace = `Timer with period zero\n${line('00000100', 'main')}Trace 0: 0x7f41d000 [00800400/000001`;
    expect([...readTrace(trace, new Set()).whole]).toEqual([0x100]);
  });

  it('knows no case whose function did not run', () => {
    expect(readTrace(line('00000100', 'main'), new Set(['other'])).byCase.size).toBe(0);
  });
});
