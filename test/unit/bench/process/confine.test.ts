import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { detectConfinement } from '../../../../electron/bench/process/confine.js';
import { createExec } from '../../../../electron/bench/process/exec.js';
import { inEnglish } from '../../../../shared/texts/words.js';
import { problem } from '../../workspace/repositories.js';

let dir: string;
beforeEach(() => {
  dir = realpathSync(mkdtempSync(path.join(tmpdir(), 'bl-confine-')));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(dir, { recursive: true, force: true });
});

const NO_CHILDREN = { started: () => undefined, ended: () => undefined };

/** Runs a program confined to the test's folder; gives what it printed. */
async function confined(argv: string[], hidden?: string): Promise<string> {
  const exec = createExec({
    children: NO_CHILDREN,
    confinement: 'bubblewrap',
    ...(hidden === undefined ? {} : { hidden }),
  });
  const request = { argv, cwd: dir, timeoutMs: 60_000, operation: 'confine', mergeOutput: true };
  const { stdout } = await exec({ ...request, confine: { writable: [dir] } });
  return Buffer.from(stdout).toString();
}

describe('whether programs can be confined', () => {
  /** The only bubblewrap on PATH is a script of these lines. */
  const bubblewrapThat = (...lines: string[]) => {
    writeFileSync(path.join(dir, 'bwrap'), ['#!/bin/sh', ...lines, ''].join('\n'));
    chmodSync(path.join(dir, 'bwrap'), 0o755);
    vi.stubEnv('PATH', dir);
  };

  it('is so here', async () => expect(await detectConfinement()).toEqual({ ok: true, value: 'bubblewrap' }));

  it('is an error where bubblewrap does not work, with its own words', async () => {
    bubblewrapThat('echo "bwrap: setting up uid map: Permission denied" >&2', 'exit 1');
    const error = problem(await detectConfinement());
    expect(error.code).toBe('ENV_ERROR');
    expect(inEnglish(error.message)).toContain('setting up uid map: Permission denied');
  });

  it('is an error where bubblewrap takes too long', async () => {
    bubblewrapThat('exec /bin/sleep 1000');
    const error = problem(await detectConfinement('bubblewrap', 1));
    expect(error.code).toBe('ENV_ERROR');
    expect(inEnglish(error.message)).toContain('took more than 0.001 s');
  });

  it('is not so where there is no bubblewrap, or the person wants none', async () => {
    expect(await detectConfinement('none')).toEqual({ ok: true, value: 'none' });
    vi.stubEnv('PATH', dir);
    expect(await detectConfinement()).toEqual({ ok: true, value: 'none' });
  });
});

describe('what a confined program cannot ask of the kernel', () => {
  it('is to change the settings of this computer, not even the same value as root', async () => {
    const setting = '/proc/sys/kernel/printk_ratelimit_burst';
    const value = readFileSync(setting, 'utf8').trim();
    const told = await confined(['sh', '-c', `cat ${setting}; echo ${value} > ${setting} || echo refused`]);
    expect(told).toMatch(new RegExp(`^${value}\n.*refused`, 's'));
  });

  // numbers of x86-64: syscall_64.tbl
  it.runIf(process.arch === 'x64').each([
    ['a keyring', 'syscall(250, 0, -3, 0)', 'EPERM'],
    ['a key', 'syscall(249, my $t = "user", my $n = "x", 0, 0)', 'EPERM'],
    ['a user namespace', 'syscall(272, 0x10000000)', 'EPERM'],
    ['a child in a mount namespace', 'syscall(56, 0x20000, 0, 0, 0, 0)', 'EPERM'],
    ['another namespace', 'syscall(308, 0, 0)', 'EPERM'],
    ['io_uring', 'syscall(425, 1, 0)', 'ENOSYS'],
    ['a call by the numbers of x32', 'syscall(0x40000000 + 41, 40, 1, 0)', 'ENOSYS'],
    ['a socket to the hypervisor', 'socket(my $s, 40, 1, 0) ? 0 : -1', 'EAFNOSUPPORT'],
    ['a socket of packets', 'socket(my $s, 17, 3, 0) ? 0 : -1', 'EAFNOSUPPORT'],
    ['a program that runs as its owner', 'chmod(04755, "bwrap") ? 0 : -1', 'EPERM'],
    ['a file made as one', 'syscall(257, -100, my $n = "x", 0101, 02755)', 'EPERM'],
  ])('is %s', async (_what, call, errno) => {
    const program = `use Errno; $r = ${call}; print $r == -1 && $!{${errno}} ? "refused" : "$r $!"`;
    expect(await confined(['perl', '-e', program])).toBe('refused');
  });

  it('is no process, socket or mode of its own', async () => {
    const program =
      'open($f, ">", "own") or die; chmod(0755, "own") or die; socket($s, 1, 1, 0) or die; socket($t, 2, 1, 0) or die; $p = fork // die; exit 0 if !$p; wait; print "done"';
    expect(await confined(['perl', '-e', program])).toBe('done');
  });
});

describe('a data folder inside of what a program sees', () => {
  it('shows nothing but what was named', async () => {
    const home = path.join(dir, 'data');
    mkdirSync(home);
    writeFileSync(path.join(home, 'approvals.key'), 'secret');
    expect(await confined(['ls', '-A', home], home)).toBe('');
    symlinkSync(home, path.join(dir, 'link'));
    expect(await confined(['ls', '-A', home], path.join(dir, 'link'))).toBe('');
    expect(await confined(['ls', '-A', home])).toBe('approvals.key\n');
  });
});
