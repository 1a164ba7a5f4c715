import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { kindOf, startedSince } from '../../usage/starts.js';

describe('the kind of a program', () => {
  it.each([
    [['git', 'status'], 'git'],
    [['/usr/bin/node', '/x/dist/cli.js', 'runs'], 'commandLine'],
    [['node', 'build/benchloop.mjs', 'runs'], 'commandLine'],
    [['bwrap', '--ro-bind', '/usr', '/usr', '--', 'make', '-j2'], 'compiler'],
    [['arm-none-eabi-gcc', '-c', 'a.c'], 'compiler'],
    [['bwrap', '--', '/usr/bin/qemu-system-arm', '-M', 'lm3s6965evb'], 'qemu'],
    [['/x/electron', '--no-sandbox'], 'electron'],
    [['node', '-e', 'git'], 'other'],
  ])('%j is %s', (argv, kind) => {
    expect(kindOf(argv)).toBe(kind);
  });
});

describe('what was started', () => {
  it('is the difference of two counts, without kinds that did not change', () => {
    expect(startedSince({ git: 2, other: 1 }, { git: 5, other: 1, qemu: 1 })).toEqual({ git: 3, qemu: 1 });
  });

  it('leaves the functions as they were to their callers', async () => {
    expect(spawnSync(process.execPath, ['-p', '1']).stdout.toString().trim()).toBe('1');
    expect((await promisify(execFile)(process.execPath, ['-p', '2'])).stdout.trim()).toBe('2');
  });
});
