import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { playerOf, playingFor, switchRoles } from '../../../electron/agents/playing.js';
import { PolicySchema } from '../../../shared/policy.js';

const policy = PolicySchema.parse({ providers: { default: 'manual', roles: { CODER: 'openai' } } });
const playing = (asked: Parameters<typeof playingFor>[0], env: Record<string, string> = {}) =>
  playingFor(asked, { policy, env });

describe('who plays a role', () => {
  it('is said by the policy file, then by the command line', () => {
    expect(playing({ roles: {} })).toEqual({ provider: 'manual', roles: { CODER: 'openai' } });
    expect(playing({ roles: { CODER: 'rules' } })).toEqual({ provider: 'manual', roles: { CODER: 'rules' } });
    expect(playing({ provider: 'rules', roles: {} })).toEqual({ provider: 'rules', roles: {} });
    expect(playing({ provider: 'rules', roles: { ANALYST: 'mock' } }).roles).toEqual({ ANALYST: 'mock' });
  });

  it('is a mock where the environment says so, of all roles or of one', () => {
    const full = playing({ roles: {} }, { BENCHLOOP_FULL_MOCK: '1', BENCHLOOP_MOCK_CODER: '0' });
    expect(full.roles).toMatchObject({ ANALYST: 'mock', CODER: 'openai', TESTER: 'mock' });
    expect(playing({ roles: {} }, { BENCHLOOP_MOCK_TESTER: '1' }).roles).toEqual({
      CODER: 'openai',
      TESTER: 'mock',
    });
  });

  it('may be switched while the run goes on, each role for itself', async () => {
    const dir = mkdtempSync(path.join(tmpdir(), 'playing-'));
    onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
    const started = { provider: 'rules', roles: { CODER: 'manual' } } as const;
    await switchRoles(dir, { ANALYST: 'openai' });
    await switchRoles(dir, { CODER: 'mock' });
    expect(playerOf(started, dir, 'ANALYST')).toBe('openai');
    expect(playerOf(started, dir, 'CODER')).toBe('mock');
    expect(playerOf(started, dir, 'TESTER')).toBe('rules');
  });
});
