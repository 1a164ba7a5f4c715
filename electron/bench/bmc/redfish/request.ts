import { request as httpRequest, type IncomingMessage } from 'node:http';
import { isIPv6, type Socket } from 'node:net';
import * as z from 'zod';
import { fail, ok, type Problem, type Result } from '../../../../shared/problem.js';
import { withTimeLimit } from '../../../../shared/time-limit.js';
import { ABORTED } from '../../within.js';
import { connect, type RedfishPlace, unreachable } from './connect.js';

const ANSWER_MS = 30_000;
const MAX_BYTES = 4 * 1024 * 1024;

export interface RedfishRequest {
  method: 'GET' | 'POST' | 'DELETE';
  /** As the service names it; begins at its root. */
  path: string;
  headers?: Readonly<Record<string, string>>;
  body?: unknown;
}

export interface RedfishAnswer {
  headers: Readonly<Record<string, string | undefined>>;
  body: unknown;
}

/** A service whose paths moved leads to the new one at once; one that is wrongly set up, from one to the other for ever. */
const MOST_REDIRECTS = 5;

/**
 * What the service answers, also where it leads to another of its paths (`redirected`). Errors: BMC_FAILURE where it does
 * not answer, leads to another service, or refuses, in its words; PORT_PERMISSION where it does not accept the user.
 */
export async function ask(
  place: RedfishPlace,
  wanted: RedfishRequest,
  signal: AbortSignal,
): Promise<Result<RedfishAnswer>> {
  let { path } = wanted;
  for (let count = 0; count <= MOST_REDIRECTS; count += 1) {
    const at = { ...wanted, path };
    const said = await exchange(place, at, signal);
    if (!said.ok) return said;
    const { status, headers, body } = said.value;
    const next = redirected(place, at, { status, location: headers.location });
    if (next === null)
      return status >= 200 && status < 300
        ? ok(said.value)
        : fail(refusal(place, `${wanted.method} ${path}`, status, body));
    if (!next.ok) return next;
    path = next.value;
  }
  return fail(unreachable(place, `it leads in a circle from ${wanted.path}`));
}

/** One request over a connection of its own. Source: DSP0266 1.20, "Protocol details". */
async function exchange(
  place: RedfishPlace,
  wanted: RedfishRequest,
  signal: AbortSignal,
): Promise<Result<RedfishAnswer & { status: number }>> {
  const connected = await connect(place, signal);
  if (signal.aborted) return fail(ABORTED);
  if (!connected.ok) return connected;
  const socket = connected.value;
  try {
    return ok(await withTimeLimit(signal, ANSWER_MS, (limit) => answered(place, wanted, socket, limit)));
  } catch (error) {
    // the network's, and the limits' above: nothing else throws here
    if (signal.aborted) return fail(ABORTED);
    return fail(unreachable(place, error instanceof Error ? error.message : String(error)));
  } finally {
    socket.destroy();
  }
}

/** @throws what the network throws, and at the limit */
async function answered(
  place: RedfishPlace,
  wanted: RedfishRequest,
  socket: Socket,
  signal: AbortSignal,
): Promise<RedfishAnswer & { status: number }> {
  const text = wanted.body === undefined ? undefined : JSON.stringify(wanted.body);
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    httpRequest({
      ...{ method: wanted.method, path: wanted.path, host: place.host, port: place.redfish.port },
      headers: { ...STANDARD, ...contentHeaders(text), ...wanted.headers },
      createConnection: () => socket,
      signal,
    })
      .once('response', resolve)
      .once('error', reject)
      .end(text);
  });
  const body = parsed(await readAll(answer));
  const { statusCode: status = 0, headers } = answer;
  return { status, headers: textsOf(headers), body };
}

const STANDARD = { Accept: 'application/json', 'OData-Version': '4.0', Connection: 'close' };

const contentHeaders = (text: string | undefined): Record<string, string> =>
  text === undefined
    ? {}
    : { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(text)) };

async function readAll(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > MAX_BYTES) throw new Error('the answer has no end');
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** What is no JSON says nothing: an empty answer, or a page of a proxy. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const textsOf = (headers: IncomingMessage['headers']): RedfishAnswer['headers'] =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );

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
function redirected(
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

/** DSP0266, "Error responses"; DSP8010, Message. */
const ErrorSchema = z.object({
  error: z.object({
    message: z.string().optional(),
    '@Message.ExtendedInfo': z
      .array(z.object({ Message: z.string().optional(), Resolution: z.string().optional() }))
      .optional(),
  }),
});

const LONGEST = 600;

/** A status other than success, in the service's own words. */
function refusal(place: RedfishPlace, what: string, status: number, body: unknown): Problem {
  const { said, advice } = wordsOf(body);
  const where = `profile ${place.id}, ${place.host}: ${what}`;
  const words = said === '' ? '' : `: ${said}`;
  if (status === 401 || status === 403)
    return {
      code: 'PORT_PERMISSION',
      message: `the controller does not let this user do that (${status})${words}`,
      where,
      next: 'check `user`, `password` and `redfish.auth` in the profile, and the role of the user',
    };
  return {
    code: 'BMC_FAILURE',
    message: `the controller refuses (${status})${words}`,
    where,
    next: advice === '' ? 'look at the log of the controller' : advice,
  };
}

function wordsOf(body: unknown): { said: string; advice: string } {
  const read = ErrorSchema.safeParse(body);
  if (!read.success) return { said: '', advice: '' };
  const { message = '', '@Message.ExtendedInfo': more = [] } = read.data.error;
  const told = more.flatMap((one) => one.Message ?? []);
  const advice = more.flatMap((one) => (one.Resolution === 'None' ? [] : (one.Resolution ?? [])));
  const joined = (texts: readonly string[]) => texts.join(' ').slice(0, LONGEST);
  return { said: joined(told.length > 0 ? told : [message]), advice: joined(advice) };
}
