import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openLanes } from '../../../../../electron/effects/firmware-loop/trial/scratch-lanes.js';
import { cloned, temporary, value } from '../../../workspace/repositories.js';

/** A private clone with one file, and lanes beside it. */
async function bench() {
  const root = temporary('lanes');
  const { clone: made } = await cloned({ 'a.c': 'int a;\n' }, undefined, path.join(root, 'clone'));
  const { dir: clone, baseCommit } = made;
  return {
    clone,
    lanes: openLanes({ cloneDir: clone, commit: baseCommit, into: path.join(root, 'scratch') }),
  };
}

const patch = (text: string): string => `--- a/a.c\n+++ b/a.c\n@@ -1 +1 @@\n-int a;\n+${text}\n`;

describe('copies for trials', () => {
  it('are used by one trial at a time each, and give every trial its own candidate', async () => {
    const { clone, lanes } = await bench();
    const inUse = new Set<string>();
    const texts = ['int b;', 'int c;', 'int d;', 'int e;', 'int f;', 'int g;'];
    const seen = await Promise.all(
      texts.map((text) =>
        lanes.use(async (lane) => {
          const { dir, candidates } = value(lane);
          expect(inUse.has(dir)).toBe(false);
          inUse.add(dir);
          expect(await candidates.put(patch(text))).toBe(true);
          const now = readFileSync(path.join(dir, 'a.c'), 'utf8');
          inUse.delete(dir);
          return now;
        }),
      ),
    );
    expect(seen).toEqual(texts.map((text) => `${text}\n`));
    expect(readFileSync(path.join(clone, 'a.c'), 'utf8')).toBe('int a;\n');
  });

  it('take a candidate out again, and refuse what does more than change a file', async () => {
    const { lanes } = await bench();
    await lanes.use(async (lane) => {
      const { dir, candidates } = value(lane);
      expect(await candidates.put(patch('int b;'))).toBe(true);
      expect(await candidates.put(null)).toBe(true);
      expect(readFileSync(path.join(dir, 'a.c'), 'utf8')).toBe('int a;\n');
      expect(await candidates.put('--- /dev/null\n+++ b/new.c\n@@ -0,0 +1 @@\n+int n;\n')).toBe(false);
      expect(await candidates.put('--- a/../a.c\n+++ b/../a.c\n@@ -1 +1 @@\n-int a;\n+int b;\n')).toBe(false);
      expect(await candidates.put('no patch')).toBe(false);
      expect(readFileSync(path.join(dir, 'a.c'), 'utf8')).toBe('int a;\n');
    });
  });

  it('are free again after a trial that threw', async () => {
    const { lanes } = await bench();
    for (let i = 0; i <= lanes.count; i += 1)
      await expect(lanes.use(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await lanes.use(async (lane) => lane.ok)).toBe(true);
  });
});
