import type { LLMock } from '@copilotkit/aimock';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Trial } from '../../../../electron/agents/provider.js';
import { asked, benchOf, build, evidence, providerFor, RULES_ANALYSIS, startServer } from './bench.js';

const SOURCES = { 'src/ring.c': 'int next(int i)\n{\n    return i > 8 ? 0 : i;\n}\n' };
const GOOD = { file: 'src/ring.c', find: 'i > 8', replace: 'i >= 8' };
const PATCH = `--- a/src/ring.c
+++ b/src/ring.c
@@ -1,4 +1,4 @@
 int next(int i)
 {
-    return i > 8 ? 0 : i;
+    return i >= 8 ? 0 : i;
 }
`;

let server: LLMock;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.stop());

const edits = (...list: unknown[]) => ({
  content: JSON.stringify({ edits: list, rationale: 'The index may reach the size.', confidence: 0.8 }),
});
const failing = (trial: Partial<Trial>): Trial => ({
  applies: true,
  refused: null,
  build: null,
  test: null,
  ...trial,
});
const propose = (bench: ReturnType<typeof benchOf>) =>
  providerFor(server).propose(evidence(), RULES_ANALYSIS, bench.io());

describe('a proposal', () => {
  it('is a patch made of exact edits, and was built once before', async () => {
    const bench = benchOf(SOURCES);
    server.onMessage('ring.c', edits(GOOD));
    expect(await propose(bench)).toEqual({
      ok: true,
      value: {
        patch: PATCH,
        rationale: 'model: “The index may reach the size.”',
        confidence: 0.8,
        alternatives: [],
      },
    });
    expect(bench.tried).toEqual([PATCH]);
  });

  it('is empty where the model cannot help, and nothing is built', async () => {
    const bench = benchOf(SOURCES);
    server.onMessage('ring.c', edits());
    expect(await propose(bench)).toMatchObject({ ok: true, value: { patch: '' } });
    expect(bench.tried).toEqual([]);
  });

  it.each([
    [
      "does not build, with the compiler's words",
      failing({ build: build(false, 'j undeclared') }),
      /j undeclared/,
    ],
    [
      'is refused by the policy',
      failing({ refused: 'test files are protected' }),
      /test files are protected/,
    ],
    ['does not apply', failing({ applies: false }), /does not apply/],
  ])('is asked for once more where it %s', async (_why, trial, words) => {
    const bench = benchOf(SOURCES, [trial]);
    server.onTurn(1, words, edits(GOOD));
    server.onTurn(0, 'ring.c', edits({ ...GOOD, replace: 'j >= 8' }));
    expect(await propose(bench)).toMatchObject({ ok: true, value: { patch: PATCH } });
    expect(bench.tried).toHaveLength(2);
  });

  it.each([
    ['text that does not occur', { ...GOOD, find: 'i > 9' }, 'does not occur'],
    ['text that occurs twice', { ...GOOD, find: 'int' }, 'more than once'],
    [
      'a file that was not shown',
      { ...GOOD, file: '../../etc/passwd' },
      'not one of the files that may be changed',
    ],
    ['no text at all', { ...GOOD, find: '' }, 'is empty'],
    ['no change', { ...GOOD, replace: 'i > 8' }, 'change nothing'],
  ])('is a MODEL_FAILURE, and nothing is built, where both answers edit %s', async (_what, edit, words) => {
    const bench = benchOf(SOURCES);
    server.onMessage(/./, edits(edit));
    const proposal = await propose(bench);
    expect(proposal).toMatchObject({ ok: false, error: { code: 'MODEL_FAILURE' } });
    expect(!proposal.ok && proposal.error.message).toContain(words);
    expect(asked(server)).toHaveLength(2);
    expect(bench.tried).toEqual([]);
  });
});

describe('edits that came with the analysis', () => {
  const analysis = { ...RULES_ANALYSIS, root_cause: 'model: “wrap”', edits: [GOOD] };
  const withEdits = (bench: ReturnType<typeof benchOf>, constraints: string[] = []) =>
    providerFor(server).propose(evidence({ constraints }), analysis, bench.io());

  it('are the proposal, after a trial and without a request', async () => {
    const bench = benchOf(SOURCES);
    expect(await withEdits(bench)).toMatchObject({
      ok: true,
      value: { patch: PATCH, rationale: 'model: “wrap”' },
    });
    expect(bench.tried).toEqual([PATCH]);
    expect(asked(server)).toHaveLength(0);
  });

  it('go back once with the reason where they do not build', async () => {
    const bench = benchOf(SOURCES, [failing({ build: build(false, 'j undeclared') })]);
    server.onMessage(/j undeclared/, edits({ ...GOOD, replace: 'i > 7' }));
    const proposal = await withEdits(bench);
    expect(proposal.ok && proposal.value.patch).toContain('+    return i > 7');
    expect(asked(server)).toHaveLength(1);
    expect(asked(server)[0]).toContain('i >= 8');
  });

  it('are not taken where only prints may be added', async () => {
    server.onMessage(/./, edits());
    expect(await withEdits(benchOf(SOURCES), ['log only'])).toMatchObject({ ok: true, value: { patch: '' } });
    expect(asked(server)).toHaveLength(1);
  });
});
