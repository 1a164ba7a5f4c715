import { createServer, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { networkFetch } from '../../../../electron/agents/openai/network.js';
import { certificateIn } from '../../../fixtures/certificate.js';
import { tempDir } from '../../../fixtures/firmware-run.js';

/** A proxy that answers every request itself, and says what it was asked for. @param port where it connects to, whoever is asked for */
async function proxy(port?: number): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const server: Server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end('from the proxy');
  });
  server.on('connect', (request, socket) => {
    asked.push(request.url ?? '');
    if (port === undefined) return socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    const to = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      to.pipe(socket).pipe(to);
    });
    for (const end of [to, socket]) end.on('error', () => end.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

/** A server with a certificate that nobody knows, for this computer and for a name. */
async function server(): Promise<{ url: string; port: number; file: string }> {
  const { key, cert, file } = certificateIn(tempDir(), ['IP:127.0.0.1', 'DNS:models.example']);
  const secure = createSecureServer({ key, cert }, (_, response) => response.end('by TLS'));
  await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    secure.close();
    secure.closeAllConnections();
  });
  const { port } = secure.address() as AddressInfo;
  return { url: `https://127.0.0.1:${port}/v1`, port, file };
}

describe('networkFetch', () => {
  it('is Node’s own where neither a proxy nor certificates are set', () => {
    expect(networkFetch({})).toBeUndefined();
  });

  it('goes through the proxy of HTTPS_PROXY', async () => {
    const { url, asked } = await proxy();
    const fetch = networkFetch({ HTTPS_PROXY: url });
    await expect(fetch?.('https://models.example/v1')).rejects.toThrow();
    expect(asked).toEqual(['models.example:443']);
  });

  it('knows the certificates of BENCHLOOP_CA_FILE, on the way to a server and behind a proxy', async () => {
    const { file, url, port } = await server();
    const through = await proxy(port);
    const answerOf = async (env: Record<string, string>, to: string) =>
      (await networkFetch(env)?.(to))?.text();
    expect(await answerOf({ BENCHLOOP_CA_FILE: file }, url)).toBe('by TLS');
    const env = { BENCHLOOP_CA_FILE: file, HTTPS_PROXY: through.url };
    expect(await answerOf(env, 'https://models.example/v1')).toBe('by TLS');
    expect(through.asked).toEqual(['models.example:443']);
  });

  it('trusts no server beyond them', async () => {
    const [{ url, port }, other] = [await server(), await server()];
    const through = await proxy(port);
    await expect(networkFetch({ BENCHLOOP_CA_FILE: other.file })?.(url)).rejects.toThrow();
    const env = { BENCHLOOP_CA_FILE: other.file, HTTPS_PROXY: through.url };
    await expect(networkFetch(env)?.('https://models.example/v1')).rejects.toThrow();
    await expect(fetch(url)).rejects.toThrow();
  });

  it('knows those of NODE_EXTRA_CA_CERTS beside them', async () => {
    const [{ file, url }, other] = [await server(), await server()];
    const env = { BENCHLOOP_CA_FILE: other.file, NODE_EXTRA_CA_CERTS: file };
    expect(await (await networkFetch(env)?.(url))?.text()).toBe('by TLS');
    const gone = { BENCHLOOP_CA_FILE: file, NODE_EXTRA_CA_CERTS: `${file}.gone` };
    expect(await (await networkFetch(gone)?.(url))?.text()).toBe('by TLS');
  });

  it('does not where NO_PROXY names the host, nor for this computer', async () => {
    const { url, asked } = await proxy();
    const here = await proxy();
    const fetch = networkFetch({ HTTP_PROXY: url, HTTPS_PROXY: url, NO_PROXY: 'models.invalid' });
    await expect(fetch?.('https://models.invalid/v1')).rejects.toThrow();
    const answer = await fetch?.(`${here.url}/v1`, { method: 'POST', body: '{}' });
    expect(await answer?.text()).toBe('from the proxy');
    expect(asked).toEqual([]);
    expect(here.asked).toEqual(['/v1']);
  });
});
