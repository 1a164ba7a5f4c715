import { request as httpRequest, type IncomingMessage } from 'node:http';
import { fail, ok, type Result } from '../../../../shared/problem.js';
import { ABORTED } from '../../within.js';
import { connect, type RedfishPlace, unreachable } from './connect.js';
import { redirected } from './redirect.js';
import { refusal } from './refusal.js';

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
    const limit = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]);
    const text = wanted.body === undefined ? undefined : JSON.stringify(wanted.body);
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      httpRequest({
        ...{ method: wanted.method, path: wanted.path, host: place.host, port: place.redfish.port },
        headers: { ...STANDARD, ...contentHeaders(text), ...wanted.headers },
        createConnection: () => socket,
        signal: limit,
      })
        .once('response', resolve)
        .once('error', reject)
        .end(text);
    });
    const body = parsed(await readAll(answer));
    const { statusCode: status = 0, headers } = answer;
    return ok({ status, headers: textsOf(headers), body });
  } catch (error) {
    // the network's, and the limits' above: nothing else throws here
    if (signal.aborted) return fail(ABORTED);
    return fail(unreachable(place, error instanceof Error ? error.message : String(error)));
  } finally {
    socket.destroy();
  }
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
