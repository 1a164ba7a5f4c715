import { readFileSync } from 'node:fs';
import { rootCertificates } from 'node:tls';

type Env = Readonly<Record<string, string | undefined>>;

/** What names a proxy, as curl and most programs read it. */
const PROXIES = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'] as const;

const proxyOf = (env: Env, ...names: (typeof PROXIES)[number][]): string | undefined =>
  names.map((name) => env[name]?.trim()).find((value) => value);

/**
 * `fetch` through the proxy of the environment (HTTPS_PROXY, HTTP_PROXY, NO_PROXY) and with the certificates of BENCHLOOP_CA_FILE
 * beside the usual ones; undefined: neither is set, and Node's own will do. NODE_EXTRA_CA_CERTS counts either way.
 */
export function networkFetch(env: Env): typeof fetch | undefined {
  const caFile = env.BENCHLOOP_CA_FILE?.trim();
  const isProxied = PROXIES.some((name) => env[name]?.trim());
  if (!isProxied && !caFile) return undefined;
  let opened: ReturnType<typeof open> | undefined;
  return async (input, init) => {
    opened ??= open(env, caFile);
    const { undici, dispatcher } = await opened;
    const request = new Request(input, init);
    const response = await undici.fetch(request.url, {
      method: request.method,
      headers: [...request.headers],
      body: request.body === null ? null : await request.text(),
      redirect: request.redirect,
      signal: request.signal,
      dispatcher,
    });
    // The same thing by two names: the types of Node and those of the package do not know each other.
    const { status, statusText, headers } = response;
    const body = response.body === null ? null : ReadableStream.from(response.body);
    return new Response(body, { status, statusText, headers: [...headers] });
  };
}

/** Certificates that are named replace those that Node adds by itself. As Node does, passes over a file that cannot be read. */
function further({ NODE_EXTRA_CA_CERTS: file }: Env): string[] {
  try {
    return file ? [readFileSync(file, 'utf8')] : [];
  } catch {
    return [];
  }
}

async function open(env: Env, caFile: string | undefined) {
  const undici = await import('undici');
  const httpProxy = proxyOf(env, 'HTTP_PROXY', 'http_proxy');
  const httpsProxy = proxyOf(env, 'HTTPS_PROXY', 'https_proxy');
  // what goes to this computer must not go through another one
  const noProxy = [env.NO_PROXY ?? env.no_proxy, 'localhost', '127.0.0.1', '::1'].filter(Boolean).join(',');
  const ca = caFile ? [...rootCertificates, readFileSync(caFile, 'utf8'), ...further(env)] : undefined;
  const dispatcher = new undici.EnvHttpProxyAgent({
    ...(httpProxy && { httpProxy }),
    ...(httpsProxy && { httpsProxy }),
    noProxy,
    ...(ca && { connect: { ca }, requestTls: { ca }, proxyTls: { ca } }),
  });
  return { undici, dispatcher };
}
