import { realpath } from 'node:fs/promises';
import type { Port } from '../../../shared/port.js';
import { listPorts, type PortSource, THIS_COMPUTER } from './list-ports.js';
import { identityOf } from './same-board.js';

/** The port that is called so, or reached by a link of that name; undefined where none is, as with a pseudo-terminal. */
export async function pluggedPort(name: string, ports: readonly Port[]): Promise<Port | undefined> {
  const real = await realpath(name).catch(() => name);
  return ports.find((one) => one.path === real || one.by_id.includes(name));
}

/** What the device behind a port is known by (`identityOf`); null where that cannot be told. */
export async function identityBehind(
  name: string,
  source: PortSource = THIS_COMPUTER,
): Promise<string | null> {
  const listed = await listPorts(source);
  const port = listed.ok ? await pluggedPort(name, listed.value) : undefined;
  return listed.ok && port ? identityOf(port, listed.value) : null;
}
