import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { networkFetch } from '../../../../electron/agents/openai/network.js';

/** A proxy that answers every request itself, and says what it was asked for. */
async function proxy(): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const server: Server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end('from the proxy');
  });
  server.on('connect', (request, socket) => {
    asked.push(request.url ?? '');
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
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
