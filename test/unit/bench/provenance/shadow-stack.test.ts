import { describe, expect, it } from 'vitest';
import { codeMap } from '../../../../electron/bench/provenance/code-map.js';
import { shadowStack } from '../../../../electron/bench/provenance/shadow-stack.js';
import type { Transfer } from '../../../../electron/bench/provenance/transfers.js';

const map = codeMap([
  { name: 'main', start: 0x100, end: 0x120 },
  { name: 'test', start: 0x120, end: 0x140 },
  { name: 'clamp', start: 0x140, end: 0x160 },
  { name: 'put', start: 0x160, end: 0x180 },
  { name: 'tick', start: 0x180, end: 0x1a0 },
]);
const call = (target: number | null): Transfer => ({ target, isElsewhere: false, isCall: true });
const jump = (target: number | null): Transfer => ({ target, isElsewhere: false, isCall: false });

/** The stack after these addresses, by names; what nothing called has a `!`. */
function stackAfter(addresses: number[], transfers: [number, Transfer][] = []) {
  const stack = shadowStack(map, new Map(transfers), ({ name }) => name === 'clamp');
  for (const address of addresses) stack.step(address);
  const { frames, isWhole } = stack.now();
  const names = frames.map(({ fn, isAsync }) => `${isAsync ? '!' : ''}${fn?.name ?? '?'}`);
  return { names, isWhole, below: [...stack.below].map(({ name }) => name) };
}

const CALLS: [number, Transfer][] = [
  [0x104, call(0x120)],
  [0x124, call(0x140)],
  [0x128, call(0x160)],
  [0x144, call(0x160)],
];

describe('a stack that is kept from outside', () => {
  it('grows with each entry of a function and shrinks with each return', () => {
    const there = [0x100, 0x104, 0x120, 0x124, 0x140, 0x144, 0x160];
    expect(stackAfter(there, CALLS)).toEqual({
      names: ['main', 'test', 'clamp', 'put'],
      isWhole: true,
      below: ['put'],
    });
    expect(stackAfter([...there, 0x164, 0x146, 0x126], CALLS).names).toEqual(['main', 'test']);
    expect(stackAfter([...there, 0x126, 0x128, 0x160], CALLS).names).toEqual(['main', 'test', 'put']);
  });

  it('keeps a function that ended in a jump to another one', () => {
    const jumps: [number, Transfer][] = [...CALLS, [0x148, jump(0x160)]];
    const there = [0x100, 0x104, 0x120, 0x124, 0x140, 0x148, 0x160];
    expect(stackAfter(there, jumps).names).toEqual(['main', 'test', 'clamp', 'put']);
    expect(stackAfter([...there, 0x126], jumps).names).toEqual(['main', 'test']);
  });

  it('marks what nothing called, and takes its end for no call', () => {
    const within = [0x100, 0x104, 0x120, 0x122, 0x180];
    expect(stackAfter(within, CALLS).names).toEqual(['main', 'test', '!tick']);
    const back: [number, Transfer][] = [...CALLS, [0x188, jump(null)]];
    expect(stackAfter([...within, 0x188, 0x124], back).names).toEqual(['main', 'test']);
    const atEntry = [0x100, 0x104, 0x120, 0x180, 0x188, 0x120, 0x122];
    expect(stackAfter(atEntry, back).names).toEqual(['main', 'test']);
    expect(stackAfter([0x100, 0x104, 0x120, 0x124, 0x140, 0x142, 0x180], CALLS).below).toEqual([]);
  });

  it('is not whole any more after it came back to a function that it does not hold', () => {
    expect(stackAfter([0x100, 0x164], CALLS)).toMatchObject({ names: ['put'], isWhole: false });
    expect(stackAfter([0x100, 0x164, 0x106], CALLS).isWhole).toBe(false);
  });

  it('goes through code without a symbol', () => {
    expect(
      stackAfter(
        [0x100, 0x900, 0x902, 0x160],
        [
          [0x100, call(null)],
          [0x902, call(0x160)],
        ],
      ).names,
    ).toEqual(['main', '?', 'put']);
    expect(stackAfter([0x100, 0x900, 0x106]).names).toEqual(['main']);
  });

  it('counts a call of itself, and not a loop back to its beginning', () => {
    expect(stackAfter([0x140, 0x144, 0x140], [[0x144, call(0x140)]]).names).toEqual(['clamp', 'clamp']);
    expect(stackAfter([0x140, 0x144, 0x140], [[0x144, jump(0x140)]]).names).toEqual(['clamp']);
  });
});
