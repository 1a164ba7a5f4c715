import { afterAll, describe } from 'vitest';
import { createRulesProvider } from '../../../electron/agents/rules/provider.js';
import { wasmFolder } from '../../fixtures/rules-unit.js';
import { asked, providerFor, startServer } from '../../unit/agents/openai/bench.js';
import { type Judgement, type ProviderKind, providerContract, THE_BUG } from './provider-contract.js';

const wasm = wasmFolder();
afterAll(wasm.remove);

const rules: ProviderKind = {
  name: 'rules',
  open: async () => ({ provider: createRulesProvider({ wasmDir: wasm.dir }) }),
  asks: false,
};

const [find, replace] = THE_BUG.right;
/** What a model that knows the answer says. */
const REPLIES: Record<Judgement, object> = {
  analyse: {
    root_cause: 'a comparison',
    hypotheses: [{ cause: 'a comparison', confidence: 0.9, file: 'src/unit.c', line: 1, evidence: [] }],
    files_to_change: ['src/unit.c'],
    change_points: [],
    expected_effect: 'it passes',
    confidence: 0.9,
    reason: 'The case says so.',
  },
  propose: {
    edits: [{ file: 'src/unit.c', find, replace }],
    rationale: 'The comparison was wrong.',
    confidence: 0.8,
  },
  decide: { status: 'FAIL', next_action: 'CONTINUE', confidence: 0.9, reasoning: 'A case fails.' },
};

const openai: ProviderKind = {
  name: 'openai',
  open: async (judgement, usable = true) => {
    const server = await startServer();
    const reply = usable ? REPLIES[judgement] : { confidence: 7 };
    server.onMessage(/./, { content: JSON.stringify(reply) });
    return {
      provider: providerFor(server),
      sent: () => asked(server).join('\n'),
      close: () => server.stop(),
    };
  },
  asks: true,
};

describe.each([rules, openai])('the provider "$name"', providerContract);
