import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import * as z from 'zod';
import { bundleCommandLine, type CommandLine } from '../../fixtures/loop/command-line.js';
import { connect, questionOf } from '../../fixtures/loop/mcp-client.js';
import { ringProject, TYPO, writeTask } from '../../fixtures/loop/projects.js';

const Payload = z.looseObject({ payload: z.looseObject({ patch: z.string() }) });

let cli: CommandLine;
let home: string;
let dir: string;
let task: string;
beforeAll(async () => {
  cli = await bundleCommandLine();
});
afterAll(() => cli.close());
beforeEach(() => {
  home = cli.freshHome();
  dir = `${home}-user`;
  mkdirSync(home);
  mkdirSync(dir);
  ringProject(path.join(dir, 'fw'), TYPO);
  task = writeTask(path.join(dir, 'task.yaml'), './fw');
});

it('a run of the loop asks its own questions, and gives its end as the result', async () => {
  const c = await connect(cli, { home, cwd: dir, args: ['--task', task] });
  const made = c.call('run_loop');
  const scopes: string[] = [];
  let from = 0;
  while (scopes.length < 2) {
    const { notice, run, gate, code } = await questionOf(c, from);
    from = c.notices.indexOf(notice) + 1;
    scopes.push(gate.split('.').at(-1) ?? '');
    const answered = await cli.run(['approve', run, gate, 'yes', '--code', code], { home, cwd: dir });
    expect(answered.stderr).toBe('');
  }
  expect(scopes).toEqual(['build', 'publish']);
  const { result } = await made;
  expect(result).toMatchObject({ ok: true, payload: { final_status: 'SUCCESS' } });
  // the copy of the connection is as it was, and takes the patch as any other
  expect((await c.call('read_file', { path: 'src/ring.c' })).text).toContain('cuont');
  const { patch: diff } = Payload.parse(result).payload;
  expect((await c.call('apply_patch', { diff })).result).toMatchObject({ ok: true });
  expect((await c.call('run_test')).text).toContain('"status":"pass"');
});

it('a run of the loop whose question nobody answers in time is aborted, and the call is denied', async () => {
  writeFileSync(path.join(home, 'policy.yaml'), 'gateWaitSec: 1\n');
  const c = await connect(cli, { home, cwd: dir, args: ['--task', task] });
  const { result, text } = await c.call('run_loop');
  expect(result).toMatchObject({ ok: false, error: { code: 'E_POLICY_DENIED' } });
  expect(text).toContain('the run was aborted');
  expect((await c.call('list_runs')).text).toContain('ABORTED');
});

it('a run of the loop needs a task', async () => {
  const c = await connect(cli, { home, cwd: path.join(dir, 'fw') });
  const { result } = await c.call('run_loop');
  expect(result).toMatchObject({ ok: false, error: { code: 'E_INVALID_ARGS' } });
});
