import { readdir, readFile, readlink, realpath } from 'node:fs/promises';
import path from 'node:path';

/** A process that has a file open. */
export interface Holder {
  pid: number;
  /** Its program, as the kernel names it (at most 15 bytes; proc(5), /proc/PID/comm). */
  command: string;
}

/**
 * Who has a device file open, as far as this user may see (Linux: /proc/PID/fd of the user's own processes, of all for
 * root). Empty elsewhere.
 */
export async function holdersOf(device: string): Promise<Holder[]> {
  const wanted = await realpath(device).catch(() => device);
  const processes = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const held = await Promise.all(processes.map((pid) => holds(pid, wanted)));
  const pids = processes.filter((_, index) => held[index]);
  return Promise.all(pids.map(async (pid) => ({ pid: Number(pid), command: await commandOf(pid) })));
}

async function holds(pid: string, device: string): Promise<boolean> {
  const folder = path.join('/proc', pid, 'fd');
  const fds = await readdir(folder).catch(() => []); // gone, or another user's
  const targets = await Promise.all(fds.map((fd) => readlink(path.join(folder, fd)).catch(() => '')));
  return targets.includes(device);
}

async function commandOf(pid: string): Promise<string> {
  return (await readFile(path.join('/proc', pid, 'comm'), 'utf8').catch(() => 'a program')).trim();
}
