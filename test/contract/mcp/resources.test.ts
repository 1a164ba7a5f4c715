import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { bundleCommandLine, type CommandLine, runIds } from '../../fixtures/loop/command-line.js';
import { connect } from '../../fixtures/loop/mcp-client.js';
import { git, ringProject, TYPO } from '../../fixtures/loop/projects.js';

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

const Contents = z.object({ contents: z.array(z.object({ text: z.string() })).length(1) });

describe('what a client reads beside its calls', () => {
  it('is runs, one run, and boards', async () => {
    const { client, call } = await connect(cli, { home, cwd: repo });
    await call('list_files');
    const read = async (uri: string): Promise<string> =>
      Contents.parse(await client.readResource({ uri })).contents[0]?.text ?? '';
    const [run = ''] = runIds(home);
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(['benchloop://runs', 'benchloop://boards']);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(['benchloop://runs/{id}']);
    expect(JSON.parse(await read('benchloop://runs'))).toMatchObject({ runs: { runs: [{ run }] } });
    expect(JSON.parse(await read(`benchloop://runs/${run}`))).toMatchObject({
      run: { run, state: 'EXECUTING' },
    });
    expect(JSON.parse(await read('benchloop://boards'))).toEqual({ boards: [], isCut: false });
  });

  it('is nothing else: other addresses and paths of this computer are not found', async () => {
    const { client } = await connect(cli, { home, cwd: repo });
    for (const uri of [
      'benchloop://runs/../policy.yaml',
      'benchloop://runs/..%2F..%2Fetc',
      'benchloop://runs/',
      'benchloop://policy',
      'file:///etc/passwd',
    ])
      await expect(client.readResource({ uri })).rejects.toThrow('there is no resource');
  });

  it('is bounded, as results are', async () => {
    const long = Array.from({ length: 30_000 }, (_, at) => `int line_${at};`).join('\n');
    writeFileSync(path.join(repo, 'long.c'), `${long}\n`);
    git(repo, 'add', '-A');
    git(repo, 'commit', '-q', '-m', 'long');
    const { call } = await connect(cli, { home, cwd: repo });
    for (const [tool, args] of [
      ['read_file', { path: 'long.c' }],
      ['search', { pattern: 'line', max: 100_000 }],
      ['symbols', {}],
    ] as const)
      expect((await call(tool, args)).text.length).toBeLessThan(450_000);
  });
});
