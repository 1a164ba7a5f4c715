import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bundleCommandLine, type CommandLine, type Ran } from '../../fixtures/loop/command-line.js';
import { type Connected, connect } from '../../fixtures/loop/mcp-client.js';
import { ringProject, TYPO } from '../../fixtures/loop/projects.js';

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

/** What the client is told of the question that waits. */
async function question(c: Connected, from = 0) {
  const notice = await c.noticed('waits for a person', from);
  const [, run = '', gate = '', code = ''] = /run (\S+), gate (\S+), code (\w{8});/.exec(notice) ?? [];
  return { notice, run, gate, code };
}

const ECHO = { argv: ['echo', 'hello'] };

describe('a call that a person has to agree to', () => {
  it('waits with notices until a person says yes in another process', async () => {
    const c = await here();
    const made = c.call('run_terminal_cmd', ECHO);
    const { notice, run, gate, code } = await question(c);
    expect(notice).toContain('Run echo');
    const answered = await command('approve', run, gate, 'yes', '--code', code);
    expect(answered.stderr).toBe('');
    expect((await made).result).toMatchObject({ ok: true, payload: { exit_code: 0 } });
  });

  it('is denied where a person says no, and the same call is then refused unasked', async () => {
    const c = await here();
    const made = c.call('run_terminal_cmd', { argv: ['echo', 'a'], cwd: '.' });
    const { run, gate, code } = await question(c);
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
      const { run, gate, code } = await question(c, from);
      await command('approve', run, gate, 'no', '--code', code);
      await made;
    }
    expect((await c.call('run_terminal_cmd', { argv: ['echo', 'c'] })).text).toContain('E_POLICY_DENIED');
    expect((await c.call('list_files')).result.ok).toBe(true);
  });

  it('ends as denied where nobody answers in time, and a late yes does nothing', async () => {
    policy('gateWaitSec: 1\n');
    const c = await here();
    const made = c.call('run_terminal_cmd', { argv: ['touch', 'late'] });
    const { run, gate, code } = await question(c);
    const { result } = await made;
    expect(result).toMatchObject({ ok: false, error: { code: 'E_POLICY_DENIED' } });
    const late = await command('approve', run, gate, 'yes', '--code', code);
    expect(late.code).toBe(2);
    expect((await c.call('list_files')).text).not.toContain('late');
  });

  it('lets other calls fail at once meanwhile, those that waited for their turn too', async () => {
    const c = await here();
    const made = c.call('run_terminal_cmd', ECHO);
    const behind = c.call('list_files');
    const { run, gate, code } = await question(c);
    expect((await behind).result).toMatchObject({ ok: false, error: { code: 'E_CONFLICT' } });
    const meanwhile = await c.call('run_terminal_cmd', { argv: ['echo', 'other'] });
    expect(meanwhile.result).toMatchObject({ ok: false, error: { code: 'E_CONFLICT' } });
    await command('approve', run, gate, 'yes', '--code', code);
    expect((await made).result.ok).toBe(true);
    expect((await c.call('list_files')).result.ok).toBe(true);
  });
});
