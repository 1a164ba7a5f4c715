import { spawn } from 'node:child_process';
import { homedir } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { fail, type Result } from '../../../shared/problem.js';
import { inheritedEnvironment } from '../process/inherited.js';
import { readClaim, withdrawClaim } from './claim.js';
import { type Connection, connectTo } from './connection.js';
import { brokerPlace, portKey } from './place.js';

/** A start takes some 100 ms; on a busy computer, seconds. */
const START_MS = 30_000;
const RETRY_MS = 15;

export interface Who {
  /** For people: who holds the port. */
  who: string;
  /** Absolute path of `dist/broker.js`. */
  brokerFile: string;
}

/**
 * Connects to the broker of a port, and starts it where there is none.
 *
 * Errors: ENV_ERROR where it does not start, VERSION_MISMATCH where another version of Benchloop has the port.
 */
export async function reachBroker(port: string, { who, brokerFile }: Who): Promise<Result<Connection>> {
  const place = brokerPlace(port);
  if (!place.ok) return place;
  const until = Date.now() + START_MS;
  let child: { ended: () => boolean } | null = null;
  while (Date.now() < until) {
    const claim = readClaim(place.value.claim);
    const connected = claim && (await connectTo(claim, { who, port: portKey(port) }));
    if (connected === 'dead') withdrawClaim(place.value.claim, claim);
    else if (connected && connected !== 'ending') return connected;
    if (!claim && (child === null || child.ended())) child = startBroker(brokerFile, portKey(port));
    await delay(RETRY_MS);
  }
  return fail({
    code: 'ENV_ERROR',
    message: `the process that is to own the port did not start within ${START_MS / 1000} s`,
    where: port,
    next: `try it by hand: ${process.execPath} ${brokerFile} ${port}`,
  });
}

/**
 * In plain Node, and in Electron as Node. Detached: it serves other clients too when the one that started it is gone,
 * and ends with the last of them.
 */
function startBroker(brokerFile: string, port: string): { ended: () => boolean } {
  const child = spawn(process.execPath, [brokerFile, port], {
    // A working folder in use cannot be removed or unmounted.
    cwd: homedir(),
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
    env: { ...inheritedEnvironment(process.env), ELECTRON_RUN_AS_NODE: '1' },
  });
  let ended = false;
  child.on('error', () => {
    ended = true;
  });
  child.on('exit', () => {
    ended = true;
  });
  child.unref();
  return { ended: () => ended };
}
