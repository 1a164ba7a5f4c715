import { chmod, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkToolchain, makefileTools } from '../../../../electron/workspace/build/check-toolchain.js';
import { installCommand } from '../../../../electron/workspace/build/install-commands.js';
import { realExec } from '../../../fixtures/exec.js';

const exec = await realExec();
let dir: string;
beforeEach(async () => {
  dir = await realpath(await mkdtemp(path.join(os.tmpdir(), 'benchloop-check-')));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const check = (command: string[], env: Record<string, string> = {}) =>
  checkToolchain({ command, dir, exec, env });

describe('the toolchain check', () => {
  it('passes where make and the compiler that the Makefile names are there', async () => {
    await writeFile(
      path.join(dir, 'Makefile'),
      'PREFIX ?= arm-none-eabi-\nCC := $(PREFIX)gcc -mthumb\nall:\n',
    );
    expect(await check(['make', '-j2'])).toEqual({ ok: true, value: undefined });
  });

  it('names the compiler that is not there, and how to install it', async () => {
    await writeFile(
      path.join(dir, 'Makefile'),
      'CROSS = riscv32-elf-\nCC = $(CROSS)gcc\nall:\n\ttouch ran\n',
    );
    expect(await check(['make'])).toMatchObject({
      ok: false,
      error: { code: 'TOOLCHAIN_MISSING', where: 'riscv32-elf-gcc', next: expect.stringContaining('riscv') },
    });
  });

  it('lets what the command and the environment set win', async () => {
    await writeFile(path.join(dir, 'Makefile'), 'CC = nothere-gcc\nall:\n');
    expect(await check(['make', 'CC=gcc'])).toMatchObject({ ok: true });
    expect(await check(['make', 'CC=nowhere-cc'])).toMatchObject({ ok: false });
  });

  it('runs nothing of the repository', async () => {
    const bad = 'X := $(shell touch ran)\nCC = gcc\nall:\n\t+touch ran\n';
    await writeFile(path.join(dir, 'Makefile'), bad);
    await check(['make']);
    await expect(realpath(path.join(dir, 'ran'))).rejects.toThrow('ENOENT');
  });

  it('tells a build command that is not installed, or a script that is not executable', async () => {
    expect(await check(['no-such-builder'])).toMatchObject({
      ok: false,
      error: { where: 'no-such-builder' },
    });
    await writeFile(path.join(dir, 'b.sh'), '#!/bin/sh\n');
    expect(await check(['./b.sh'])).toMatchObject({ ok: false });
    await chmod(path.join(dir, 'b.sh'), 0o755);
    expect(await check(['./b.sh'])).toMatchObject({ ok: true });
  });
});

describe('the tools a Makefile names', () => {
  it('leaves out what is conditional, set twice, or computed', () => {
    const text = 'ifeq ($(V),1)\nCC = a\nendif\nLD = b\nLD = c\nAR = $(shell which ar)\nAS = $(UNKNOWN)as\n';
    expect(makefileTools(text, {})).toEqual([]);
  });

  it('ends where variables name each other', () => {
    expect(makefileTools('CC = $(A)\nA = $(CC)\n', {})).toEqual([]);
  });
});

describe('install commands', () => {
  it('differ by system, and say so in words where there is none', () => {
    expect(installCommand('arm-none-eabi-gcc', 'linux')).toBe('sudo apt-get install -y gcc-arm-none-eabi');
    expect(installCommand('cmake', 'darwin')).toBe('brew install cmake');
    expect(installCommand('ninja.exe', 'win32')).toBe('winget install Ninja-build.Ninja');
    expect(installCommand('frob', 'linux')).toContain('provides frob');
    expect(installCommand('./gen.sh', 'linux')).toContain('repository');
  });
});
