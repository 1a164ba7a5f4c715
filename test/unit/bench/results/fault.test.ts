import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeFault } from '../../../../electron/bench/results/fault.js';
import { openSymbols, type SymbolLookup } from '../../../../electron/bench/results/symbols.js';
import type { Exec } from '../../../../shared/process.js';
import { realExec } from '../../../fixtures/exec.js';

const unknown: SymbolLookup = { lookup: async (addresses) => addresses.map(() => null) };
const decode = (text: string) => decodeFault(text, unknown);

describe('a fault dump', () => {
  it('on one line is decoded to causes', async () => {
    expect(
      await decode('FAULT HardFault pc=0x1A2 lr=0x155 cfsr=0x02008200 hfsr=0x40000000 bfar=0x20100000'),
    ).toEqual({
      kind: 'HardFault',
      pc: '0x000001a2',
      lr: '0x00000155',
      address: '0x20100000',
      causes: [
        'PRECISERR: bus error on a data access, at this instruction',
        'DIVBYZERO: division by zero',
        'FORCED: a configurable fault was escalated to HardFault',
      ],
    });
  });

  it('of Zephyr is read', async () => {
    const text = `E: ***** BUS FAULT *****
E:   Precise data bus error
E:   BFAR Address: 0x20100000
E: r3/a4:  0x00000000 r12/ip:  0x00000000 r14/lr:  0x0000063f
E: Faulting instruction address (r15/pc): 0x00000560
E: >>> ZEPHYR FATAL ERROR 25: Unknown error on CPU 0
`;
    expect(await decode(text)).toEqual({
      kind: 'BusFault',
      pc: '0x00000560',
      lr: '0x0000063f',
      address: '0x20100000',
      causes: ['Precise data bus error'],
    });
  });

  it('of Mbed, with separate lines and no 0x, is read; an address register without its valid bit is not', async () => {
    const text =
      '++ MbedOS Fault Handler ++\r\nFaultType: UsageFault\r\nLR   : 08001235\r\nPC   : 08001240\r\nCFSR : 00010000\r\nBFAR : E000ED38\r\n';
    const fault = await decode(text);
    expect(fault).toMatchObject({
      kind: 'UsageFault',
      pc: '0x08001240',
      causes: ['UNDEFINSTR: undefined instruction'],
    });
    expect(fault?.address).toBeUndefined();
  });

  it('of CmBacktrace, of a stacked register table and of a QEMU lockup is read', async () => {
    const backtrace =
      'Fault on interrupt or bare metal(no OS) environment\n  R12: 20000b10  LR : 08000b2b  PC : 08000a60\nUsage fault is caused by attempts to jump\n';
    expect(await decode(backtrace)).toMatchObject({ kind: 'UsageFault', pc: '0x08000a60' });
    const table = '*** MPU FAULT ***\nr0 = 0x0\nlr = 0x123\npc = 0x456\nmmfsr = 0x82\nmmfar = 0x10\n';
    expect(await decode(table)).toMatchObject({ kind: 'MemManage', pc: '0x00000456', address: '0x00000010' });
    const lockup =
      "qemu: fatal: Lockup: can't escalate 3 to HardFault\n\nR12=00000000 R13=20010000 R14=fffffff9 R15=00000004\n";
    expect(await decode(lockup)).toMatchObject({ kind: 'HardFault', pc: '0x00000004', lr: '0xfffffff9' });
  });

  it.each([
    'default handler: pc: 12\nlr: 3\n',
    'fault injection off\npc: 12\n',
    'a.c:12:test_bus_fault:FAIL: expected 0xdead\n',
    'constructor: 12 __proto__ = 0x12 HardFault\n',
    '',
  ])('is not seen in %j', async (text) => {
    expect(await decode(text)).toBeNull();
  });

  it('is found in megabytes of noise', async () => {
    const noise = `${'pc fault= '.repeat(400)}\n`.repeat(1000);
    expect(await decode(`${noise}${'x'.repeat(1_000_000)}`)).toBeNull();
  });
});

describe('symbols of an image', () => {
  let dir: string;
  let elf: string;
  let exec: Exec;
  const source = `int deep(int *p)
{
  return *p + 1;
}
int main(void)
{
  return deep((int *)4) + 1;
}
`;

  const symbolsOf = (image: string, prefix = 'arm-none-eabi-') =>
    openSymbols({ elf: image, prefix, exec, workTree: dir, operation: 'op' });

  beforeAll(async () => {
    exec = await realExec();
    dir = await realpath(await mkdtemp(path.join(os.tmpdir(), 'benchloop-symbols-')));
    elf = path.join(dir, 'a.elf');
    await writeFile(path.join(dir, 'a.c'), source);
    const flags = ['-g', '-O0', '-mcpu=cortex-m3', '-mthumb', '-nostdlib', '-Wl,-e,main', '-Wl,-Ttext=0'];
    const argv = ['arm-none-eabi-gcc', ...flags, '-o', 'a.elf', path.join(dir, 'a.c')];
    const built = await exec({ argv, cwd: dir, timeoutMs: 60_000, operation: 'op' });
    expect(Buffer.from(built.stderr).toString()).not.toContain('error');
  });
  afterAll(() => rm(dir, { recursive: true, force: true }));

  it('give function and line, with the Thumb bit or without, relative to the work tree', async () => {
    const symbols = symbolsOf(elf);
    const [even, odd, nowhere] = await symbols.lookup([0x0, 0x1, 0x20000000]);
    expect(even).toMatchObject({ file: 'a.c', line: 2, function: 'deep' });
    expect(odd).toEqual(even);
    expect(nowhere).toBeNull();
  });

  it('answer as many addresses as are asked', async () => {
    const symbols = symbolsOf(elf);
    const found = await symbols.lookup(Array.from({ length: 1200 }, (_, i) => i % 4));
    expect(found).toHaveLength(1200);
    expect(found.every((one) => one?.function === 'deep')).toBe(true);
  });

  it('place a fault and its caller', async () => {
    const symbols = symbolsOf(elf);
    const fault = await decodeFault('HardFault pc=0x00000008 lr=0x00000023 cfsr=0x8200 bfar=0x4', symbols);
    expect(fault).toMatchObject({
      location: { function: 'deep' },
      caller: { file: 'a.c', function: 'main' },
    });
  });

  it('place a call of a null pointer at its caller only', async () => {
    const symbols = symbolsOf(elf);
    const fault = await decodeFault('UsageFault pc=0x00000000 lr=0x00000023 cfsr=0x20000', symbols);
    expect(fault?.location).toBeUndefined();
    expect(fault).toMatchObject({
      caller: { function: 'main' },
      causes: [expect.stringContaining('INVSTATE')],
    });
  });

  it('are null where the image or the tool is not there', async () => {
    expect(await symbolsOf(`${elf}x`).lookup([0])).toEqual([null]);
    expect(await symbolsOf(elf, 'nothere-').lookup([0])).toEqual([null]);
  });
});
