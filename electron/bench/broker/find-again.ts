import { access, realpath } from 'node:fs/promises';
import type { Port } from '../../../shared/port.js';
import { tcpOf } from '../link/tcp-path.js';
import { listPorts, type PortSource, THIS_COMPUTER } from '../ports/list-ports.js';
import { findAgain as findPortAgain, isAnother, isTwin } from '../ports/same-board.js';

/**
 * How a port is found after its device was away: the device itself, under whatever name, by its identity and by where it
 * is plugged in. Another that shares its serial number and was there all the time is not taken for it, nor one of its kind
 * that has its place. A port that is no device (a pseudo-terminal) is the same one under the same name.
 *
 * @returns asks whether it is there now: its path, or null
 */
export async function findAgain(
  port: string,
  source: PortSource = THIS_COMPUTER,
): Promise<() => Promise<string | null>> {
  if (tcpOf(port) !== null) return async () => port;
  const before = await ports(source);
  const target = await realpath(port).catch(() => port);
  const own = before.find(({ path }) => path === target || path === port);
  if (own === undefined) return async () => ((await isThere(port)) ? port : null);
  const twins = before.filter((other) => isTwin(own, other)).map(({ topology }) => topology);
  return async () => {
    const now = (await ports(source)).filter(
      (port) => !isAnother(own, port) && (port.topology === null || !twins.includes(port.topology)),
    );
    return findPortAgain(own, now)?.path ?? null;
  };
}

/** None where they cannot be listed now: the device is looked for again soon. */
async function ports(source: PortSource): Promise<Port[]> {
  const listed = await listPorts(source);
  return listed.ok ? listed.value.filter(({ kind }) => kind === 'serial') : [];
}

const isThere = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );
