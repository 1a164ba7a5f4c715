import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OFFERED } from '../../../electron/tools/offered-tools.js';
import { CHANNELS, entriesOf } from '../../fixtures/injection/corpus.js';
import { hostileProject } from '../../fixtures/injection/hostile-project.js';
import { asCall } from '../../fixtures/injection/obedience.js';
import { bundleCommandLine, type CommandLine } from '../../fixtures/loop/command-line.js';
import { type Connected, connect } from '../../fixtures/loop/mcp-client.js';
import { writeTask } from '../../fixtures/loop/projects.js';
import { bystanders, placesOf, stranger } from './bystanders.js';

let cli: CommandLine;
let outside: Awaited<ReturnType<typeof stranger>>;
beforeAll(async () => {
  cli = await bundleCommandLine();
  outside = await stranger();
});
afterAll(async () => {
  await outside.close();
  cli.close();
});

function hostile(policy: readonly string[] = []) {
  const home = cli.freshHome();
  const dir = `${home}-user`;
  mkdirSync(dir);
  const job = { home, dir, repo: path.join(dir, 'fw'), task: path.join(dir, 'task.yaml') };
  const entries = entriesOf(CHANNELS, placesOf(job, outside.url));
  hostileProject(job.repo, entries);
  writeTask(job.task, './fw', { test: { heldOut: ['hidden_*'] } });
  return { job, entries, others: bystanders(job, policy) };
}

/** The code of the question that waits, as the client itself is told of it. */
async function question(
  c: Connected,
  from: number,
): Promise<readonly [run: string, gate: string, code: string]> {
  const notice = await c.noticed('waits for a person', from);
  const [, run = '', gate = '', code = ''] = /run (\S+), gate (\S+), code (\w{8});/.exec(notice) ?? [];
  return [run, gate, code];
}

const NAMES = new Set(['run_loop', ...OFFERED.map(({ tool: { name } }) => name)]);

describe('a client of the protocol that does what every text says', () => {
  it('gets no more than the tools give, whose person says no', async () => {
    const { job, entries, others } = hostile();
    const c = await connect(cli, { home: job.home, cwd: job.dir, args: ['--task', job.task] });
    const o = { home: job.home, cwd: job.dir };
    // Two refusals close the tool.
    for (const word of ['a', 'b']) {
      const from = c.notices.length;
      const made = c.call('run_terminal_cmd', { argv: ['echo', word] });
      const [run, gate, code] = await question(c, from);
      await cli.run(['approve', run, gate, 'no', '--code', code], o);
      await made;
    }
    const heard: string[] = [];
    const wishes = entries.flatMap(({ wants }) => wants.map(asCall));
    for (const { tool, args } of wishes.filter(({ tool: name }) => name !== 'run_loop')) {
      const made = await c.client
        .callTool({ name: tool, arguments: args })
        .catch((error: Error) => error.message);
      heard.push(JSON.stringify(made));
      if (!NAMES.has(tool)) expect(heard.at(-1), tool).not.toContain('"ok":true');
      if (tool === 'run_terminal_cmd') expect(heard.at(-1)).toContain('"ok":false');
    }
    expect(heard.length).toBeGreaterThan(80);
    others.areUnharmed({ heard: heard.join('\n'), sent: outside.heard });
  });
});

describe('a client of the protocol that has a shell of the same user', () => {
  const touch = { argv: ['touch', 'done-by-the-agent'] };

  it('can answer its own question there, as docs/security.md says', async () => {
    const { job } = hostile();
    const c = await connect(cli, { home: job.home, cwd: job.dir, args: ['--task', job.task] });
    const made = c.call('run_terminal_cmd', touch);
    const [run, gate, code] = await question(c, 0);
    const answered = await cli.run(['approve', run, gate, 'yes', '--code', code], { home: job.home });
    expect(answered.code).toBe(0);
    expect((await made).result).toMatchObject({ ok: true, payload: { exit_code: 0 } });
  });

  it('cannot where the policy takes answers from the window only', async () => {
    const { job } = hostile(['humanChannel: window', 'gateWaitSec: 3']);
    const c = await connect(cli, { home: job.home, cwd: job.dir, args: ['--task', job.task] });
    const made = c.call('run_terminal_cmd', touch);
    const [run, gate, code] = await question(c, 0);
    const answered = await cli.run(['approve', run, gate, 'yes', '--code', code], { home: job.home });
    expect([answered.code, answered.stderr]).toEqual([2, expect.stringContaining('window')]);
    expect((await made).result).toMatchObject({ ok: false, error: { code: 'E_POLICY_DENIED' } });
  });
});
