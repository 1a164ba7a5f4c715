import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { bundleCommandLine, type CommandLine, type Ran } from '../../fixtures/loop/command-line.js';
import { type Connected, connect, questionOf } from '../../fixtures/loop/mcp-client.js';
import { ringProject, TYPO } from '../../fixtures/loop/projects.js';
import { until } from '../../fixtures/until.js';

let cli: CommandLine;
let home: string;
let repo: string;
beforeAll(async () => {
  cli = await bundleCommandLine();
});
afterAll(() => cli.close());
beforeEach(() => {
  home = cli.freshHome();
  mkdirSync(home);
  mkdirSync(`${home}-user`);
  repo = ringProject(path.join(`${home}-user`, 'fw'), TYPO);
});

const policy = (text: string): void => writeFileSync(path.join(home, 'policy.yaml'), text);
const here = (): Promise<Connected> => connect(cli, { home, cwd: repo });
const command = (...args: string[]): Promise<Ran> => cli.run(args, { home, cwd: repo });

const ECHO = { argv: ['echo', 'hello'] };

describe('a call that a person has to agree to', () => {
  it('waits with notices until a person says yes in another process', async () => {
    const c = await here();
    const made = c.call('run_terminal_cmd', ECHO);
    const { notice, run, gate, code } = await questionOf(c);
    expect(notice).toContain('Run echo');
    const answered = await command('approve', run, gate, 'yes', '--code', code);
    expect(answered.stderr).toBe('');
    expect((await made).result).toMatchObject({ ok: true, payload: { exit_code: 0 } });
  });

  it('is denied where a person says no, and the same call is then refused unasked', async () => {
    const c = await here();
    const made = c.call('run_terminal_cmd', { argv: ['echo', 'a'], cwd: '.' });
    const { run, gate, code } = await questionOf(c);
    await command('approve', run, gate, 'no', '--code', code);
    expect((await made).result).toMatchObject({ ok: false, error: { code: 'E_POLICY_DENIED' } });
    const before = c.notices.length;
    const again = await c.call('run_terminal_cmd', { cwd: '.', argv: ['echo', 'a'] });
    expect(again.result).toMatchObject({ ok: false, error: { code: 'E_POLICY_DENIED' } });
    expect(again.text).toContain('nobody is asked again');
    expect(c.notices.slice(before).join('\n')).not.toContain('waits for a person');
  });

  it('closes the tool for other arguments too after two refusals', async () => {
    const c = await here();
    for (const word of ['a', 'b']) {
      const from = c.notices.length;
      const made = c.call('run_terminal_cmd', { argv: ['echo', word] });
      const { run, gate, code } = await questionOf(c, from);
      await command('approve', run, gate, 'no', '--code', code);
      await made;
    }
    const closed = await c.call('run_terminal_cmd', { argv: ['echo', 'c'] });
    expect(closed.text).toContain('E_POLICY_DENIED');
    expect(closed.text).toMatch(/the tool is closed.*benchloop reopen \S+ run_terminal_cmd/);
    expect((await c.call('list_files')).result.ok).toBe(true);
  });

  it('is asked about again after a person opened its tool again, which the client cannot', async () => {
    const c = await here();
    let run = '';
    const asks = async (word: string, answer: 'yes' | 'no') => {
      const from = c.notices.length;
      const made = c.call('run_terminal_cmd', { argv: ['echo', word] });
      const asked = await questionOf(c, from);
      run = asked.run;
      await command('approve', run, asked.gate, answer, '--code', asked.code);
      return (await made).result;
    };
    for (const word of ['a', 'b']) expect((await asks(word, 'no')).ok).toBe(false);
    expect((await command('reopen', run)).stdout).toContain('run_terminal_cmd: closed after 2 refusals');
    for (const tool of ['reopen', 'benchloop/reopen'])
      expect((await c.call(tool, { tool: 'run_terminal_cmd' })).result.ok).toBe(false);
    expect((await c.call('run_terminal_cmd', { argv: ['echo', 'c'] })).result.ok).toBe(false);
    expect((await command('reopen', run, 'run_terminal_cmd')).code).toBe(0);
    expect(await asks('a', 'yes')).toMatchObject({ ok: true, payload: { exit_code: 0 } });
    expect((await command('reopen', run)).stderr).toContain('Nothing was refused');
    expect(await asks('b', 'no')).toMatchObject({ ok: false });
    const { refused } = JSON.parse((await command('reopen', run, '--json')).stdout);
    expect(refused).toEqual([{ tool: 'run_terminal_cmd', refusals: 1, is_closed: false }]);
  });

  it('stays closed where nothing is to be opened, or the policy takes answers from the window only', async () => {
    const c = await here();
    const made = c.call('run_terminal_cmd', ECHO);
    const { run, gate, code } = await questionOf(c);
    await command('approve', run, gate, 'no', '--code', code);
    await made;
    expect(await command('reopen', run, 'read_file')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('no call of read_file was refused'),
    });
    policy('humanChannel: window\n');
    expect((await command('reopen', run, 'run_terminal_cmd')).stderr).toContain('humanChannel');
    policy('humanChannel: any\n');
    await c.close();
    expect((await command('reopen', run, 'run_terminal_cmd')).stderr).toContain('no connection of a client');
  });

  it('ends as denied where nobody answers in time, and a late yes does nothing', async () => {
    policy('gateWaitSec: 1\n');
    const c = await here();
    const made = c.call('run_terminal_cmd', { argv: ['touch', 'late'] });
    const { run, gate, code } = await questionOf(c);
    const { result } = await made;
    expect(result).toMatchObject({ ok: false, error: { code: 'E_POLICY_DENIED' } });
    const late = await command('approve', run, gate, 'yes', '--code', code);
    expect(late.code).toBe(2);
    expect((await c.call('list_files')).text).not.toContain('late');
  });

  it('takes its question away when the client waits no longer', async () => {
    const c = await here();
    const given = new AbortController();
    const made = c.call('run_terminal_cmd', { argv: ['touch', 'late'] }, given.signal).catch(() => null);
    const { run, gate, code } = await questionOf(c);
    given.abort();
    await made;
    await until(async () => (await c.call('list_files')).result.ok);
    expect((await command('approve', run, gate, 'yes', '--code', code)).code).toBe(2);
    expect((await c.call('list_files')).text).not.toContain('late');
  });

  it('is answered by nothing that the client can send', async () => {
    const c = await here();
    const made = c.call('run_terminal_cmd', { argv: ['touch', 'forged'] });
    const { run, gate, code } = await questionOf(c);
    const answer = { run, gate, answer: 'yes', code, confirm: true };
    for (const method of ['approve', 'elicitation/create', 'answer', 'benchloop/approve'])
      await expect(
        c.client.request({ method, params: { ...answer, action: 'accept' } }, z.unknown()),
      ).rejects.toThrow('Method not found');
    for (const method of ['notifications/elicitation/complete', 'notifications/approve'])
      await c.transport.send({ jsonrpc: '2.0', method, params: answer });
    await c.transport.send({ jsonrpc: '2.0', id: 1, result: { action: 'accept', content: answer } });
    for (const [name, args] of [
      ['approve', answer],
      ['run_terminal_cmd', { argv: ['touch', 'forged'], confirm: true }],
    ] as const)
      expect((await c.call(name, args)).result).toMatchObject({ ok: false, error: { code: 'E_CONFLICT' } });
    // it still waits for a person
    expect((await command('approve', run, gate, 'no', '--code', code)).code).toBe(0);
    expect((await made).result).toMatchObject({ ok: false, error: { code: 'E_POLICY_DENIED' } });
    expect((await c.call('list_files')).text).not.toContain('forged');
  });

  it('lets other calls fail at once meanwhile, those that waited for their turn too', async () => {
    const c = await here();
    const made = c.call('run_terminal_cmd', ECHO);
    const behind = c.call('list_files');
    const { run, gate, code } = await questionOf(c);
    expect((await behind).result).toMatchObject({ ok: false, error: { code: 'E_CONFLICT' } });
    const meanwhile = await c.call('run_terminal_cmd', { argv: ['echo', 'other'] });
    expect(meanwhile.result).toMatchObject({ ok: false, error: { code: 'E_CONFLICT' } });
    await command('approve', run, gate, 'yes', '--code', code);
    expect((await made).result.ok).toBe(true);
    expect((await c.call('list_files')).result.ok).toBe(true);
  });
});
