import { stat } from 'node:fs/promises';
import path from 'node:path';
import { matchesCase } from '../../../shared/case-pattern.js';
import type { Port } from '../../../shared/port.js';
import { barePort } from './linux-ports.js';
import { names, target } from './sysfs.js';

/**
 * The ports that a pattern names: `*` and `?` stand for anything within one part of a path. Links count (by-id, those of
 * your own udev rules), and where no port fits, any device file does: a pseudo-terminal is listed nowhere.
 */
export async function portsNamed(pattern: string, ports: readonly Port[]): Promise<Port[]> {
  const listed = ports.filter((port) =>
    [port.path, ...port.by_id].some((name) => name !== null && fits(pattern, name)),
  );
  if (listed.length > 0 || process.platform === 'win32') return listed;
  const files = await Promise.all((await expand(pattern)).map((file) => portAt(file, ports)));
  const found = new Map(files.flatMap((port) => (port ? [[port.path, port] as const] : [])));
  return [...found.values()];
}

/** Windows does not tell COM7 from com7. */
const folded = (text: string): string => (process.platform === 'win32' ? text.toUpperCase() : text);

function fits(pattern: string, name: string): boolean {
  const wanted = folded(pattern).split('/');
  const parts = folded(name).split('/');
  return wanted.length === parts.length && wanted.every((part, at) => matchesCase([part], parts[at] ?? ''));
}

async function portAt(file: string, ports: readonly Port[]): Promise<Port | null> {
  const real = await target(file);
  if (real === null || (await stat(real).catch(() => null))?.isDirectory() !== false) return null;
  return ports.find((port) => port.path === real) ?? barePort(file);
}

async function expand(pattern: string): Promise<string[]> {
  const absolute = path.resolve(pattern);
  const { root } = path.parse(absolute);
  let found = [root];
  for (const part of absolute.slice(root.length).split(path.sep)) {
    const inside = /[*?]/.test(part)
      ? await Promise.all(
          found.map(async (folder) =>
            (await names(folder))
              .filter((name) => matchesCase([part], name))
              .map((name) => path.join(folder, name)),
          ),
        )
      : [found.map((folder) => path.join(folder, part))];
    found = inside.flat();
  }
  return found.sort();
}
