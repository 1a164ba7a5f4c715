import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundleCommandLine, type CommandLine, runIds } from '../../fixtures/loop/command-line.js';
import { connect } from '../../fixtures/loop/mcp-client.js';
import { git, ringProject, writeTask } from '../../fixtures/loop/projects.js';

let cli: CommandLine;
beforeAll(async () => {
  cli = await bundleCommandLine();
});
afterAll(() => cli.close());

/** Text of a file that the policy does not let be sent, and of one that only the build may have. */
const NEVER = 'forty-two-never';
const INPUT = 'forty-three-input';
const WITHHELD = '[withheld: ';

/** A repository with such files, a link to one, and a client that is connected to it. */
async function connected() {
  const home = cli.freshHome();
  const dir = `${home}-user`;
  mkdirSync(home);
  mkdirSync(dir);
  const keys = `/* ${NEVER} */\nint key_of_${NEVER.replaceAll('-', '_')}(void);\nint other;\n`;
  const repo = ringProject(path.join(dir, 'fw'), { 'src/keys.h': keys });
  symlinkSync('keys.h', path.join(repo, 'src', 'alias.h'));
  git(repo, 'add', '-A');
  git(repo, 'commit', '-q', '-m', 'alias');
  writeFileSync(path.join(repo, 'device.h'), `#define DEVICE ${INPUT}\n`);
  const task = writeTask(path.join(dir, 'task.yaml'), './fw', { inputs: ['./fw/device.h'] });
  writeFileSync(path.join(home, 'policy.yaml'), "neverSend: ['src/keys.*']\ncommands: [[cat, '*']]\n");
  const c = await connect(cli, { home, cwd: repo, args: ['--task', task] });
  const run = () => runIds(home)[0] ?? '';
  return { ...c, home, repo, run };
}

it('a client is shown no text of files that must not be sent, and learns nothing of it, whatever it calls', async () => {
  const c = await connected();
  const said: string[] = [];
  const call = async (name: string, args: Record<string, unknown>): Promise<string> => {
    const { text, result } = await c.call(name, args);
    expect(result.ok, `${name}: ${text}`).toBe(true);
    said.push(text);
    return text;
  };
  for (const file of ['src/keys.h', './src/keys.h', 'src/alias.h', 'device.h'])
    expect(await call('read_file', { path: file })).toContain(WITHHELD);
  const found = await call('search', { pattern: 'forty-' });
  expect(found).toMatch(/"withheld":\s*\[\s*"[^\]]*src\/keys\.h"/);
  expect(await call('search', { pattern: 'fifty-' })).toBe(found);
  expect(await call('symbols', { path: 'src' })).toContain('"withheld"');
  expect(await call('list_files', {})).toContain('src/keys.h');
  for (const find of ['int other;', 'no such text']) {
    const edits = [{ path: 'src/keys.h', find, replace: 'int another;' }];
    expect((await c.call('apply_patch', { edits })).text).toContain('the text of this file is withheld');
  }
  expect(await call('run_terminal_cmd', { argv: ['cat', 'src/keys.h'] })).toContain(WITHHELD);
  expect(await call('show_run', { run: c.run() })).toContain('read_file');
  const resource = await c.client.readResource({ uri: `benchloop://runs/${c.run()}` });
  said.push(JSON.stringify(resource));
  expect(said.join('\n')).not.toMatch(/forty-two|forty-three|forty_two/);
  // other files are shown as ever
  expect(await call('read_file', { path: 'src/ring.c' })).not.toContain(WITHHELD);
});
