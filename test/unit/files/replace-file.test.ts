import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statfsSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { replaceFile, replaceFileBy, replaceFileSync } from '../../../electron/files/replace-file.js';
import { tempDir } from '../../fixtures/firmware-run.js';

type Replace = (file: string, content: string | Uint8Array, mode?: number) => Promise<void>;

const WAYS: [string, Replace][] = [
  ['durable', (file, content, mode) => replaceFile(file, content, mode === undefined ? {} : { mode })],
  [
    'at once',
    async (file, content, mode) => replaceFileSync(file, content, mode === undefined ? {} : { mode }),
  ],
  [
    'not durable',
    (file, content, mode) => replaceFile(file, content, { durable: false, ...(mode && { mode }) }),
  ],
  [
    'from a draft',
    (file, content, mode) =>
      replaceFileBy(
        file,
        async (draft) => {
          writeFileSync(draft, content);
          return true;
        },
        mode === undefined ? {} : { mode },
      ),
  ],
];

const permissions = (file: string): number => statSync(file).mode & 0o777;

/** A disk of 64 KiB; null where this system mounts none for us. */
function smallDisk(): string | null {
  const folder = path.join(tempDir(), 'disk');
  mkdirSync(folder);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return null;
  }
  onTestFinished(() => void execFileSync('umount', ['-l', folder]));
  return folder;
}

describe.each(WAYS)('a file that is replaced %s', (_, replace) => {
  it('has the new content, and nothing lies beside it', async () => {
    const folder = tempDir();
    const file = path.join(folder, 'a');
    await replace(file, 'first, and longer');
    await replace(file, 'second');
    expect(readFileSync(file, 'utf8')).toBe('second');
    await replace(file, Uint8Array.of(0, 255, 10));
    expect([...readFileSync(file)]).toEqual([0, 255, 10]);
    await replace(file, '');
    expect(readFileSync(file, 'utf8')).toBe('');
    expect(readdirSync(folder)).toEqual(['a']);
  });

  it('stays whole where the disk is full, also where a part of the new content would fit', async ({
    skip,
  }) => {
    const folder = smallDisk() ?? skip('no tmpfs can be mounted here');
    const file = path.join(folder, 'a');
    writeFileSync(file, 'good');
    const { bavail, bsize } = statfsSync(folder);
    expect(bavail * bsize).toBeGreaterThan(20_000);
    await expect(replace(file, Buffer.alloc(bavail * bsize + 1))).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(readFileSync(file, 'utf8')).toBe('good');
    expect(readdirSync(folder)).toEqual(['a']);
    await replace(file, Buffer.alloc(bavail * bsize));
    expect(statSync(file).size).toBe(bavail * bsize);
  });

  it('keeps its permissions, or has those that are asked for', async ({ skip }) => {
    if (process.platform === 'win32') skip('no such bits');
    const file = path.join(tempDir(), 'a');
    await replace(file, 'x', 0o755);
    expect(permissions(file)).toBe(0o755);
    chmodSync(file, 0o640);
    await replace(file, 'y');
    expect(permissions(file)).toBe(0o640);
    await replace(file, 'z', 0o600);
    expect(permissions(file)).toBe(0o600);
  });

  it('takes the place of a link, and leaves what that pointed to', async ({ skip }) => {
    if (process.platform === 'win32') skip('links need rights there');
    const folder = tempDir();
    const [file, other] = [path.join(folder, 'a'), path.join(folder, 'other')];
    writeFileSync(other, 'not ours');
    symlinkSync(other, file);
    await replace(file, 'ours');
    expect([readFileSync(file, 'utf8'), readFileSync(other, 'utf8')]).toEqual(['ours', 'not ours']);
    expect(lstatSync(file).isSymbolicLink()).toBe(false);
  });

  it('is an error where a folder is in the way, and where its folder is missing', async () => {
    const folder = tempDir();
    mkdirSync(path.join(folder, 'a'));
    await expect(replace(path.join(folder, 'a'), 'x')).rejects.toMatchObject({ code: expect.any(String) });
    await expect(replace(path.join(folder, 'b', 'c'), 'x')).rejects.toMatchObject({ code: 'ENOENT' });
    expect(readdirSync(folder)).toEqual(['a']);
  });
});

describe('a draft', () => {
  it('that is not wanted leaves the file as it was, and so does one that fails', async () => {
    const folder = tempDir();
    const file = path.join(folder, 'a');
    writeFileSync(file, 'good');
    const half = async (draft: string): Promise<boolean> => {
      writeFileSync(draft, 'half');
      return false;
    };
    await replaceFileBy(file, half);
    const fails = async (): Promise<boolean> => {
      throw new Error('broke');
    };
    await expect(replaceFileBy(file, fails)).rejects.toThrow('broke');
    expect([readFileSync(file, 'utf8'), readdirSync(folder)]).toEqual(['good', ['a']]);
  });

  it('of one file waits for the one before: the last content counts', async () => {
    const file = path.join(tempDir(), 'a');
    await Promise.all(Array.from({ length: 20 }, (_, n) => replaceFile(file, `${n}`)));
    expect(readFileSync(file, 'utf8')).toBe('19');
  });
});
