import { LLMock } from '@copilotkit/aimock';
import { type ClientOptions, createClient } from '../../../../electron/agents/openai/client.js';
import { createModelProvider } from '../../../../electron/agents/openai/provider.js';
import type { Evidence, Provider, ProviderIo, Scratch, Trial } from '../../../../electron/agents/provider.js';
import type { Analysis, Decision, DecisionFacts, Proposal } from '../../../../shared/judgement.js';
import { fail, ok } from '../../../../shared/problem.js';
import type { BuildResult } from '../../../../shared/results.js';
import { askIo } from '../../../fixtures/ask-io.js';
import { testGrammar } from '../../../fixtures/rules-unit.js';

export const KEY = 'sk-test-0123456789abcdef';

/** Starts the mock server on a free port of the loopback interface. */
export async function startServer(keys?: string[]): Promise<LLMock> {
  const server = new LLMock({ port: 0, host: '127.0.0.1', ...(keys && { auth: { apiKeys: keys } }) });
  await server.start();
  return server;
}

export const RULES_ANALYSIS: Analysis = {
  root_cause: 'found by rules',
  hypothesis_list: [],
  patch_plan: null,
  confidence: 0.6,
  reason: 'Rules say so.',
};
const RULES_PROPOSAL: Proposal = {
  patch: '',
  rationale: 'Rules found none.',
  confidence: 0,
  alternatives: [],
};
const RULES_DECISION: Decision = {
  status: 'FAIL',
  next_action: 'CONTINUE',
  confidence: 0.9,
  reasoning: 'Rules say so.',
};

const rules: Provider = {
  name: 'rules',
  analyse: async () => ok(RULES_ANALYSIS),
  propose: async () => ok(RULES_PROPOSAL),
  decide: async () => ok(RULES_DECISION),
};

/** A client of the mock server. */
export const clientFor = (server: LLMock, more: Partial<ClientOptions> = {}) =>
  createClient({
    ...{ baseURL: `${server.url}/v1`, apiKey: KEY, model: 'first', api: 'chat', timeoutMs: 20_000 },
    ...more,
  });

export interface Setting extends Partial<ClientOptions> {
  otherModel?: string;
  newId?: () => string;
}

/** A provider all of whose roles the mock server plays. */
export function providerFor(server: LLMock, { otherModel, newId, ...more }: Setting = {}): Provider {
  const first = clientFor(server, more);
  const other = otherModel === undefined ? null : clientFor(server, { ...more, model: otherModel });
  const seats = { of: () => first, other: () => other, provider: () => 'openai', name: () => 'first' };
  return createModelProvider({ seats, fallback: rules, grammar: testGrammar, ...(newId && { newId }) });
}

export const evidence = (more: Partial<Evidence> = {}): Evidence => ({
  goal: 'All ring cases pass',
  iteration: 1,
  targets: ['*'],
  console: 'test/test_ring.c:9:ring_wraps:FAIL: Expected 8 Was 7\n',
  logs: [],
  build: null,
  test: null,
  baseline: null,
  attempts: [],
  mode: 'normal',
  constraints: [],
  ...more,
});

export const build = (success: boolean, message = ''): BuildResult => ({
  success,
  exit_code: success ? 0 : 2,
  timed_out: false,
  diagnostics: success ? [] : [{ severity: 'error', message, origin: 'compiler', fixits: [] }],
  artifacts: [],
  duration_ms: 1,
});

export const facts = (more: Partial<DecisionFacts> = {}): DecisionFacts => ({
  targetsPass: false,
  regressions: [],
  improved: false,
  failing: ['ring_wraps'],
  flaky: [],
  heldOutFailed: false,
  environmentSuspect: null,
  patched: true,
  byRules: RULES_DECISION,
  ...more,
});

const BUILDS: Trial = { applies: true, refused: null, build: build(true), test: null };

const NO_FILE = fail({
  code: 'UNHANDLED_EXCEPTION',
  message: 'no such file',
  where: 'bench',
  next: '',
} as const);

/** A scratch bench over texts in memory; those of `tests` are to read only; `trials` are what it answers, in turn, then that everything builds. */
export function benchOf(
  files: Readonly<Record<string, string>>,
  trials: Trial[] = [],
  tests: Readonly<Record<string, string>> = {},
) {
  const tried: (string | null)[] = [];
  const scratch: Scratch = {
    changeable: async () => Object.keys(files),
    readable: async () => [...Object.keys(files), ...Object.keys(tests)],
    read: async (file) => {
      const text = files[file] ?? tests[file];
      return text === undefined ? NO_FILE : ok(text);
    },
    runsTests: false,
    parallel: 1,
    try: async (patch) => {
      tried.push(patch);
      return trials.shift() ?? BUILDS;
    },
    deadline: Number.MAX_SAFE_INTEGER,
  };
  const io = (signal: AbortSignal = new AbortController().signal): ProviderIo => ({
    scratch,
    signal,
    asking: askIo({ signal }),
    progress: () => undefined,
  });
  return { io, tried };
}

export const ANALYSIS = {
  root_cause: 'the index wraps one too late',
  hypotheses: [{ cause: 'wrap', confidence: 0.9, file: 'src/ring.c', line: 2, evidence: ['ring_wraps'] }],
  files_to_change: ['src/ring.c'],
  change_points: ['next()'],
  expected_effect: 'ring_wraps passes',
  confidence: 0.9,
  reason: 'The comparison lets the index reach the size.',
};

/** Text of every request that the server got, in order. */
export const asked = (server: LLMock): string[] =>
  server.getRequests().map((entry) => JSON.stringify(entry.body));
