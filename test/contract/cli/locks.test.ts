import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type InProcess, inProcess } from '../../fixtures/in-process.js';
import { runIds } from '../../fixtures/loop/command-line.js';
import { connect } from '../../fixtures/loop/mcp-client.js';
import { git, TYPO } from '../../fixtures/loop/projects.js';
import { type Job, prepare } from '../loop/workshop.js';

let cli: InProcess;
beforeAll(async () => {
  cli = await inProcess();
});
afterAll(() => cli.close());

const BELIEVING = 'successConfidence: 0\n';

/** The policy of a person; in this file it locks as that of a computer does. */
function policy({ home }: Job, text: string): void {
  mkdirSync(home, { recursive: true });
  writeFileSync(path.join(home, 'policy.yaml'), text);
}

const command = ({ home, dir }: Job, args: string[]) => cli.run(args, { home, cwd: dir });
const branches = ({ repo }: Job): string => git(repo, 'branch', '--list', 'benchloop/*').trim();
const lastGate = (lines: readonly Record<string, unknown>[]) => lines.findLast(({ type }) => type === 'gate');

describe('locks.approve', () => {
  it('refuses every --approve that answers something, before anything begins', async () => {
    const job = prepare(cli, { edits: TYPO });
    policy(job, 'locks: { approve: true }\n');
    const commands = [
      ['run', job.task],
      ['ask', 'build it', '--task', job.task],
      ['coordinate', job.task, '--mode', 'implementation'],
    ];
    for (const [at, args] of commands.entries()) {
      const ran = await command(job, [...args, '--json', '--approve', at === 0 ? 'build' : 'all']);
      expect([args[0], ran.code]).toEqual([args[0], 2]);
      expect(ran.stdout + ran.stderr).toContain('locks.approve');
    }
    expect(runIds(job.home)).toEqual([]);
    const asked = await command(job, ['run', job.task, '--json', '--approve', 'none']);
    expect([asked.code, lastGate(asked.lines)]).toMatchObject([4, { scope: 'build', answer: null }]);
    const resumed = await command(job, ['resume', runIds(job.home)[0] ?? '', '--json', '--approve', 'all']);
    expect([resumed.code, resumed.stdout + resumed.stderr]).toMatchObject([
      2,
      expect.stringContaining('locks.approve'),
    ]);
  });

  it('takes the approvals of a run away that was started before it', async () => {
    const job = prepare(cli, { edits: TYPO });
    policy(job, BELIEVING);
    const started = await command(job, [
      'run',
      job.task,
      '--json',
      '--approve',
      'all',
      '--provider',
      'manual',
    ]);
    expect(started.code).toBe(4);
    const [run = ''] = runIds(job.home);
    policy(job, `${BELIEVING}locks: { approve: true }\n`);
    await command(job, ['provider', run, 'ANALYST=rules', 'CODER=rules']);
    const shown = JSON.parse((await command(job, ['show', run, '--json'])).stdout);
    const prompt = shown.gates.find((gate: { answer: unknown }) => gate.answer === null);
    await command(job, ['answer', run, prompt.gate, 'refused', '--code', prompt.code]);
    const resumed = await command(job, ['resume', run, '--json']);
    expect([resumed.code, lastGate(resumed.lines)]).toMatchObject([4, { scope: 'publish', answer: null }]);
    expect(branches(job)).toBe('');
  });
});

describe('locks.publish', () => {
  it('lets no branch be written, neither by a run, nor by a session', async () => {
    const job = prepare(cli, { edits: TYPO });
    policy(job, `${BELIEVING}locks: { publish: true }\n`);
    const ran = await command(job, ['run', job.task, '--json', '--approve', 'all']);
    expect(ran.lines.at(-1)).toMatchObject({
      ...{ type: 'report', branch: null, patch: expect.stringContaining('ring->count++') },
      last_error: { code: 'POLICY_VIOLATION' },
    });
    expect(branches(job)).toBe('');
    expect(ran.lines.filter(({ type, scope }) => type === 'gate' && scope === 'publish')).toEqual([]);
    const c = await connect(cli, { home: job.home, cwd: job.repo });
    const edits = [{ path: 'src/ring.c', find: 'ring->cuont++', replace: 'ring->count++' }];
    expect((await c.call('apply_patch', { edits })).result.ok).toBe(true);
    await c.close();
    const session = runIds(job.home).find((id) => id !== ran.lines.at(-1)?.run) ?? '';
    const [shown] = (await command(job, ['show', session, '--json'])).lines;
    expect(shown).toMatchObject({ report: { branch: null, patch: expect.any(String) }, gates: [] });
    expect(branches(job)).toBe('');
  });
});
