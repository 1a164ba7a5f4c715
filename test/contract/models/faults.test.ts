import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { readReply } from '../../../electron/agents/judgement/reply.js';
import { ModelAnalysisSchema, ModelEditsSchema } from '../../../electron/agents/judgement/schemas.js';
import { formatOf } from '../../../electron/agents/judgement/structured.js';
import { ModelReviewSchema } from '../../../electron/agents/roundtable/review.js';
import { ModelTestSchema } from '../../../electron/agents/roundtable/test.js';
import { INTAKE, PLAN, RECOVER, STEP, SUMMARY } from '../../../electron/agents/session/judgements.js';
import { openModels } from '../../../electron/effects/models/open-models.js';
import { PolicySchema } from '../../../shared/policy.js';
import { askIo } from '../../fixtures/ask-io.js';
import {
  FAULTS,
  type Fault,
  faultyServer,
  KIND_OF,
  type Script,
} from '../../fixtures/faulty/faulty-server.js';
import { question } from '../../fixtures/question.js';
import { rightAnswer } from '../faulty/answers.js';

let home: string;
let server: Awaited<ReturnType<typeof faultyServer>>;
beforeAll(async () => {
  home = mkdtempSync(path.join(tmpdir(), 'faults-'));
  server = await faultyServer();
});
afterAll(async () => {
  await server.close();
  rmSync(home, { recursive: true, force: true });
});

const TOOL = { name: 'read_file', about: 'reads a file', parameters: { type: 'object' } };

/** Every request of the runs in test/contract/faulty: its schema, and whether tools are offered with it. */
const REQUESTS: readonly [judgement: string, schema: z.ZodType, tools: (typeof TOOL)[]][] = [
  ['analysis', ModelAnalysisSchema, []],
  ['edits', ModelEditsSchema, [TOOL]],
  ['review', ModelReviewSchema, []],
  ['test', ModelTestSchema, []],
  ...[INTAKE, PLAN, RECOVER, SUMMARY].map(
    ({ judgement, schema }) => [judgement, schema, []] as [string, z.ZodType, []],
  ),
  [STEP.judgement, STEP.schema, [TOOL]],
];

const rightly: Script['reply'] = ({ judgement }) => ({ text: rightAnswer(judgement) });
let runs = 0;

/** What a run of its own is given for one request: how its client says that it failed, or whether its reader can use the reply. */
async function outcome(
  judgement: string,
  schema: z.ZodType,
  tools: (typeof TOOL)[],
  fault?: Fault,
): Promise<string> {
  // only what never comes is waited for in vain, also on a slow computer
  const env = { ...server.env, ...(fault !== 'stall' && { BENCHLOOP_OPENAI_TIMEOUT_SEC: '60' }) };
  const opened = openModels({
    ...{ home, dir: path.join(home, 'runs', `r${++runs}`), playing: { provider: 'openai', roles: {} } },
    ...{ policy: PolicySchema.parse({}), inputs: [], env, now: () => 0 },
  });
  if (!opened.ok) throw new Error('not opened');
  const asked = question({ judgement, format: formatOf(judgement, schema), tools });
  const reply = await opened.value.of('ANALYST')?.(asked, askIo());
  if (!reply?.ok) return String(reply?.error.code);
  expect(reply.value.calls).toEqual([]);
  return readReply(reply.value.text, schema).ok ? 'usable' : 'unusable';
}

describe.each(REQUESTS)('a request for %s', (judgement, schema, tools) => {
  it('is answered by a server that is well', async () => {
    server.play({ reply: rightly });
    expect(await outcome(judgement, schema, tools)).toBe('usable');
  });

  it.each(FAULTS)('comes to what its table says with %s', async (as) => {
    server.play({ reply: rightly, fault: { at: 0, as } });
    expect(await outcome(judgement, schema, tools, as)).toBe(KIND_OF[as]);
    expect(server.asked()).toBe(1);
  });
});
