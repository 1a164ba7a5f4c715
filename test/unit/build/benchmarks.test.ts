import { readdirSync, readFileSync } from 'node:fs';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { pairs } from '../../bench/flash/pairs.js';
import { table } from '../../bench/loop/statistics.js';
import { missingPeer } from '../../bench/parts/peer.js';
import { measureParts } from '../../bench/parts/run-parts.js';

const BENCHMARKS = readdirSync('test/bench').filter((name) => name.endsWith('.ts'));

it.each(BENCHMARKS)('%s holds no step of the set-up that would start by itself', async (name) => {
  const { metafile } = await build({
    entryPoints: [`test/bench/${name}`],
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    logLevel: 'silent',
  });
  const files = Object.keys(metafile.inputs).filter((file) => file.startsWith('build/'));
  expect(files.filter((file) => readFileSync(file, 'utf8').includes('process.argv[1]'))).toEqual([]);
});

it('measures ours alone where the other tool is missing, and names that', async () => {
  let flashed = 0;
  const ours = async () => {
    flashed++;
    return 1000;
  };
  const verdict = await pairs('16 KiB', 'no-such-tool', ours, () => Promise.reject(new Error('ran')), 64);
  expect(flashed).toBeGreaterThan(0);
  expect(verdict).toMatchObject({ what: '16 KiB: ours 1.00 s', met: null });
  expect(verdict.figure).toContain('no-such-tool is missing');
  expect(table([verdict])).toMatch(/no-such-tool is missing.*NOT MEASURED$/m);
});

it('says how a tool that is known can be installed', () => {
  const { PATH } = process.env;
  process.env.PATH = '';
  try {
    expect(missingPeer('picocom')).toBe('picocom is missing: sudo apt-get install picocom');
    expect(missingPeer('stm32flash')).toBe('stm32flash is missing: sudo apt-get install stm32flash');
  } finally {
    process.env.PATH = PATH;
  }
  expect(missingPeer('node')).toBeNull();
});

it('measures the other parts where a program of one is missing', async () => {
  const good = { what: 'good', figure: '1 ms', target: null, met: true };
  const gone = Object.assign(new Error('spawn avr-gcc ENOENT'), { code: 'ENOENT', syscall: 'spawn avr-gcc' });
  const parts = { bad: () => Promise.reject(gone), good: async () => [good] };
  expect(await measureParts(parts, [])).toEqual([
    { what: 'bad', figure: 'avr-gcc is missing: sudo apt-get install gcc-avr', target: null, met: null },
    good,
  ]);
});
