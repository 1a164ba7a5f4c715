import type { LLMock } from '@copilotkit/aimock';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ModelQuestion } from '../../../../electron/agents/model.js';
import { askIo } from '../../../fixtures/ask-io.js';
import { question } from '../../../fixtures/question.js';
import { clientFor, startServer } from './bench.js';

let server: LLMock;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.stop());

const parameters = { type: 'object', properties: { pattern: { type: 'string' } }, required: ['pattern'] };
const tools = [{ name: 'search', about: 'Searches the tree.', parameters }];
const offering = (more: Partial<ModelQuestion> = {}) => question({ tools, ...more });
const CALL = { id: 'c1', tool: 'search', args: { pattern: 'ring' } };
const FOLLOW_UP: ModelQuestion['messages'] = [
  { role: 'system', content: 'Help.' },
  { role: 'user', content: 'hello' },
  { role: 'assistant', content: '', calls: [CALL] },
  { role: 'tool', call: 'c1', content: 'src/ring.c:9' },
];
const calling = { toolCalls: [{ id: 'c1', name: 'search', arguments: '{"pattern":"ring"}' }] };

describe.each(['chat', 'responses'] as const)('a model with tools over %s', (api) => {
  it('calls one with its arguments', async () => {
    server.onMessage('hello', calling);
    expect(await clientFor(server, { api })(offering(), askIo())).toMatchObject({
      ok: true,
      value: { calls: [{ tool: 'search', args: { pattern: 'ring' } }] },
    });
  });

  it('is told what came of its calls, and answers', async () => {
    server.onMessage(/./, { content: 'It is in ring.c.' });
    const asked = offering({ messages: FOLLOW_UP });
    expect(await clientFor(server, { api })(asked, askIo())).toMatchObject({
      ok: true,
      value: { text: 'It is in ring.c.', calls: [] },
    });
    expect(JSON.stringify(server.getLastRequest()?.body)).toContain('src/ring.c:9');
  });

  it('counts its tokens', async () => {
    server.onMessage('hello', { content: 'yes' });
    const reply = await clientFor(server, { api })(question(), askIo());
    expect(reply).toMatchObject({
      ok: true,
      value: { usage: { prompt: expect.any(Number), completion: expect.any(Number) } },
    });
  });

  it('is asked for the schema of its answer', async () => {
    const bodies: string[] = [];
    const note = async (_: unknown, init?: RequestInit) => {
      bodies.push(String(init?.body));
      return new Response('', { status: 404 });
    };
    const format = { name: 'plan', schema: { type: 'object' } };
    await clientFor(server, { api, fetch: note })(question({ format }), askIo());
    expect(bodies.join()).toMatch(/"type":"json_schema".*"plan"/);
  });
});

describe('a server that takes no tools', () => {
  const refused = { error: { message: 'this model does not support tools' }, status: 400 };
  const withTools = ({ tools: given }: { tools?: unknown }) => Array.isArray(given) && given.length > 0;
  beforeEach(() => server.on({ predicate: withTools }, refused));

  it('is asked in words for a call or an answer, and its action is a call', async () => {
    server.onMessage(/./, { content: '{"tool":"search","args":{"pattern":"ring"}}' });
    const reply = await clientFor(server)(offering(), askIo());
    expect(reply).toMatchObject({
      ok: true,
      value: { text: '', calls: [{ tool: 'search', args: { pattern: 'ring' } }] },
    });
    const body = JSON.stringify(server.getLastRequest()?.body);
    expect(body).toContain('Searches the tree.');
    expect(body).toContain('pattern');
  });

  it('reads results as words, and its answer as the answer', async () => {
    server.onMessage(/./, { content: 'Sure:\n{"answer": {"found": "ring.c"}}' });
    const format = { name: 'found', schema: { type: 'object' } };
    const reply = await clientFor(server)(offering({ messages: FOLLOW_UP, format }), askIo());
    expect(reply).toMatchObject({ ok: true, value: { text: '{"found":"ring.c"}', calls: [] } });
    expect(JSON.stringify(server.getLastRequest()?.body)).toContain('Result of the call c1');
  });

  it('is not offered tools a second time', async () => {
    server.onMessage(/./, { content: '{"answer":"no"}' });
    const ask = clientFor(server);
    await ask(offering(), askIo());
    await ask(offering(), askIo());
    expect(server.getRequests().map(({ body }) => body?.tools !== undefined)).toEqual([true, false, false]);
  });

  it('may answer in words, which are its answer', async () => {
    server.onMessage(/./, { content: 'I do not know.' });
    expect(await clientFor(server)(offering(), askIo())).toMatchObject({
      ok: true,
      value: { text: 'I do not know.', calls: [] },
    });
  });
});

it('a server that knows no count of tokens is asked without it', async () => {
  const refused = { error: { message: 'unknown field stream_options' }, status: 422 };
  server.on({ predicate: (body) => JSON.stringify(body).includes('include_usage') }, refused);
  server.onMessage('hello', { content: 'yes' });
  expect(await clientFor(server)(question(), askIo())).toMatchObject({ ok: true, value: { text: 'yes' } });
});
