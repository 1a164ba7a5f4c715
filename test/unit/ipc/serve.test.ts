import { describe, expect, it } from 'vitest';
import { serveChat } from '../../../electron/ipc/chat.js';
import type { Desktop } from '../../../electron/ipc/desktop.js';
import { receiveCalls } from '../../../electron/ipc/receive.js';
import { fromOurPage, serve } from '../../../electron/ipc/serve.js';
import { serveBench } from '../../../electron/ipc/serve-bench.js';
import { CHANNELS } from '../../../shared/channels.js';
import type { Handlers, HandlersOf } from '../../../shared/ipc.js';
import { fail, ok } from '../../../shared/problem.js';
import { scriptedCore } from '../../fixtures/ipc/scripted-core.js';

type Listener = (event: string, input: unknown) => Promise<unknown>;

const runHandlers: HandlersOf<'runs'> = {
  about: () =>
    ok({
      version: '1',
      electron: '',
      chrome: '',
      node: '',
      runtime: 'official',
      platform: '',
      sandbox: true,
      home: '',
    }),
  speak: () => ok(undefined),
  again: () => ok({ run: 'r' }),
  modelProblem: () => ok(null),
  openTask: () => ok(undefined),
  acceptOffer: () => ok({ question: '', subject: '', binding: '' }),
  acceptRun: () => ok({ branch: '' }),
  profiles: () => ok({ profiles: [], problems: [] }),
  demos: () => ok([]),
  runs: () =>
    ok({ topic: 'runs', revision: 0, runs: [], waiting: [], quarantined: [], started: null, problem: null }),
  watch: ({ run }) => fail({ code: 'RUN_NOT_FOUND', message: run }),
  pickTask: () => ok({ taskFile: null }),
  start: ({ taskFile }) => ok({ run: taskFile }),
  startDemo: ({ name }) => ok({ run: name }),
  nextStep: () => ok(undefined),
  resume: ({ run }) => ok({ run }),
  abort: () => ok(undefined),
  answer: () => ok(undefined),
  exportReport: () => ok({ file: null }),
  openFolder: () => ok(undefined),
};
const desktop: Desktop = {
  chooseFile: async () => null,
  chooseFolder: async () => null,
  copyText: () => undefined,
  chooseExport: async () => null,
  openFile: async () => '',
  showInFolder: () => undefined,
  openFolder: async () => '',
};
const bench = serveBench(
  { core: scriptedCore(), desktop, home: '', brokerFile: '', onFlashQuestion: () => undefined },
  () => () => undefined,
);
const sessionHandlers: HandlersOf<'sessions'> = {
  ask: ({ text }) => ok({ run: text }),
  pickRepository: () => ok({ folder: null }),
  say: () => ok(undefined),
  undo: () => ok(undefined),
  callResult: () => ok({ diff: null, output: '', cut: false }),
  promptRecord: ({ file }) => fail({ code: 'ARTIFACT_MISSING', message: file }),
  waitingPrompts: () => ok([]),
  copyPrompt: () => ok(undefined),
  replyByHand: () => ok(undefined),
  spending: () => ok(null),
};
const campaigns: HandlersOf<'campaigns'> = {
  startCampaign: () => ok({ run: 'r1' }),
  deliver: () => ok({ run: 'r1' }),
  setMock: () => ok(undefined),
  handedOver: () => ok({ text: '', cut: false }),
  consoleRange: () => ok({ first: 1, last: 0 }),
};
const noKeys = () => ok({ keys: [], keeps: false });
const keyHandlers: HandlersOf<'keys'> = { keys: noKeys, giveKey: noKeys, removeKey: noKeys };
const chat = serveChat({ core: scriptedCore(), desktop }, () => undefined);
const handlers: Handlers = {
  ...{ ...runHandlers, ...sessionHandlers, ...campaigns, ...keyHandlers },
  ...{ ...chat.handlers, ...bench.handlers },
};

function served(own: Partial<Handlers> = {}) {
  const listeners = new Map<string, Listener>();
  const refused: string[] = [];
  const answering = serve<string>(
    { ...handlers, ...own },
    (event) => event === 'ours',
    (channel) => refused.push(channel),
  );
  receiveCalls({ handle: (name, listener) => listeners.set(name, listener) }, Promise.resolve(answering));
  const call = (channel: string, input?: unknown, event = 'ours') => {
    const listener = listeners.get(`benchloop:${channel}`);
    if (listener === undefined) throw new Error(`nobody answers ${channel}`);
    return listener(event, input);
  };
  return { call, listeners, refused };
}

describe('serve', () => {
  it('answers every channel of the contract and no other', () => {
    expect([...served().listeners.keys()]).toEqual(CHANNELS.map((channel) => `benchloop:${channel}`));
  });

  it('hands a well-formed call over and answers with a result', async () => {
    const start = { taskFile: 't.yaml', provider: 'rules', approvals: ['build'], pace: 'full' };
    expect(await served().call('start', start)).toEqual({ ok: true, value: { run: 't.yaml' } });
  });

  it('gives an expected failure of the handler back as it is', async () => {
    expect(await served().call('watch', { run: 'x', beside: [] })).toEqual({
      ok: false,
      error: { code: 'RUN_NOT_FOUND', message: 'x' },
    });
  });

  it.each([
    ['start', { taskFile: 5, provider: 'rules', approvals: 'ask', pace: 'full' }],
    ['start', { taskFile: 't', provider: 'shell', approvals: 'ask', pace: 'full' }],
    ['start', { taskFile: 't', provider: 'rules', approvals: ['question'], pace: 'full' }],
    ['start', { taskFile: 't', provider: 'rules', approvals: 'ask', pace: 'full', confirm: true }],
    ['start', undefined],
    ['answer', { run: 'r', gate: 'g', binding: 'b', answer: 'maybe' }],
    ['watch', { run: '', beside: [] }],
    ['watch', 'r1'],
    ['about', { run: 'r1' }],
  ])('refuses a malformed call of %s before the handler sees it: %j', async (channel, input) => {
    const seen = served({
      start: () => {
        throw new Error('reached');
      },
    });
    expect(await seen.call(channel, input)).toMatchObject({
      ok: false,
      error: { code: 'USAGE', where: channel },
    });
  });

  it('refuses a call from another page, and tells so', async () => {
    const seen = served();
    expect(await seen.call('runs', undefined, 'theirs')).toMatchObject({
      ok: false,
      error: { code: 'USAGE' },
    });
    expect(seen.refused).toEqual(['runs']);
  });

  it('does not let an answer out that breaks the contract', async () => {
    const broken = served({ pickTask: () => ok(JSON.parse('{"taskFile":7}')) });
    await expect(broken.call('pickTask')).rejects.toThrow();
  });
});

describe('fromOurPage', () => {
  const contents = {};
  const frame = { url: 'app://benchloop/index.html', parent: null };

  it('accepts the main frame of our window on our origin', () => {
    expect(fromOurPage({ sender: contents, senderFrame: frame }, contents, 'app://benchloop')).toBe(true);
  });

  it.each([
    ['a sub-frame', { sender: contents, senderFrame: { ...frame, parent: frame } }],
    ['a frame that is gone', { sender: contents, senderFrame: null }],
    ['another window', { sender: {}, senderFrame: frame }],
    ['another host', { sender: contents, senderFrame: { ...frame, url: 'app://benchloop.evil/index.html' } }],
    ['another scheme', { sender: contents, senderFrame: { ...frame, url: 'https://benchloop/index.html' } }],
    ['an empty page', { sender: contents, senderFrame: { ...frame, url: '' } }],
  ])('refuses %s', (_name, source) => {
    expect(fromOurPage(source, contents, 'app://benchloop')).toBe(false);
  });
});
