import { access, lstat, realpath } from 'node:fs/promises';
import type { Port } from '../../../shared/port.js';
import { tcpOf } from '../link/tcp-path.js';
import { listPorts, type PortSource, THIS_COMPUTER } from '../ports/list-ports.js';
import { findAgain as findPortAgain, isAnother, isTwin } from '../ports/same-board.js';

/**
 * How a port is found after its device was away: the device itself, under whatever name, by its identity and by where it
 * is plugged in. Another that shares its serial number and was there all the time is not taken for it, nor one of its kind
 * that has its place. A port that is no device is the same one under the same name.
 *
 * @returns what looks for it; see there
 */
export async function findAgain(port: string, source: PortSource = THIS_COMPUTER): Promise<Finder> {
  if (tcpOf(port) !== null) return finder(async () => port);
  const before = await ports(source);
  const target = await realpath(port).catch(() => port);
  const own = before.find(({ path }) => path === target || path === port);
  if (own === undefined)
    return PSEUDO_TERMINAL.test(target)
      ? linkMadeAnew(port)
      : finder(async () => ((await isThere(port)) ? port : null));
  const twins = before.filter((other) => isTwin(own, other)).map(({ topology }) => topology);
  return finder(async () => {
    const now = (await ports(source)).filter(
      (port) => !isAnother(own, port) && (port.topology === null || !twins.includes(port.topology)),
    );
    return findPortAgain(own, now)?.path ?? null;
  });
}

/** Looks for a port that is away. */
export interface Finder {
  /** Its path, where it is there now; null otherwise. */
  look(): Promise<string | null>;
  /** The same, of a port that was only closed: it need not have been away. */
  still(): Promise<string | null>;
  /** It was opened: what is there is the one from now on. */
  opened(): Promise<void>;
}

const finder = (look: Finder['look']): Finder => ({ look, still: look, opened: async () => {} });

/** Linux (pts(4)) and macOS. */
const PSEUDO_TERMINAL = /^\/dev\/(?:pts\/|ttys)\d+$/;

/**
 * The number of a pseudo-terminal that has ended is given to whatever asks for one next, a person's own terminal too: only
 * a link that has been made anew leads to the one that is wanted.
 */
async function linkMadeAnew(link: string): Promise<Finder> {
  let before = await makingOf(link);
  return {
    look: async () => {
      const now = await makingOf(link);
      return now !== null && now !== before && (await isThere(link)) ? link : null;
    },
    still: async () => ((await isThere(link)) ? link : null),
    opened: async () => {
      before = await makingOf(link);
    },
  };
}

/** When a link was made, and which it is; null where there is none. */
const makingOf = (link: string): Promise<string | null> =>
  lstat(link, { bigint: true }).then(
    (entry) => (entry.isSymbolicLink() ? `${entry.ino} ${entry.mtimeNs}` : null),
    () => null,
  );

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
