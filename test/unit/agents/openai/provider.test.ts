import type { LLMock } from '@copilotkit/aimock';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ANALYSIS, asked, benchOf, evidence, facts, KEY, providerFor, startServer } from './bench.js';

const SOURCES = { 'src/ring.c': 'int next(int i)\n{\n    return i > 8 ? 0 : i;\n}\n' };
const { io } = benchOf(SOURCES);

let server: LLMock;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.stop());

const answer = (value: unknown) => ({ content: typeof value === 'string' ? value : JSON.stringify(value) });

describe('a model that answers well', () => {
  it('gives an analysis with places in the files that it was shown', async () => {
    server.onMessage('ring.c', answer(ANALYSIS));
    const analysis = await providerFor(server).analyse(evidence(), io());
    expect(analysis).toMatchObject({
      ok: true,
      value: {
        root_cause: `model: “${ANALYSIS.root_cause}”`,
        confidence: 0.9,
        hypothesis_list: [{ cause: 'model: “wrap”', location: { file: 'src/ring.c', line: 2 } }],
        patch_plan: { files: ['src/ring.c'], diagnostic_only: false },
      },
    });
  });

  it('is asked for the schema in strict form, where nothing is optional', async () => {
    server.onMessage('ring.c', answer(ANALYSIS));
    await providerFor(server).analyse(evidence(), io());
    const format = server.getLastRequest()?.body?.response_format;
    expect(format).toMatchObject({ type: 'json_schema', json_schema: { name: 'analysis', strict: true } });
    expect(JSON.stringify(format)).not.toContain('$schema');
  });

  it('loses the files and lines that it made up', async () => {
    const hypotheses = [{ ...ANALYSIS.hypotheses[0], file: 'src/invented.c' }];
    server.onMessage('ring.c', answer({ ...ANALYSIS, hypotheses, files_to_change: ['/etc/passwd'] }));
    const analysis = await providerFor(server).analyse(evidence(), io());
    expect(analysis).toMatchObject({ ok: true, value: { patch_plan: null } });
    expect(JSON.stringify(analysis)).not.toContain('invented.c');
  });

  it('is believed in prose, in a code fence and with small mistakes in the JSON', async () => {
    const text = `<think>{maybe?}</think>Here it is {as asked}:\n\`\`\`json\n${JSON.stringify(ANALYSIS).replace(/}$/, ',}')}\n\`\`\``;
    server.onMessage('ring.c', answer(text));
    const analysis = await providerFor(server).analyse(evidence(), io());
    expect(analysis).toMatchObject({ ok: true, value: { confidence: 0.9 } });
    expect(asked(server)).toHaveLength(1);
  });
});

describe('a model that answers badly', () => {
  it.each([
    ['text without JSON', 'I would rather not say.'],
    ['half an object', '{"root_cause": "wrap", "hypo'],
    ['values outside the schema', { ...ANALYSIS, confidence: 7 }],
  ])('is asked once more after %s, with what was wrong', async (_what, bad) => {
    server.onTurn(0, 'ring.c', answer(bad));
    server.onTurn(1, /cannot be used/, answer(ANALYSIS));
    const analysis = await providerFor(server).analyse(evidence(), io());
    expect(analysis).toMatchObject({ ok: true, value: { confidence: 0.9 } });
    expect(asked(server)).toHaveLength(2);
  });

  it('is a MODEL_FAILURE after the second bad answer, and not asked a third time', async () => {
    server.onMessage(/./, answer({ confidence: 7 }));
    const analysis = await providerFor(server).analyse(evidence(), io());
    expect(analysis).toMatchObject({ ok: false, error: { code: 'MODEL_FAILURE' } });
    expect(asked(server)).toHaveLength(2);
  });
});

describe('the modes of a run', () => {
  it('ask the other model in mode other_model', async () => {
    server.on({ model: 'second' }, answer(ANALYSIS));
    const provider = providerFor(server, { otherModel: 'second' });
    const analysis = await provider.analyse(evidence({ mode: 'other_model' }), io());
    expect(analysis).toMatchObject({ ok: true, value: { reason: `model: “${ANALYSIS.reason}”` } });
  });

  it('fall back to rules where the other model fails too, and say why', async () => {
    server.on({ model: 'second' }, answer('no'));
    const provider = providerFor(server, { otherModel: 'second' });
    const analysis = await provider.analyse(evidence({ mode: 'other_model' }), io());
    expect(analysis).toMatchObject({ ok: true, value: { root_cause: 'found by rules' } });
    expect(analysis.ok && analysis.value.reason).toMatch(/Judged by rules.*no JSON object.*Rules say so\.$/);
  });

  it('fall back to rules where no other model is configured, still naming the first failure', async () => {
    server.on({ model: 'first' }, answer('no'));
    const provider = providerFor(server);
    await provider.analyse(evidence(), io());
    const analysis = await provider.analyse(evidence({ mode: 'other_model' }), io());
    expect(analysis.ok && analysis.value.reason).toMatch(
      /Judged by rules, because the model could not be used/,
    );
    expect(asked(server)).toHaveLength(2);
  });

  it('ask no model at all in mode rules', async () => {
    const proposal = await providerFor(server).propose(
      evidence({ mode: 'rules' }),
      { root_cause: null, hypothesis_list: [], patch_plan: null, confidence: 0.5, reason: '' },
      io(),
    );
    expect(proposal).toMatchObject({ ok: true, value: { patch: '' } });
    expect(asked(server)).toEqual([]);
  });
});

describe('a decision', () => {
  const PASS = { status: 'PASS', next_action: 'CONTINUE', confidence: 0.9, reasoning: 'All good.' };
  const judging = io();

  it("is the model's where it agrees with the facts", async () => {
    server.onMessage(/./, answer(PASS));
    const decision = await providerFor(server).decide(
      evidence(),
      facts({ targetsPass: true, failing: [] }),
      judging,
    );
    expect(decision).toEqual({ ok: true, value: PASS });
  });

  it.each([
    ['a target case fails', {}],
    ['a case regressed', { targetsPass: true, regressions: ['crc_ok'] }],
    ['a held-out case fails', { targetsPass: true, heldOutFailed: true }],
  ])('is made by rules where the model says PASS although %s', async (_why, more) => {
    server.onMessage(/./, answer(PASS));
    const decision = await providerFor(server).decide(evidence(), facts(more), judging);
    expect(decision).toMatchObject({ ok: true, value: { status: 'FAIL' } });
    expect(decision.ok && decision.value.reasoning).toContain('called PASS what the test results do not');
  });

  it.each([
    ['calls it FAIL', { status: 'FAIL' }],
    ['wants it taken back', { next_action: 'ROLLBACK' }],
    ['wants to stop', { status: 'INCONCLUSIVE', next_action: 'ABORT' }],
  ])('is made by rules where every test passes and the model %s', async (_what, more) => {
    server.onMessage(/./, answer({ ...PASS, ...more }));
    const all = facts({ targetsPass: true, failing: [] });
    const decision = await providerFor(server).decide(evidence(), all, judging);
    expect(decision.ok && decision.value.reasoning).toMatch(
      /gave up a change that passes every test.*Rules say so/,
    );
  });

  it('is made by rules where the server is gone, so that the test run is not lost', async () => {
    const provider = providerFor(server, { baseURL: 'http://127.0.0.1:1/v1' });
    const decision = await provider.decide(evidence(), facts(), judging);
    expect(decision).toMatchObject({ ok: true, value: { status: 'FAIL' } });
    expect(decision.ok && decision.value.reasoning).toContain('connection failed');
  });
});

it('never sends the key in a prompt', async () => {
  server.onMessage(/./, answer(ANALYSIS));
  await providerFor(server).analyse(evidence(), io());
  expect(asked(server).join()).not.toContain(KEY);
});
