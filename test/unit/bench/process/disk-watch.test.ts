import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createExec } from '../../../../electron/bench/process/exec.js';
import { rememberChildren } from './children-list.js';

const MIB = 1024 * 1024;
const children = rememberChildren();

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'bl-disk-'));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

describe.each(['none', 'bubblewrap'] as const)(
  'a program that writes, under confinement "%s"',
  (confinement) => {
    const exec = createExec({ children: children.registry, confinement });
    const run = (script: string, maxWrittenBytes: number) =>
      exec({
        argv: ['sh', '-c', script],
        ...{ cwd, timeoutMs: 120_000, operation: `disk-${process.pid}`, confine: { writable: [cwd] } },
        maxWrittenBytes,
      });

    it.each([
      [
        'many files in folders',
        'mkdir -p a/b; cd a/b; i=0; while :; do i=$((i+1)); head -c 1000000 /dev/zero > $i; sleep 0.01; done',
      ],
      [
        'files in a folder whose name is no text',
        `d=$(printf 'gr\\366\\337e'); mkdir $d; cd $d; while :; do head -c 1000000 /dev/zero >> all; sleep 0.01; done`,
      ],
      ['one file', 'while :; do head -c 1000000 /dev/zero >> all; sleep 0.01; done'],
    ])('without end is ended while it runs: %s', async (_what, script) => {
      const result = await run(script, 8 * MIB);
      expect(result).toMatchObject({
        ended: 'disk-limit',
        exitCode: null,
        overrun: {
          code: 'DISK_FULL',
          message: `a program was ended: it wrote more than ${8 * MIB} bytes`,
          where: cwd,
          next: expect.stringContaining('build.maxWrittenBytes'),
        },
      });
    });

    it('is left alone below the limit, and does not answer for what was there before', async () => {
      writeFileSync(join(cwd, 'before'), Buffer.alloc(16 * MIB));
      // longer than the clock of the file system may lag
      await new Promise((resolve) => setTimeout(resolve, 50));
      const result = await run('head -c 1000000 /dev/zero > after', 8 * MIB);
      expect(result).toMatchObject({ ended: 'exit', exitCode: 0 });
      expect(result.overrun).toBeUndefined();
    });

    it('does not answer for what others write meanwhile', async () => {
      const others = mkdtempSync(join(tmpdir(), 'bl-disk-'));
      try {
        const running = run('echo up > up; until test -e done; do sleep 0.01; done', 8 * MIB);
        while (!readdirSync(cwd).includes('up')) await new Promise((resolve) => setTimeout(resolve, 5));
        writeFileSync(join(others, 'much'), Buffer.alloc(32 * MIB));
        writeFileSync(join(cwd, 'done'), '');
        expect(await running).toMatchObject({ ended: 'exit', exitCode: 0 });
      } finally {
        rmSync(others, { recursive: true, force: true });
      }
    });

    it('is found out though it ended before anybody looked; may take three quarters of a small disk', async ({
      skip,
    }) => {
      if (!mounted(cwd)) return skip('no tmpfs can be mounted here');
      try {
        expect(await run('head -c 4000000 /dev/zero > some', 1024 * MIB)).toMatchObject({ ended: 'exit' });
        expect(await run('head -c 3000000 /dev/zero > more', MIB)).toMatchObject({ ended: 'disk-limit' });
        for (const name of ['some', 'more']) rmSync(join(cwd, name));
        expect(await run('cat /dev/zero > all', 1024 * MIB)).toMatchObject({
          ended: 'disk-limit',
          overrun: { message: expect.stringContaining('three quarters of what was free'), where: cwd },
        });
      } finally {
        execFileSync('umount', ['-l', cwd]);
      }
    });
  },
);

/** A file system of 8 MiB in that folder, where this user may mount one. */
function mounted(folder: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
