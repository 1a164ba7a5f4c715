import { describe, expect, it } from 'vitest';
import { serves } from '../../../../build/test/temporary-folder.mjs';

const GIB = 2 ** 30;
const mounts = (options: string, type = 'tmpfs') =>
  `/dev/vda / ext4 rw 0 0\n${type} /dev/shm ${type} ${options} 0 0\n`;

describe('a folder in memory', () => {
  it('serves tests where programs can be started in it and there is room', () => {
    expect(serves(mounts('rw,nosuid,nodev'), '/dev/shm', 8 * GIB)).toBe(true);
  });

  it.each([
    ['starts no programs', mounts('rw,noexec'), 8 * GIB],
    ['is full', mounts('rw'), GIB],
    ['is on a disk', mounts('rw', 'ext4'), 8 * GIB],
    ['is none', '', 8 * GIB],
  ])('does not where it %s', (_, listed, free) => {
    expect(serves(listed, '/dev/shm', free)).toBe(false);
  });
});
