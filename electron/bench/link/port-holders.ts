import { readdir, readFile, readlink, realpath } from 'node:fs/promises';
import path from 'node:path';

/** A process that has a file open. */
export interface Holder {
  pid: number;
  /** Its program, as the kernel names it (at most 15 bytes; proc(5), /proc/PID/comm). */
  command: string;
}

/** Who has a device file open; see `holdersOfEach`. */
export async function holdersOf(device: string): Promise<Holder[]> {
  return (await holdersOfEach([device])).get(device) ?? [];
}

/**
 * Programs, told in words, that may take bytes of a port which `reader`, a process of ours, reads: those that have it open,
 * without the one at the other end of a pseudo-terminal. Source: proc(5), /proc/PID/fdinfo, `tty-index` of /dev/ptmx.
 */
export async function othersAt(device: string, reader: number): Promise<string[]> {
  const others = await holdersBeside(device, reader);
  return others.map(({ command, pid }) => `${command} (${pid}) reads it too`);
}

async function holdersBeside(device: string, reader: number): Promise<Holder[]> {
  const holders = (await holdersOf(device)).filter(({ pid }) => pid !== reader);
  const served = /^\/dev\/pts\/(\d+)$/.exec(await realpath(device).catch(() => device))?.[1];
  if (served === undefined) return holders;
  const serving = await Promise.all(holders.map(({ pid }) => serves(pid, served)));
  return holders.filter((_, at) => !serving[at]);
}

async function serves(pid: number, index: string): Promise<boolean> {
  const folder = path.join('/proc', String(pid), 'fdinfo');
  const fds = await readdir(folder).catch(() => []);
  const infos = await Promise.all(fds.map((fd) => readFile(path.join(folder, fd), 'utf8').catch(() => '')));
  return infos.some((info) => new RegExp(`^tty-index:\\s+${index}$`, 'm').test(info));
}

/**
 * Who has which of these device files open, as far as this user may see (Linux: /proc/PID/fd of the user's own
 * processes, of all for root). Empty elsewhere.
 */
export async function holdersOfEach(devices: readonly string[]): Promise<Map<string, Holder[]>> {
  const wanted = new Map<string, string[]>();
  for (const device of devices) {
    const file = await realpath(device).catch(() => device);
    wanted.set(file, [...(wanted.get(file) ?? []), device]);
  }
  const processes = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const found = new Map<string, Holder[]>();
  await Promise.all(
    processes.map(async (pid) => {
      const held = (await openFiles(pid)).flatMap((file) => wanted.get(file) ?? []);
      if (held.length === 0) return;
      const holder = { pid: Number(pid), command: await commandOf(pid) };
      for (const device of new Set(held)) found.set(device, [...(found.get(device) ?? []), holder]);
    }),
  );
  return found;
}

async function openFiles(pid: string): Promise<string[]> {
  const folder = path.join('/proc', pid, 'fd');
  const fds = await readdir(folder).catch(() => []); // gone, or another user's
  return Promise.all(fds.map((fd) => readlink(path.join(folder, fd)).catch(() => '')));
}

async function commandOf(pid: string): Promise<string> {
  return (await readFile(path.join('/proc', pid, 'comm'), 'utf8').catch(() => 'a program')).trim();
}
