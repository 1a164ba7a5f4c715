import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MANUAL } from '../../../electron/cli/manual.js';
import { type InProcess, inProcess } from '../../fixtures/in-process.js';
import type { Ran } from '../../fixtures/loop/command-line.js';

let cli: InProcess;
let home: string;
beforeAll(async () => {
  cli = await inProcess();
  home = cli.freshHome();
});
afterAll(() => cli.close());
const cmd = (...args: string[]): Promise<Ran> => cli.run(args, { home });

describe('the command line about itself', () => {
  it('prints its usage to standard error and exits with 2 where nothing is asked', async () => {
    const { code, stdout, stderr } = await cmd();
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('benchloop run TASK.yaml');
  });

  it.each([['--help'], ['-h'], ['help']])('prints its usage for %s', async (word) => {
    const { code, stdout } = await cmd(word);
    expect(code).toBe(0);
    for (const name of Object.keys(MANUAL)) expect(stdout).toContain(`benchloop ${name} `);
  });

  it.each([['--version'], ['-V']])('tells its version for %s', async (word) => {
    const { version } = JSON.parse(
      readFileSync(path.join(import.meta.dirname, '../../../package.json'), 'utf8'),
    );
    expect(await cmd(word)).toMatchObject({ code: 0, stdout: `benchloop ${version}\n` });
  });

  it.each(Object.keys(MANUAL))('explains %s with an example, and does nothing', async (name) => {
    const page = await cmd('help', name);
    expect([page.code, page.stderr]).toEqual([0, '']);
    expect(page.stdout).toMatch(
      new RegExp(`^benchloop ${name}[ \\n][\\s\\S]*Examples?:\\n  benchloop ${name}`),
    );
    expect((await cmd(name, 'x', '--help')).stdout).toBe(page.stdout);
  });

  it('says how a first goal is begun where there is none', async () => {
    const { code, stdout, stderr } = await cmd('tasks');
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).toMatch(
      /There are no goals yet\. To begin one: benchloop campaign "GOAL" --task TASK\.yaml/,
    );
    expect((await cmd('tasks', '--json')).lines).toEqual([{ epics: [] }]);
  });

  it.each([
    [['rnu'], /no command rnu; did you mean run\?/],
    [['hlep'], /did you mean help\?/],
    [['help', 'aprove'], /did you mean approve\?/],
    [['--verson'], /no option --verson; did you mean --version\?/],
    [['constructor'], /no command constructor/],
    [['runs', '--jsn'], /no option --jsn; did you mean --json\?/],
    [['runs', '--colour'], /no option --colour: it knows --json/],
    [['abort', 'r', '--json'], /no option --json: this command has no options/],
    [['run', 'a.yaml', '--provider'], /--provider needs a value/],
    [['run', 'a.yaml', '--approve', '--json'], /--approve needs a value/],
    [['runs', '--json=yes'], /--json takes no value/],
    [['machines', '--json', '--mermaid'], /two forms of one answer/],
    [['campaign', ''], /the goal of the campaign is empty/],
    [['campaign', '  \n', '--json'], /without any, `benchloop campaign` looks for unfinished goals/],
    [['run'], /expected one task file, got nothing/],
    [['run', 'a', 'b'], /expected one task file, got a b/],
  ])('refuses %j with what was probably meant', async (args, words) => {
    const { code, stderr, lines } = await cmd(...args);
    expect([code, stderr]).toEqual([2, expect.stringMatching(words)]);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    if (args.includes('--json')) expect(lines).toMatchObject([{ type: 'error', code: 'USAGE' }]);
  });
});
