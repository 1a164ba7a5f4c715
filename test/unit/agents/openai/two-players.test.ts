import type { LLMock } from '@copilotkit/aimock';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createModelProvider } from '../../../../electron/agents/openai/provider.js';
import type { Provider } from '../../../../electron/agents/provider.js';
import type { Role } from '../../../../shared/role.js';
import { testGrammar } from '../../../fixtures/rules-unit.js';
import { ANALYSIS, asked, benchOf, clientFor, evidence, startServer } from './bench.js';

const SOURCES = { 'src/ring.c': 'int next(int i)\n{\n    return i > 8 ? 0 : i;\n}\n' };
const edit = (replace: string) => ({ file: 'src/ring.c', find: 'i > 8', replace });
const OF_ANALYST = { ...ANALYSIS, edits: [edit('i == 8')] };
const OF_CODER = { edits: [edit('i >= 8')], rationale: 'The limit.', confidence: 0.9 };

let server: LLMock;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.stop());

/** A provider whose roles are played by whom `who` says now; all answer through the mock server. */
function providerWith(who: Partial<Record<Role, 'openai' | 'manual'>>): Provider {
  const ask = clientFor(server);
  const seats = {
    ...{ of: () => ask, other: () => null, name: () => 'm' },
    provider: (role: Role) => who[role] ?? 'openai',
  };
  const unused = () => Promise.reject(new Error('rules are not asked'));
  const fallback = { name: 'rules', analyse: unused, propose: unused, decide: unused };
  return createModelProvider({ seats, fallback, grammar: testGrammar });
}

const patched = async (provider: Provider, analysis: Parameters<Provider['propose']>[1]) => {
  server.onMessage(/./, { content: JSON.stringify(OF_CODER) });
  const proposed = await provider.propose(evidence(), analysis, benchOf(SOURCES).io());
  return proposed.ok ? proposed.value.patch : proposed.error;
};

describe('edits that come with an analysis', () => {
  it('are asked for and kept where one model analyses and codes', async () => {
    server.onMessage(/./, { content: JSON.stringify(OF_ANALYST) });
    const analysed = await providerWith({}).analyse(evidence(), benchOf(SOURCES).io());
    expect(analysed).toMatchObject({ ok: true, value: { edits: [edit('i == 8')] } });
    expect(asked(server).join()).toContain('give the whole repair at once');
  });

  it('are neither asked for nor kept where somebody else codes', async () => {
    server.onMessage(/./, { content: JSON.stringify(OF_ANALYST) });
    const analysed = await providerWith({ CODER: 'manual' }).analyse(evidence(), benchOf(SOURCES).io());
    expect(asked(server).join()).not.toContain('give the whole repair at once');
    expect(analysed.ok && analysed.value.edits).toBeUndefined();
  });

  it('are not taken where somebody else codes from now on', async () => {
    const who: Parameters<typeof providerWith>[0] = {};
    const provider = providerWith(who);
    server.onMessage(/./, { content: JSON.stringify(OF_ANALYST) });
    const analysed = await provider.analyse(evidence(), benchOf(SOURCES).io());
    if (!analysed.ok) throw new Error('no analysis');
    server.reset();
    who.CODER = 'manual';
    expect(await patched(provider, analysed.value)).toContain('+    return i >= 8 ? 0 : i;');
    who.CODER = 'openai';
    server.reset();
    expect(await patched(provider, analysed.value)).toContain('+    return i == 8 ? 0 : i;');
    expect(server.getRequests()).toEqual([]);
  });
});
