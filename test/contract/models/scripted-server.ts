import { type ChatCompletionRequest, LLMock } from '@copilotkit/aimock';

const ANALYSIS = {
  root_cause: 'the ring takes one byte too many',
  hypotheses: [
    { cause: 'the limit in ring_put', confidence: 0.9, file: 'src/ring.c', line: 11, evidence: [] },
  ],
  files_to_change: ['src/ring.c'],
  change_points: ['the comparison in ring_put'],
  expected_effect: 'ring_refuses_when_full passes',
  confidence: 0.9,
  reason: 'ring_put lets count exceed RING_SIZE',
};
const EDITS = {
  edits: [
    {
      file: 'src/ring.c',
      find: '    if (ring->count > RING_SIZE) {',
      replace: '    if (ring->count >= RING_SIZE) {',
    },
  ],
  rationale: 'The block is entered too late.',
  confidence: 0.9,
};
const DECISION = { status: 'PASS', next_action: 'CONTINUE', confidence: 0.95, reasoning: 'All cases pass.' };

/** What a model that knows the off-by-one answers, by judgement. */
export const REPLIES: Readonly<Record<string, string>> = {
  analysis: JSON.stringify(ANALYSIS),
  edits: JSON.stringify(EDITS),
  decision: JSON.stringify(DECISION),
};

/** A server on the loopback interface whose model repairs the off-by-one of the ring project. */
export async function repairingServer(): Promise<LLMock> {
  const server = new LLMock({ port: 0, host: '127.0.0.1' });
  await server.start();
  answerAll(server);
  return server;
}

export function answerAll(server: LLMock): void {
  for (const [judgement, content] of Object.entries(REPLIES))
    server.on({ predicate: asksFor(judgement) }, { content });
}

/** Of a request for that judgement. */
export const asksFor =
  (name: string) =>
  ({ response_format }: ChatCompletionRequest): boolean =>
    JSON.stringify(response_format ?? null).includes(`"name":"${name}"`);

export const settings = (server: LLMock): Record<string, string> => ({
  BENCHLOOP_OPENAI_BASE_URL: `${server.url}/v1`,
  BENCHLOOP_OPENAI_MODEL: 'm',
});
