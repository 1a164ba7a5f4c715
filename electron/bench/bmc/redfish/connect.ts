import { readFileSync } from 'node:fs';
import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { fail, ok, type Problem, type Result } from '../../../../shared/problem.js';
import type { BmcProfile } from '../../../../shared/profile/bmc.js';
import { withTimeLimit } from '../../../../shared/time-limit.js';

const CONNECT_MS = 15_000;

/** Where a service is, and whose certificate it must show. */
export type RedfishPlace = Pick<BmcProfile, 'id' | 'host' | 'redfish'>;

/**
 * Connects to the controller and proves that it is the right one before a byte is sent: by the pinned certificate, by the
 * declared authority, or as every browser does. Errors: BMC_FAILURE, with the fingerprint that would have to be pinned.
 */
export async function connect(place: RedfishPlace, signal: AbortSignal): Promise<Result<Socket>> {
  const { host, redfish } = place;
  const at = { host, port: redfish.port };
  if (redfish.scheme === 'http') return established(connectPlain(at), 'connect', place, signal);
  const authority = readAuthority(redfish.ca);
  if (!authority.ok) return authority;
  const pinned = redfish.fingerprint;
  const socket = connectTls({
    ...at,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...(authority.value === null ? {} : { ca: authority.value }),
    // judged below: a controller's own certificate is signed by nobody
    rejectUnauthorized: false,
  });
  const connected = await established(socket, 'secureConnect', place, signal);
  if (!connected.ok) return connected;
  const shown = socket.getPeerCertificate().fingerprint256;
  const right = pinned === undefined ? socket.authorized : shown === pinned;
  if (right) return ok(socket);
  socket.destroy();
  return fail(wrongCertificate(place, shown, pinned));
}

function readAuthority(file: string | undefined): Result<Buffer | null> {
  if (file === undefined) return ok(null);
  try {
    return ok(readFileSync(file));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return fail({
      code: 'BMC_FAILURE',
      message: `the certificates cannot be read: ${why}`,
      where: file,
      next: 'check `redfish.ca` in the profile',
    });
  }
}

function established(
  socket: Socket,
  event: 'connect' | 'secureConnect',
  place: RedfishPlace,
  signal: AbortSignal,
): Promise<Result<Socket>> {
  const limited = (limit: AbortSignal) =>
    new Promise<Result<Socket>>((settle) => {
      const broken = (error: Error): void => settle(fail(unreachable(place, error.message)));
      // stays: a later error is told by the request
      socket.on('error', broken);
      socket.once(event, () => settle(ok(socket)));
      const stop = (): void => {
        socket.destroy();
        broken(new Error(`no answer within ${CONNECT_MS / 1000} s`));
      };
      if (limit.aborted) stop();
      else limit.addEventListener('abort', stop, { once: true });
      socket.once(event, () => limit.removeEventListener('abort', stop));
    });
  return withTimeLimit(signal, CONNECT_MS, limited);
}

/** The service cannot be talked to. */
export const unreachable = ({ id, host, redfish }: RedfishPlace, why: string): Problem => ({
  code: 'BMC_FAILURE',
  message: `the controller does not answer: ${why}`,
  where: `profile ${id}, ${redfish.scheme}://${host}:${redfish.port}`,
  next: 'check `host` and `redfish.port` in the profile, and that Redfish is switched on',
});

const wrongCertificate = (
  { id, host }: RedfishPlace,
  shown: string,
  pinned: string | undefined,
): Problem => ({
  code: 'BMC_FAILURE',
  message:
    pinned === undefined
      ? `nobody that this computer trusts signs the certificate of the controller, ${shown}`
      : `the controller shows another certificate than the pinned one: ${shown}`,
  where: `profile ${id}, ${host}`,
  next: 'compare it with the one that the controller itself shows, then put it under `redfish.fingerprint` in the profile',
});
