import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { LLMock } from '@copilotkit/aimock';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { AskIo, ModelQuestion } from '../../../../electron/agents/model.js';
import type { ModelsOptions } from '../../../../electron/effects/models/connection.js';
import { openModels } from '../../../../electron/effects/models/open-models.js';
import { PolicySchema } from '../../../../shared/policy.js';
import { fail } from '../../../../shared/problem.js';
import { askIo } from '../../../fixtures/ask-io.js';
import { certificateIn } from '../../../fixtures/certificate.js';
import { question } from '../../../fixtures/question.js';
import { asked, startServer } from '../../agents/openai/bench.js';

let server: LLMock;
let home: string;
beforeEach(async () => {
  server = await startServer();
  server.onMessage(/./, { content: 'yes' });
  home = mkdtempSync(path.join(tmpdir(), 'asking-'));
});
afterEach(async () => {
  await server.stop();
  rmSync(home, { recursive: true, force: true });
});

const SECRET = question({
  messages: [{ role: 'user', content: '#define WIFI_PASSWORD "hunter22"' }],
  files: ['src/wifi.c'],
});

/** The model that plays ANALYST in a run with that policy. */
function seats(policy: object = {}, more: Partial<ModelsOptions> = {}) {
  const opened = openModels({
    home,
    dir: path.join(home, 'runs', 'r1'),
    playing: { provider: 'openai', roles: {} },
    policy: PolicySchema.parse(policy),
    inputs: [],
    env: { BENCHLOOP_OPENAI_BASE_URL: `${server.url}/v1`, BENCHLOOP_OPENAI_MODEL: 'first' },
    now: () => 0,
    ...more,
  });
  if (!opened.ok) throw new Error('not opened');
  return opened.value;
}
const ask = async (asking: ModelQuestion, io: AskIo, policy?: object) =>
  seats(policy).of('ANALYST')?.(asking, io);
const ledger = (): Record<string, unknown>[] => {
  const file = path.join(home, 'egress.jsonl');
  return existsSync(file)
    ? readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    : [];
};

it('a request takes the key that there is when it is made', async () => {
  await server.stop();
  server = await startServer(['sk-the-next-key']);
  server.onMessage(/./, { content: 'yes' });
  const env: NodeJS.ProcessEnv = {
    BENCHLOOP_OPENAI_BASE_URL: `${server.url}/v1`,
    ...{ BENCHLOOP_OPENAI_MODEL: 'first', OPENAI_API_KEY: 'sk-the-first-key' },
  };
  const model = seats({}, { env }).of('ANALYST');
  expect(await model?.(question(), askIo())).toMatchObject({ error: { code: 'PROVIDER_AUTH_ERROR' } });
  env.OPENAI_API_KEY = 'sk-the-next-key';
  expect(await model?.(question(), askIo({ visit: 'main.2' }))).toMatchObject({ value: { text: 'yes' } });
});

describe('a request to a model', () => {
  it('is in the ledger and in a record, with placeholders for secrets, which its reply gets back', async () => {
    server.reset();
    server.onMessage(/./, { content: 'set __BENCHLOOP_PASSWORD_1__' });
    const told: string[] = [];
    const reply = await ask(SECRET, askIo({ onRecord: (file) => told.push(file) }));
    expect(reply).toMatchObject({ ok: true, value: { text: 'set hunter22' } });
    expect(asked(server).join()).not.toContain('hunter22');
    expect(told).toEqual(['prompts/main.1.1.json']);
    const record = readFileSync(path.join(home, 'runs/r1/prompts/main.1.1.json'), 'utf8');
    expect(record).not.toContain('hunter22');
    expect(ledger()).toMatchObject([
      { run: 'r1', record: told[0], files: ['src/wifi.c'], status: 'sent', replaced: { PASSWORD: 1 } },
      { run: 'r1', status: 'answered' },
    ]);
  });

  it('that was answered before a restart is not sent again', async () => {
    await ask(question(), askIo());
    expect(await ask(question(), askIo())).toMatchObject({ ok: true, value: { text: 'yes' } });
    expect(asked(server)).toHaveLength(1);
  });

  it.each([
    ['offline', { offline: true }],
    ['another host is the only one', { hosts: ['models.example'] }],
    ['the budget is spent', { budget: { tokens: 1 } }],
  ])('is not sent where the policy says that %s', async (_, policy) => {
    expect(await ask(question(), askIo(), policy)).toMatchObject({
      ok: false,
      error: { code: 'POLICY_VIOLATION' },
    });
    expect(asked(server)).toEqual([]);
    expect(ledger()).toEqual([]);
  });

  it('is not sent where a person says no, who is told host, bytes and files', async () => {
    const told: unknown[] = [];
    const maySend: AskIo['maySend'] = async (what) => {
      told.push(what);
      return fail({ code: 'POLICY_VIOLATION', message: 'no' });
    };
    expect(await ask(SECRET, askIo({ maySend }))).toMatchObject({
      ok: false,
      error: { code: 'POLICY_VIOLATION' },
    });
    expect(told).toEqual([
      { host: new URL(server.url).host, bytes: expect.any(Number), files: ['src/wifi.c'] },
    ]);
    expect(asked(server)).toEqual([]);
  });
});

describe('a server whose certificate only BENCHLOOP_CA_FILE knows', () => {
  it('is asked where that names it, and not without', async () => {
    const { key, cert, file } = certificateIn(home, ['IP:127.0.0.1']);
    const secure = createServer({ key, cert }, (asking, answer) => {
      const on = request(
        `${server.url}${asking.url}`,
        { method: 'POST', headers: asking.headers },
        (from) => {
          answer.writeHead(from.statusCode ?? 500, from.headers);
          from.pipe(answer);
        },
      );
      asking.pipe(on);
    });
    await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      secure.close();
      secure.closeAllConnections();
    });
    const { port } = secure.address() as AddressInfo;
    const settings = {
      BENCHLOOP_OPENAI_BASE_URL: `https://127.0.0.1:${port}/v1`,
      BENCHLOOP_OPENAI_MODEL: 'first',
    };
    const modelBy = (env: NodeJS.ProcessEnv) => seats({}, { env: { ...settings, ...env } }).of('ANALYST');
    expect(await modelBy({ BENCHLOOP_CA_FILE: file })?.(question(), askIo())).toMatchObject({
      ok: true,
      value: { text: 'yes' },
    });
    const stranger = askIo({ visit: 'main.2' });
    expect(await modelBy({})?.(question(), stranger)).toMatchObject({
      ok: false,
      error: {
        code: 'PROVIDER_NETWORK_ERROR',
        message: expect.stringContaining('self-signed certificate'),
        next: expect.stringContaining('BENCHLOOP_CA_FILE'),
      },
    });
  });
});

describe('the models of a run', () => {
  it('are refused where the policy does not allow the provider', () => {
    const opened = () => seats({ allowedProviders: ['rules', 'manual'] });
    expect(opened).toThrow('not opened');
  });

  it('ask nobody for a role that rules play, and write nothing', () => {
    const none = seats({}, { playing: { provider: 'rules', roles: {} }, env: {} });
    expect(none.of('ANALYST')).toBeNull();
    expect(readdirSync(home)).toEqual([]);
  });

  it('wait for a person where the role is played by hand, and take up the reply from the record', async () => {
    const byHand: AskIo['byHand'] = async ({ file }) => {
      const record = path.join(home, 'runs/r1', file);
      const waiting = JSON.parse(readFileSync(record, 'utf8'));
      writeFileSync(
        record,
        JSON.stringify({ ...waiting, reply: { text: 'by hand', calls: [], usage: null } }),
      );
      return 'replied';
    };
    const manual = seats({}, { playing: { provider: 'manual', roles: {} } }).of('ANALYST');
    expect(await manual?.(SECRET, askIo({ byHand }))).toMatchObject({ ok: true, value: { text: 'by hand' } });
    expect(await manual?.(question(), askIo())).toMatchObject({
      ok: false,
      error: { code: 'MODEL_FAILURE' },
    });
    const prompt = readFileSync(path.join(home, 'runs/r1/prompts/main.1.1.prompt.txt'), 'utf8');
    expect(prompt).toContain('__BENCHLOOP_PASSWORD_1__');
    expect(prompt).not.toContain('hunter22');
    expect(ledger()).toEqual([]);
  });

  it('tell a person why the last reply could not be used, and keep that beside it', async () => {
    const told: unknown[] = [];
    const byHand: AskIo['byHand'] = async ({ file, before }) => {
      const record = path.join(home, 'runs/r1', file);
      const reply = { text: 'no idea', calls: [], usage: null };
      writeFileSync(record, JSON.stringify({ ...JSON.parse(readFileSync(record, 'utf8')), reply }));
      told.push(before);
      return 'replied';
    };
    const manual = seats({}, { playing: { provider: 'manual', roles: {} } }).of('ANALYST');
    const reply = await manual?.(question(), askIo({ byHand, visit: 'main.1' }));
    const why = `Build: failed.\n<data 0123 "compiler">\nsrc/a.c:1: ${'x'.repeat(900)}\n</data 0123>`;
    if (reply?.ok) await reply.value.refuse?.(why);
    await manual?.(question(), askIo({ byHand, visit: 'main.3' }));
    await manual?.(question({ refused: 'the change does not apply' }), askIo({ byHand, visit: 'main.5' }));
    expect(told).toEqual([
      null,
      { prompt: 'main.1.1', why: expect.stringMatching(/^Build: failed\.\nsrc\/a\.c:1: x{500,580}$/) },
      { prompt: null, why: 'the change does not apply' },
    ]);
  });
});
