import { mkdirSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type InProcess, inProcess } from '../../fixtures/in-process.js';
import { ringProject, writeTask } from '../../fixtures/loop/projects.js';
import { until } from '../../fixtures/until.js';

let cli: InProcess;
let dir: string;
beforeAll(async () => {
  cli = await inProcess();
  dir = path.join(cli.root, 'user');
  mkdirSync(dir);
  ringProject(path.join(dir, 'fw'));
  writeTask(path.join(dir, 'task.yaml'), './fw');
});
afterAll(() => cli.close());

const EMITTERS = { process, stdin: process.stdin, stdout: process.stdout, stderr: process.stderr } as const;

/** How many listen for each event of this process and its streams. */
const listeners = (): Record<string, number> =>
  Object.fromEntries(
    Object.entries(EMITTERS).flatMap(([name, emitter]) =>
      emitter.eventNames().map((event) => [`${name} ${String(event)}`, emitter.listenerCount(event)]),
    ),
  );

/** Files below a folder that this process has open. */
const openBelow = (folder: string): string[] =>
  readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const file = readlinkSync(`/proc/self/fd/${fd}`);
      return file.startsWith(folder) ? [file] : [];
    } catch {
      return []; // closed meanwhile, as that of this very list
    }
  });

const children = (): string => readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim();

/** SQLite closes a file when the statements on it are collected. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}

it.runIf(process.platform === 'linux')(
  'a call leaves no listener, no open file of the data folder and no process behind',
  async () => {
    const home = cli.freshHome();
    const cmd = async (...args: string[]): Promise<string[]> => {
      const { code, lines } = await cli.run(args, { home, cwd: dir });
      return [String(code), String(lines.at(-1)?.run ?? '')];
    };
    // what is made once in a process, such as a library's own listener, is there after the first calls
    const [code, run = ''] = await cmd('run', 'task.yaml', '--approve', 'none', '--json');
    expect(code).toBe('4');
    await cmd('mcp');
    const before = listeners();
    expect(await cmd('resume', run, '--approve', 'none', '--json')).toEqual(['4', run]);
    for (const args of [['runs'], ['show', run], ['resume'], ['abort', run], ['mcp'], ['frobnicate']])
      await cmd(...args);
    expect(await cmd('resume', run, '--json')).toEqual(['3', run]);
    expect(listeners()).toEqual(before);
    expect(children()).toBe('');
    await until(() => {
      collectGarbage();
      return openBelow(home).length === 0;
    });
  },
);
