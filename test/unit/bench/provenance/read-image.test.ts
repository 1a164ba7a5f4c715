import { describe, expect, it } from 'vitest';
import { codeMap, functionsIn } from '../../../../electron/bench/provenance/code-map.js';
import { writersOf } from '../../../../electron/bench/provenance/console-bytes.js';
import { callsIn } from '../../../../electron/bench/provenance/host-writers.js';
import { baseName } from '../../../../electron/bench/provenance/patched.js';
import { placesIn } from '../../../../electron/bench/provenance/places.js';
import { callBefore, transfersIn } from '../../../../electron/bench/provenance/transfers.js';

describe('the functions of an image', () => {
  it('are its code symbols; one without a size ends at the next', () => {
    const listed =
      '00000000 T _vectors\n00000110 00000034 T Reset_Handler\n00000144 t put\n20000000 D table\n00000150 00000002 W weak\n';
    const map = codeMap(functionsIn(listed));
    const at = (address: number) => map.functionAt(address)?.name ?? null;
    expect([0, 0x10f, 0x110, 0x143, 0x146, 0x151, 0x152].map(at)).toEqual([
      '_vectors',
      '_vectors',
      'Reset_Handler',
      'Reset_Handler',
      'put',
      'weak',
      null,
    ]);
  });

  it('bear names behind what compilers put around them', () => {
    expect(['clamp', 'clamp.constprop.0', 'ns::Ring::put(int, char)'].map(baseName)).toEqual([
      'clamp',
      'clamp',
      'put',
    ]);
  });
});

describe('the transfers of an image', () => {
  const found = (line: string) => [...transfersIn(line).values()][0] ?? null;

  it.each([
    ['  100:\tbl\t140 <clamp>', { target: 0x140, isCall: true }],
    ['  100:\tbne.n\t104 <main+0x4>', { target: 0x104, isCall: false }],
    ['  100:\tbx\tlr', { target: null, isCall: false }],
    ['  100:\tpop\t{r4, pc}', { target: null, isCall: false }],
    ['  100:\tldr\tpc, [r3]', { target: null, isCall: false }],
    ['80000000:\tjal\tra,80000100 <main>', { target: 0x80000100, isCall: true }],
    ['    1139:\tcall   1030 <puts@plt>', { target: 0x1030, isElsewhere: true, isCall: true }],
    ['    1139:\tcall   *%rdx', { target: null, isCall: true }],
    ['     10a:\trcall\t.+10     \t; 0x116 <put>', { target: 0x116, isCall: true }],
  ])('%s', (line, transfer) => {
    expect(found(line)).toMatchObject(transfer);
  });

  it.each(['  100:\tbic\tr0, r1', '  100:\tldr\tr2, [pc, #8]\t@ (14c <x>)', '  100:\tbfi\tr0, r1, #0, #1'])(
    'are none where the next instruction follows: %s',
    (line) => {
      expect(found(line)).toBeNull();
    },
  );

  it('tell which call returns to an address', () => {
    const calls = transfersIn('  100:\tcall   140 <clamp>\n  105:\tmov    %eax,%ebx\n');
    expect([callBefore(calls, 0x105)?.target, callBefore(calls, 0x107)?.target]).toEqual([0x140, 0x140]);
    expect(callBefore(calls, 0x100)).toBeNull();
  });
});

describe('the places of an address', () => {
  it('are each function there, the innermost first, below the work tree', () => {
    const told =
      '0x00000010\nclamp\n/w/src/clamp.c:3\ntest\n/w/test/main.c:9 (discriminator 2)\n0x00000020\n??\n??:0\n';
    expect([...placesIn(told, '/w')]).toEqual([
      [
        0x10,
        [
          { function: 'clamp', file: 'src/clamp.c' },
          { function: 'test', file: 'test/main.c' },
        ],
      ],
      [0x20, []],
    ]);
  });
});

describe('the register of a console', () => {
  const stores = (address: number, text: string, first: number) =>
    [...text].map((char, i) => ({ address, byte: char.charCodeAt(0), stack: first + i }));

  it('is the one that its bytes were written to, in their order', () => {
    const all = [...stores(0x10, 'xyz', 20), ...stores(0x14, 'abc', 30), ...stores(0x18, 'cba', 40)];
    expect(writersOf(Buffer.from('abc'), all)).toEqual(Int32Array.from([30, 31, 32]));
    expect(writersOf(Buffer.from('abd'), all)).toBeNull();
  });

  it('may have been written to before, for another purpose', () => {
    const all = [...stores(0x10, '\x0c\x00', 1), ...stores(0x10, 'ab', 5)];
    expect(writersOf(Buffer.from('ab'), all)).toEqual(Int32Array.from([5, 6]));
  });
});

describe('the calls that a recorder wrote down', () => {
  it('have their bytes and their return addresses', () => {
    expect(callsIn('0 9\t1a@/w/run\t2b@/lib/libc.so\nnonsense\n9 9x\t1@/w\n')).toEqual([
      {
        ...{ from: 0, to: 9, key: '1a@/w/run,2b@/lib/libc.so' },
        returns: [
          { at: 0x1a, module: '/w/run' },
          { at: 0x2b, module: '/lib/libc.so' },
        ],
      },
    ]);
  });
});
