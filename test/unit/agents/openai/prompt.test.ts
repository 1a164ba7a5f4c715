import type { LLMock } from '@copilotkit/aimock';
import { afterEach, beforeEach, expect, it } from 'vitest';
import * as z from 'zod';
import type { Evidence } from '../../../../electron/agents/provider.js';
import {
  ANALYSIS,
  asked,
  benchOf,
  build,
  evidence,
  providerFor,
  RULES_ANALYSIS,
  startServer,
} from './bench.js';

const SOURCES = { 'src/ring.c': 'int next(int i)\n{\n    return i > 8 ? 0 : i;\n}\n' };
const GOOD = { file: 'src/ring.c', find: 'i > 8', replace: 'i >= 8' };
const NONE = { content: JSON.stringify({ edits: [], rationale: 'None.', confidence: 0.1 }) };

const RequestSchema = z.object({ messages: z.array(z.object({ content: z.string() })) });

let server: LLMock;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.stop());

/** Asks for edits; gives the whole text of the request. */
async function promptFor(more: Partial<Evidence> = {}): Promise<string> {
  server.onMessage(/./, NONE);
  await providerFor(server).propose(evidence(more), RULES_ANALYSIS, benchOf(SOURCES).io());
  const { messages } = RequestSchema.parse(server.getLastRequest()?.body);
  return messages.map(({ content }) => content).join('\n');
}

it('says nothing of "log only" unless that constraint is on', async () => {
  expect(await promptFor()).not.toMatch(/log only|diagnosis/i);
  expect(await promptFor({ constraints: ['smallest change'] })).not.toMatch(/log only/i);
  expect(await promptFor({ constraints: ['log only'] })).toMatch(/add only new lines/);
});

it('numbers the lines and says that the numbers are no part of the file', async () => {
  const prompt = await promptFor();
  expect(prompt).toContain('\n3|     return i > 8 ? 0 : i;\n');
  expect(prompt).toMatch(/not part of the file\. Leave them out of "find" and "replace"/);
});

it('names no number of edits, and gives the schema also to a server that ignores it', async () => {
  const prompt = await promptFor();
  expect(prompt).not.toMatch(/\b(one|two|three|five|single|an|\d+) edits?\b|at most \w+ edits/i);
  expect(prompt).toMatch(/schema and nothing else:\n\{.*"edits".*"rationale".*"confidence".*\}\n/);
});

it('says how many of what it counts are shown', async () => {
  const attempts = Array.from({ length: 5 }, (_, i) => ({ patch: `patch ${i}`, outcome: 'no', cases: [] }));
  const logs = Array.from({ length: 6 }, (_, i) => ({ name: `log ${i}`, text: 'x' }));
  const broken = {
    ...build(false),
    diagnostics: Array.from({ length: 30 }, () => build(false, 'bad').diagnostics).flat(),
  };
  const prompt = await promptFor({ attempts, logs, build: broken });
  expect(prompt).toContain('(the last 3 of 5 are shown)');
  expect(prompt).toContain('(the first 4 of 6 are shown)');
  expect(prompt).toContain('30 diagnostics (the first 20 of 30 are shown)');
});

it('marks the data of each request with an id of its own, which can be given', async () => {
  const trial = { applies: true, refused: null, build: build(false, 'j undeclared'), test: null };
  const edits = (replace: string) => ({
    content: JSON.stringify({ edits: [{ ...GOOD, replace }], rationale: 'r', confidence: 0.8 }),
  });
  server.onTurn(1, /./, edits('i >= 8'));
  server.onTurn(0, /./, edits('j >= 8'));
  let last = 0;
  const provider = providerFor(server, { newId: () => `id-${++last}` });
  await provider.propose(evidence(), RULES_ANALYSIS, benchOf(SOURCES, [trial]).io());
  const [first, second] = asked(server);
  expect(first).toContain('</data id-1>');
  expect(first).not.toContain('id-2');
  expect(second).toMatch(/<data id-2 [^>]*>.*j undeclared.*<\/data id-2>/);
});

it('keeps ids apart without being told to', async () => {
  server.onMessage(/./, { content: JSON.stringify(ANALYSIS) });
  const { io } = benchOf(SOURCES);
  for (let i = 0; i < 2; i++) await providerFor(server).analyse(evidence(), io());
  const ids = asked(server).map((text) => /<data ([0-9a-f]{16}) /.exec(text)?.[1]);
  expect(new Set(ids).size).toBe(2);
  expect(ids).not.toContain(undefined);
});
