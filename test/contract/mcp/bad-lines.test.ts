import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundleCommandLine, type CommandLine } from '../../fixtures/loop/command-line.js';

let cli: CommandLine;
beforeAll(async () => {
  cli = await bundleCommandLine();
});
afterAll(() => cli.close());

it('answers lines that are no messages, and calls with wrong parameters, and the connection goes on', async () => {
  const home = cli.freshHome();
  const cwd = `${home}-user`;
  mkdirSync(cwd);
  const env = {
    ...process.env,
    BENCHLOOP_LANG: 'en',
    BENCHLOOP_HOME: home,
    TMPDIR: path.join(cli.root, 'tmp'),
  };
  const server = spawn(process.execPath, [`${cli.root}/dist/cli.js`, 'mcp'], { cwd, env });
  let said = '';
  const answers = () => said.split('\n').slice(0, -1);
  let look = (): void => {};
  server.stdout.on('data', (chunk) => {
    said += String(chunk);
    look();
  });
  const answered = (count: number): Promise<void> =>
    new Promise((resolve) => {
      look = () => answers().length >= count && resolve();
      look();
    });
  const about = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } };
  const request = (id: number, method: string, params: unknown) =>
    JSON.stringify({ jsonrpc: '2.0', id, method, params });
  for (const line of ['{"jsonrpc": "2.0", oops', '{"method":"ping"}', request(1, 'initialize', about)])
    server.stdin.write(`${line}\n`);
  server.stdin.write(`${request(2, 'tools/call', { name: 'rm', arguments: {} })}\n`);
  server.stdin.write(`${request(3, 'tools/call', { name: 5 })}\n${request(4, 'tools/call', undefined)}\n`);
  await answered(6);
  server.stdin.end();
  expect(await once(server, 'close')).toEqual([0, null]);
  const read = answers().map((line) => JSON.parse(line));
  expect(read.filter(({ error }) => error)).toMatchObject([
    { id: null, error: { code: -32700 } },
    { id: null, error: { code: -32600 } },
    // wrong parameters are the client's mistake
    { id: 3, error: { code: -32602 } },
    { id: 4, error: { code: -32602 } },
  ]);
  expect(read.find(({ id }) => id === 1)).toMatchObject({ result: { serverInfo: { name: 'benchloop' } } });
  // whoever names a tool that there is not is told of all that there are
  const { next } = read.find(({ id }) => id === 2).result.structuredContent.error;
  expect(next).toMatch(/read_file, .*, run_loop$/);
});
