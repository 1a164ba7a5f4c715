import { readdir, readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** What decides on Linux whether this user's boards can be used. */
export interface LinuxFacts {
  user: string;
  isRoot: boolean;
  /** Text of /etc/group, and the groups of this session. */
  groups: string;
  sessionGroups: readonly number[];
  /** Our udev rules: as shipped, of another version, none, or a system without udev (most containers). */
  rules: 'installed' | 'other' | 'missing' | 'no-udev';
  /** Programs that run, as the kernel names them. */
  running: readonly string[];
  /** Files of rules that give CH340 converters to brltty. */
  brlttyRules: readonly string[];
}

/** Where udev looks for rules (udev(7)). */
const RULE_FOLDERS = [
  'etc/udev/rules.d',
  'run/udev/rules.d',
  'usr/local/lib/udev/rules.d',
  'usr/lib/udev/rules.d',
];

/** @param root the root of the system, for tests another one */
export async function linuxFacts(rulesFile: string, root = '/'): Promise<LinuxFacts> {
  const folders = RULE_FOLDERS.map((folder) => path.join(root, folder));
  return {
    user: os.userInfo().username,
    isRoot: process.getuid?.() === 0,
    groups: await text(path.join(root, 'etc/group')),
    sessionGroups: process.getgroups?.() ?? [],
    rules: await rulesState(rulesFile, folders, path.join(root, 'run/udev')),
    running: await running(path.join(root, 'proc')),
    brlttyRules: await brlttyRules(folders),
  };
}

const text = (file: string): Promise<string> => readFile(file, 'utf8').catch(() => '');
const names = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

async function rulesState(
  shipped: string,
  folders: readonly string[],
  state: string,
): Promise<LinuxFacts['rules']> {
  for (const folder of folders) {
    const there = await text(path.join(folder, path.basename(shipped)));
    if (there !== '') return there === (await text(shipped)) ? 'installed' : 'other';
  }
  return (await names(state)).length > 0 ? 'missing' : 'no-udev';
}

async function running(proc: string): Promise<string[]> {
  const pids = (await names(proc)).filter((name) => /^\d+$/.test(name));
  const all = await Promise.all(pids.map((pid) => text(path.join(proc, pid, 'comm'))));
  return [...new Set(all.map((name) => name.trim()))];
}

/** A rule for 1a86:7523 that starts brltty, and is no comment. */
async function brlttyRules(folders: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const folder of folders)
    for (const name of (await names(folder)).filter((one) => /brltty.*\.rules$/.test(one))) {
      const file = path.join(folder, name);
      if (/^[^#\n]*1a86\W{1,4}7523/im.test(await text(file))) found.push(file);
    }
  return found;
}
