import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleCommandLine, type CommandLine } from '../../fixtures/loop/command-line.js';
import { ringProject, TYPO, writeTask } from '../../fixtures/loop/projects.js';
import { LineShape, MachinesShape } from './shapes.js';

/** The bundle itself, in a process. All other tests of the fast tier run its sources (`inProcess`). */
let cli: CommandLine;
let dir: string;
let home: string;
beforeAll(async () => {
  cli = await bundleCommandLine();
  home = cli.freshHome();
  dir = path.join(cli.root, 'user');
  mkdirSync(dir);
  ringProject(path.join(dir, 'fw'), TYPO);
  writeTask(path.join(dir, 'task.yaml'), './fw');
});
afterAll(() => cli.close());

const shell = (line: string): { code: number | null; stdout: string; stderr: string } => {
  const words = ['-c', line, 'sh', process.execPath, path.join(cli.root, 'dist', 'cli.js')];
  const env = { ...process.env, BENCHLOOP_HOME: home, BENCHLOOP_LANG: 'en' };
  const { status, stdout, stderr } = spawnSync('bash', words, { cwd: dir, env, encoding: 'utf8' });
  return { code: status, stdout, stderr };
};

describe('the bundle', () => {
  it('drives a run to its end and prints JSON lines alone', async () => {
    const ran = await cli.run(['run', 'task.yaml', '--approve', 'all', '--json'], { home, cwd: dir });
    expect([ran.code, ran.lines.at(-1)]).toEqual([0, expect.objectContaining({ final_status: 'SUCCESS' })]);
    expect(ran.lines.length).toBe(ran.stdout.trim().split('\n').length);
    for (const line of ran.lines)
      expect(LineShape.safeParse(line).error, JSON.stringify(line)).toBeUndefined();
  });

  it('ends with 2 for what it does not know, and for nothing', async () => {
    const [unknown, nothing] = [await cli.run(['frobnicate'], { home }), await cli.run([], { home })];
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringMatching(/^benchloop: .+/)]);
    expect([nothing.code, nothing.stderr]).toEqual([2, expect.stringContaining('benchloop run TASK.yaml')]);
  });

  it('tells a computer without git apart from a repository without a commit', async () => {
    const ran = await cli.run(['run', 'task.yaml', '--json'], { home, cwd: dir, env: { PATH: dir } });
    expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining('is git installed and on the PATH?')]);
  });

  it('does not mind a reader that is gone before anything is written', () => {
    expect(shell(`"$@" machines --mermaid | true; exit "\${PIPESTATUS[0]}"`)).toMatchObject({
      code: 0,
      stderr: '',
    });
  });

  it.runIf(process.platform === 'linux')('is no success where nothing can be written', () => {
    const full = shell('"$@" --help > /dev/full');
    expect([full.code, full.stderr]).toEqual([2, expect.stringContaining('ENOSPC')]);
  });
});

describe('the script of the project', () => {
  const script = path.join(import.meta.dirname, '../../../build/benchloop.mjs');
  const { npm_lifecycle_event: _, ...env } = process.env;
  const start = (...args: string[]) =>
    spawnSync(process.execPath, [script, ...args], {
      env: { ...env, BENCHLOOP_LANG: 'en' },
      encoding: 'utf8',
    });

  it('starts the command line', () => {
    expect(MachinesShape.safeParse(JSON.parse(start('machines', '--json').stdout)).success).toBe(true);
  });

  it('names commands as they can be typed where this one was', () => {
    // from any folder: the path is whole, and quoted where a shell would take it apart
    expect(start('frobnicate').stderr.replaceAll("'", '')).toContain(`\`node ${script} --help\``);
  });
});
