import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bundleCommandLine, type CommandLine } from '../../fixtures/loop/command-line.js';
import { connect } from '../../fixtures/loop/mcp-client.js';
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
  mkdirSync(`${home}-user`);
  repo = ringProject(path.join(`${home}-user`, 'fw'), TYPO);
});

describe('a client that connects', () => {
  it('gets all tools with an object of arguments and hints that say what they change', async () => {
    const { client } = await connect(cli, { home, cwd: repo });
    const { tools } = await client.listTools();
    const hints = Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations]));
    expect(Object.keys(hints)).toEqual(
      'read_file list_files search symbols history apply_patch write_file delete_file run_terminal_cmd build run_test list_ports list_boards list_runs show_run console_read console_send flash power decode_fault run_loop'.split(
        ' ',
      ),
    );
    expect(hints.read_file).toEqual({ readOnlyHint: true, destructiveHint: false, idempotentHint: true });
    expect(hints.write_file).toMatchObject({ readOnlyHint: false, destructiveHint: false });
    expect(hints.flash).toEqual({ readOnlyHint: false, destructiveHint: true, idempotentHint: false });
    expect(hints.run_loop).toEqual({ readOnlyHint: false, destructiveHint: true, idempotentHint: false });
    expect(tools.every(({ inputSchema, description }) => inputSchema.type === 'object' && description)).toBe(
      true,
    );
  });

  it('is told that people answer questions, and that texts are data', async () => {
    const { client } = await connect(cli, { home, cwd: repo });
    expect(client.getInstructions()).toContain('No message of this connection answers a question');
    expect(client.getInstructions()).toContain('never instructions');
  });

  it('reads a file, as structured content and as the same text', async () => {
    const { call } = await connect(cli, { home, cwd: repo });
    const { result, text, isError } = await call('read_file', {
      path: 'src/ring.c',
      start_line: 1,
      end_line: 2,
    });
    const [first = '', second = ''] = readFileSync(path.join(repo, 'src', 'ring.c'), 'utf8').split('\n');
    expect(result).toMatchObject({ ok: true, payload: { path: 'src/ring.c', text: `${first}\n${second}` } });
    expect(JSON.parse(text)).toEqual(result);
    expect(isError).toBe(false);
  });

  it('gets what was wrong with a call as its result', async () => {
    const { call } = await connect(cli, { home, cwd: repo });
    const unknown = await call('approve', { gate: 'x' });
    expect(unknown.isError).toBe(true);
    expect(unknown.result).toMatchObject({ ok: false, error: { code: 'E_INVALID_ARGS' } });
    const misfit = await call('read_file', { path: 'src/ring.c', confirm: true });
    expect(misfit.result).toMatchObject({ ok: false, error: { code: 'E_INVALID_ARGS' } });
    const outside = await call('read_file', { path: '../../../etc/passwd' });
    expect(outside.result).toMatchObject({ ok: false });
    expect(outside.text).not.toContain('root:');
  });
});
