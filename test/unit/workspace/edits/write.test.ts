import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { writeFile } from '../../../../electron/tools/clone/edit-tools.js';
import { toolErrorCode } from '../../../../electron/tools/tool-error.js';
import type { FileChange } from '../../../../electron/workspace/change.js';
import { writeChange } from '../../../../electron/workspace/edits/write.js';
import { gitDirOf } from '../../../../electron/workspace/git.js';
import { calling, sessionClone } from '../../tools/clone/session-clone.js';
import { cloned, fingerprint, problem, temporary, text, value } from '../repositories.js';

const FILES = { 'a.c': 'int a;\n', 'b.c': 'int b;\n', 'src/c.c': 'int c;\n' };

async function clone(into?: string): Promise<string> {
  return (await cloned(FILES, undefined, into)).clone.dir;
}

const changed = (
  path: string,
  before: string,
  after: string,
  more: Partial<FileChange> = {},
): FileChange => ({
  ...{ path, status: 'modified', oldMode: '100644', newMode: '100644', binary: false, hunks: [] },
  ...{ before, after },
  ...more,
});
const added = (path: string, after: string) =>
  changed(path, '', after, { status: 'added', oldMode: '000000' });
const deleted = (path: string, before: string) =>
  changed(path, before, '', { status: 'deleted', newMode: '000000' });

/** A disk of so many KiB; null where this system mounts none for us. */
function smallDisk(kib: number): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'benchloop-test-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kib}k`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    rmSync(folder, { recursive: true });
    return null;
  }
  onTestFinished(() => {
    execFileSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true });
  });
  return folder;
}

/** Leaves so many bytes on the disk. */
function fill(disk: string, left: number): string {
  const { bavail, bsize } = statfsSync(disk);
  const file = join(disk, 'filler');
  writeFileSync(file, Buffer.alloc(bavail * bsize - left));
  return file;
}

describe('a change of several files', () => {
  it('is written whole, new folders too, and leaves nothing beside the tree', async () => {
    const dir = await clone();
    const beside = readdirSync(gitDirOf(dir));
    value(
      await writeChange(dir, [
        changed('a.c', FILES['a.c'], 'int aa;\n'),
        added('new/deep/d.c', 'int d;\n'),
        deleted('b.c', FILES['b.c']),
      ]),
    );
    expect([text(dir, 'a.c'), text(dir, 'new/deep/d.c')]).toEqual(['int aa;\n', 'int d;\n']);
    expect(readdirSync(dir)).not.toContain('b.c');
    expect(readdirSync(gitDirOf(dir))).toEqual(beside);
  });

  it('is not written at all where one of them cannot be', async () => {
    const dir = await clone();
    mkdirSync(join(dir, 'taken/full'), { recursive: true });
    const before = fingerprint(dir);
    const files = [
      changed('a.c', FILES['a.c'], 'int aa;\n'),
      deleted('b.c', FILES['b.c']),
      added('new/deep/d.c', 'int d;\n'),
      added('taken', 'a folder stands there'),
    ];
    expect(problem(await writeChange(dir, files))).toMatchObject({ code: 'ENV_ERROR' });
    expect(fingerprint(dir)).toEqual(before);
  });

  it('is written through no link', async () => {
    const dir = await clone();
    const outside = temporary('outside');
    symlinkSync(outside, join(dir, 'link'));
    expect(problem(await writeChange(dir, [added('link/x.c', 'x')])).code).toBe('POLICY_VIOLATION');
    expect(readdirSync(outside)).toEqual([]);
  });
});

describe('a full disk', () => {
  it('keeps every file as it was, also where the first of them would fit', async ({ skip }) => {
    const disk = smallDisk(4096) ?? skip('no tmpfs can be mounted here');
    const dir = await clone(join(disk, 'clone'));
    const before = fingerprint(dir);
    const files = [changed('a.c', FILES['a.c'], 'int aa;\n'), added('big.c', 'x'.repeat(100_000))];
    const filler = fill(disk, 40_000);
    expect(problem(await writeChange(dir, files)).code).toBe('DISK_FULL');
    expect(fingerprint(dir)).toEqual(before);
    rmSync(filler);
    value(await writeChange(dir, files));
    expect(text(dir, 'a.c')).toBe('int aa;\n');
  });

  it('fails the call of a tool for the system’s sake, and changes nothing', async ({ skip }) => {
    const disk = smallDisk(4096) ?? skip('no tmpfs can be mounted here');
    const { files, work } = await sessionClone(FILES, {}, join(disk, 'session'));
    const before = files();
    const args = { path: 'a.c', content: 'int aa;\n' };
    const filler = fill(disk, 0);
    expect(toolErrorCode(problem(await calling().call(writeFile, args, work)))).toBe('E_IO');
    expect(files()).toEqual(before);
    rmSync(filler);
    value(await calling().call(writeFile, args, work));
  });
});
