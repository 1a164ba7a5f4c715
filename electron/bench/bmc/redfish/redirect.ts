import { isIPv6 } from 'node:net';
import { fail, ok, type Problem, type Result } from '../../../../shared/problem.js';
import type { RedfishPlace } from './connect.js';

/** RFC 9110, 15.4: what these lead to may be asked with GET; only the last two say that it takes the same method. */
const REDIRECTS: Readonly<Record<number, 'get' | 'same'>> = {
  301: 'get',
  302: 'get',
  307: 'same',
  308: 'same',
};

/**
 * The path to which an answer leads; null where it leads nowhere. DSP0266, "Status codes". Error: BMC_FAILURE where that is
 * another service, which gets neither the user nor the action, or where the action may not be sent again.
 */
export function redirected(
  place: RedfishPlace,
  { method, path }: { method: string; path: string },
  { status, location }: { status: number; location: string | undefined },
): Result<string> | null {
  const kind = REDIRECTS[status];
  const base = new URL(path, originOf(place));
  if (kind === undefined || location === undefined || !URL.canParse(location, base.href)) return null;
  const to = new URL(location, base.href);
  const where = `profile ${place.id}, ${place.host}: ${method} ${path}`;
  if (to.origin !== base.origin) return fail({ ...elsewhere(to), where });
  return kind === 'same' || method === 'GET'
    ? ok(to.pathname + to.search)
    : fail({ ...notAgain(status, to), where });
}

const originOf = ({ host, redfish }: RedfishPlace): string =>
  `${redfish.scheme}://${isIPv6(host) ? `[${host}]` : host}:${redfish.port}`;

const elsewhere = ({ origin }: URL): Problem => ({
  code: 'BMC_FAILURE',
  message: `the controller leads to another service, ${origin}, to which nothing is sent`,
  next: 'if that is the right one, put its `host`, `redfish.scheme` and `redfish.port` into the profile',
});

const notAgain = (status: number, { pathname }: URL): Problem => ({
  code: 'BMC_FAILURE',
  message: `the controller leads an action to ${pathname} (${status}), without saying that it may be sent there`,
  next: 'look for newer firmware of the controller',
});
