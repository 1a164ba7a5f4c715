import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LLMock } from '@copilotkit/aimock';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { ModelQuestion } from '../../../../electron/agents/model.js';
import type { ClientOptions } from '../../../../electron/agents/openai/client.js';
import { networkFetch } from '../../../../electron/agents/openai/network.js';
import { askIo } from '../../../fixtures/ask-io.js';
import { asked, clientFor, KEY, startServer } from './bench.js';

const QUESTION: ModelQuestion = {
  role: 'ANALYST',
  judgement: 'answer',
  messages: [{ role: 'user', content: 'hello' }],
  format: { name: 'answer', schema: { type: 'object' } },
  tools: [],
  files: [],
};
const never = () => askIo();
const answers = (text: string) => ({ ok: true, value: { text, calls: [] } });

let server: LLMock;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.stop());

const client = (more: Partial<ClientOptions> = {}) => clientFor(server, more);

const failsWith = (message: RegExp, code = 'MODEL_FAILURE') => ({
  ok: false,
  error: { code, message: expect.stringMatching(message), next: expect.stringMatching(/./) },
});

describe('createClient', () => {
  it('joins the chunks of a streamed answer', async () => {
    server.onMessage('hello', { content: 'one two three four' }, { chunkSize: 3 });
    expect(await client()(QUESTION, never())).toMatchObject(answers('one two three four'));
  });

  it.each(['chat', 'responses'] as const)(
    'tells the answer while it grows (%s), never a part of the key',
    async (api) => {
      server.onMessage('hello', { content: `one ${KEY} two` }, { chunkSize: 3 });
      const told: string[] = [];
      const reply = await client({ api })(QUESTION, askIo({ onText: (soFar) => told.push(soFar) }));
      expect(reply).toMatchObject(answers('one [key] two'));
      expect(told.length).toBeGreaterThan(3);
      expect(told.at(-1)).toBe('one [key] two');
      expect(told.filter((soFar) => soFar.includes('sk-') || !'one [key] two'.startsWith(soFar))).toEqual([]);
    },
  );

  it.each([302, 307, 308])('sends nothing to where a server redirects to (%i)', async (status) => {
    const asked: (string | undefined)[] = [];
    const listening = async (answer: RequestListener) => {
      const http = createServer(answer).listen(0, '127.0.0.1');
      await once(http, 'listening');
      onTestFinished(() => void http.close());
      return `http://127.0.0.1:${(http.address() as AddressInfo).port}/v1`;
    };
    const other = await listening((request, response) => {
      asked.push(request.url);
      response.end('{}');
    });
    const first = await listening((_, response) => response.writeHead(status, { location: other }).end());
    for (const fetch of [undefined, networkFetch({ HTTP_PROXY: 'http://127.0.0.1:9', NO_PROXY: '*' })]) {
      const answer = await client({ baseURL: first, fetch })(QUESTION, never());
      expect(answer).toMatchObject(
        failsWith(/sends requests on to "127\.0\.0\.1:\d+"/, 'PROVIDER_NOT_FOUND'),
      );
    }
    expect(asked).toEqual([]);
  });

  it('leaves out the key where the server says it back', async () => {
    server.onMessage('hello', { content: `you sent ${KEY}, one` }, { chunkSize: 3 });
    expect(await client()(QUESTION, never())).toMatchObject(answers('you sent [key], one'));
  });

  it('leaves out the key in a call, too', async () => {
    const call = { name: 'search', arguments: JSON.stringify({ pattern: KEY }) };
    server.onMessage('hello', { toolCalls: [call] });
    expect(await client()(QUESTION, never())).toMatchObject({
      value: { calls: [{ tool: 'search', args: { pattern: '[key]' } }] },
    });
  });

  /** The key as JSON may spell it. */
  const ESCAPED = [...KEY].map((c, at) => {
    const hex = c.charCodeAt(0).toString(16).padStart(4, '0');
    return at % 2 === 0 ? `\\u${hex.toUpperCase()}` : c;
  });
  const escaped = ESCAPED.join('');

  it.each(['chat', 'responses'] as const)(
    'leaves out the key where JSON in the answer spells it with escapes (%s), also while it grows',
    async (api) => {
      server.onMessage('hello', { content: `{"answer":"one ${escaped} two"}` }, { chunkSize: 3 });
      const told: string[] = [];
      const reply = await client({ api })(QUESTION, askIo({ onText: (soFar) => told.push(soFar) }));
      const clean = '{"answer":"one [key] two"}';
      expect(reply).toMatchObject(answers(clean));
      expect(told.filter((soFar) => !clean.startsWith(soFar))).toEqual([]);
    },
  );

  it.each(['chat', 'responses'] as const)(
    'leaves out the key in names and arguments of a call, however they are spelt (%s)',
    async (api) => {
      const nested = JSON.stringify(`{"x":"${escaped}"}`);
      const call = { name: `search ${KEY}`, arguments: `{"${escaped}":["${escaped}"],"json":${nested}}` };
      server.onMessage('hello', { toolCalls: [call] });
      expect(await client({ api })(QUESTION, never())).toMatchObject({
        value: { calls: [{ tool: 'search [key]', args: { '[key]': ['[key]'], json: '{"x":"[key]"}' } }] },
      });
    },
  );

  /** A server that sends these as chunks. */
  const sending = (...chunks: unknown[]) => {
    const lines = [...chunks.map((chunk) => JSON.stringify(chunk)), '[DONE]'].map(
      (line) => `data: ${line}\n\n`,
    );
    const headers = { 'content-type': 'text/event-stream' };
    return client({ fetch: async () => new Response(lines.join(''), { headers }) });
  };

  it('reads past chunks without a choice, and choices without a text', async () => {
    const say = (content: string) => ({ choices: [{ index: 0, delta: { content } }] });
    const end = { choices: [{ index: 0, delta: null, finish_reason: 'stop' }] };
    const ask = sending({}, say('one '), { choices: null, usage: {} }, say('two'), { choices: [] }, end);
    expect(await ask(QUESTION, never())).toMatchObject(answers('one two'));
  });

  it.each([null, 7, { choices: 'no' }, { choices: [{ delta: { content: 7 } }] }])(
    'says so where the server sends something else: %j',
    async (chunk) => {
      expect(await sending(chunk)(QUESTION, never())).toMatchObject(failsWith(/something else than a chat/));
    },
  );

  it('asks again after 429 when the server says so', async () => {
    const limited = { error: { message: 'slow down' }, status: 429, retryAfter: 0 };
    server.on({ userMessage: 'hello', sequenceIndex: 0 }, limited);
    server.on({ userMessage: 'hello', sequenceIndex: 1 }, { content: 'now' });
    expect(await client()(QUESTION, never())).toMatchObject(answers('now'));
    expect(asked(server)).toHaveLength(2);
  });

  it('gives up after three times 429', async () => {
    server.onMessage('hello', { error: { message: 'slow down' }, status: 429, retryAfter: 0 });
    expect(await client()(QUESTION, never())).toMatchObject(
      failsWith(/refuses more requests/, 'PROVIDER_NETWORK_ERROR'),
    );
    expect(asked(server)).toHaveLength(3);
  });

  it('does not wait for an hour because a server asks for it', async () => {
    server.onMessage('hello', { error: { message: 'slow down' }, status: 429, retryAfter: 3600 });
    expect(await client()(QUESTION, never())).toMatchObject(
      failsWith(/refuses more requests/, 'PROVIDER_NETWORK_ERROR'),
    );
    expect(asked(server)).toHaveLength(1);
  });

  it('does not ask again when the account is out of credit', async () => {
    const broke = { error: { message: 'no credit', code: 'insufficient_quota' }, status: 429, retryAfter: 0 };
    server.onMessage('hello', broke);
    expect(await client()(QUESTION, never())).toMatchObject(
      failsWith(/refuses more requests/, 'PROVIDER_NETWORK_ERROR'),
    );
    expect(asked(server)).toHaveLength(1);
  });

  it('stops waiting when the run is aborted', async () => {
    const stop = new AbortController();
    const limited = () => {
      setImmediate(() => stop.abort());
      return { error: { message: 'slow down' }, status: 429, retryAfter: 25 };
    };
    server.onMessage('hello', limited);
    expect(await client()(QUESTION, askIo({ signal: stop.signal }))).toMatchObject(failsWith(/was stopped/));
  });

  it('names a key that is not accepted, without showing it', async () => {
    const guarded = await startServer(['another-key']);
    const result = await client({ baseURL: `${guarded.url}/v1` })(QUESTION, never());
    await guarded.stop();
    expect(result).toMatchObject(failsWith(/does not accept the API key/, 'PROVIDER_AUTH_ERROR'));
    expect(JSON.stringify(result)).not.toContain(KEY);
  });

  it("takes the key out of a server's own words", async () => {
    server.onMessage('hello', { error: { message: `bad thing with ${KEY}` }, status: 418 });
    const result = await client()(QUESTION, never());
    expect(result).toMatchObject(failsWith(/bad thing with \[key\]/));
  });

  it('names a model that the server does not know', async () => {
    server.onMessage('hello', { error: { message: 'no such model' }, status: 404 });
    expect(await client()(QUESTION, never())).toMatchObject(
      failsWith(/does not know the model "first"/, 'PROVIDER_NOT_FOUND'),
    );
  });

  it('calls a stream that breaks off a failure, not an answer', async () => {
    server.onMessage(
      'hello',
      { content: 'a long answer that breaks' },
      { chunkSize: 2, truncateAfterChunks: 3 },
    );
    expect(await client()(QUESTION, never())).toMatchObject(
      failsWith(/cut off|broke off/, 'PROVIDER_NETWORK_ERROR'),
    );
  });

  it('calls a stream that ends without an end mark a failure, also where the connection closes properly', async () => {
    const half = 'data: {"choices":[{"index":0,"delta":{"content":"{}"}}]}\n\n';
    const fetch = async () => new Response(half, { headers: { 'content-type': 'text/event-stream' } });
    expect(await client({ fetch })(QUESTION, never())).toMatchObject(
      failsWith(/cut off in the middle/, 'PROVIDER_NETWORK_ERROR'),
    );
  });

  it('does not take an answer that stopped at a length limit', async () => {
    server.onMessage('hello', { content: '{"a":', finishReason: 'length' });
    expect(await client()(QUESTION, never())).toMatchObject(failsWith(/longer than allowed/));
  });

  it('ends a request at its time limit', async () => {
    server.onMessage('hello', () => new Promise(() => undefined));
    expect(await client({ timeoutMs: 200 })(QUESTION, never())).toMatchObject(
      failsWith(/within 0\.2 s/, 'PROVIDER_TIMEOUT'),
    );
  });

  it('ends a stream that hangs in the middle at its time limit', async () => {
    server.onMessage('hello', { content: 'never ends' }, { chunkSize: 1, latency: 60_000 });
    expect(await client({ timeoutMs: 200 })(QUESTION, never())).toMatchObject(
      failsWith(/within 0\.2 s/, 'PROVIDER_TIMEOUT'),
    );
  });

  it('ends at once when the run is aborted', async () => {
    const stop = new AbortController();
    server.onMessage('hello', () => {
      stop.abort();
      return new Promise(() => undefined);
    });
    expect(await client()(QUESTION, askIo({ signal: stop.signal }))).toMatchObject(failsWith(/was stopped/));
  });

  it('says that nothing listens', async () => {
    const result = await client({ baseURL: 'http://127.0.0.1:1/v1' })(QUESTION, never());
    expect(result).toMatchObject(failsWith(/connection failed/, 'PROVIDER_NETWORK_ERROR'));
  });

  it('asks without a response format where the server refuses one', async () => {
    const refused = { error: { message: 'response_format is not supported' }, status: 400 };
    server.on({ responseFormat: 'json_schema' }, refused);
    server.onMessage('hello', { content: 'plain' });
    expect(await client()(QUESTION, never())).toMatchObject(answers('plain'));
  });
});
