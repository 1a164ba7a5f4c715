import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hashObjects } from '../../../../electron/workspace/build/objects.js';

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'benchloop-objects-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Hash of what a compiler makes of a source, in a tree of its own. */
async function hashOf(source: string, { compiler = 'gcc', flags = ['-O1'] } = {}): Promise<string | null> {
  const dir = mkdtempSync(path.join(root, 'tree-'));
  writeFileSync(path.join(dir, 'a.c'), source);
  execFileSync(compiler, [...flags, '-c', '-o', 'a.o', 'a.c'], { cwd: dir });
  return hashObjects(dir);
}

const DOUBLE = 'int f(int a) { return 2 * a; }\n';

describe.each(['gcc', 'arm-none-eabi-gcc'])('the hash of what %s builds', (compiler) => {
  it('is one for sources that mean the same', async () => {
    const hash = await hashOf(DOUBLE, { compiler });
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(await hashOf(DOUBLE.replace('2 * a', 'a << 1'), { compiler })).toBe(hash);
    expect(await hashOf(`/* words */\n\n${DOUBLE}`, { compiler, flags: ['-O1', '-g'] })).toBe(hash);
  });

  it('is another for another program, a constant and a size of data too', async () => {
    const sources = [DOUBLE, 'int f(int a) { return 3 * a; }\n', 'int f[4];\n', 'int f[5];\n'];
    const hashes = await Promise.all([
      ...sources.map((source) => hashOf(source, { compiler })),
      hashOf('const int f = 1;\n', { compiler }),
      hashOf('const int f = 2;\n', { compiler }),
    ]);
    expect(new Set(hashes).size).toBe(hashes.length);
  });
});

describe('a tree', () => {
  it('has no hash where no ELF file lies in it, or only below a hidden folder', async () => {
    writeFileSync(path.join(root, 'text'), 'x'.repeat(100));
    mkdirSync(path.join(root, '.hidden'));
    writeFileSync(
      path.join(root, '.hidden', 'a.o'),
      Buffer.concat([Buffer.from('\x7fELF'), Buffer.alloc(96)]),
    );
    expect(await hashObjects(root)).toBeNull();
  });

  it('counts a file as a whole whose sections nobody can read', async () => {
    const file = path.join(root, 'a.o');
    const broken = (last: number) => {
      writeFileSync(
        file,
        Buffer.concat([Buffer.from('\x7fELF\x02\x01'), Buffer.alloc(90, 0xff), Buffer.from([last])]),
      );
      return hashObjects(root);
    };
    expect(await broken(1)).not.toBe(await broken(2));
  });
});
