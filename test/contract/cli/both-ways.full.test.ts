import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type InProcess, inProcess } from '../../fixtures/in-process.js';
import {
  bundleCommandLine,
  type CommandLine,
  type Line,
  type Ran,
} from '../../fixtures/loop/command-line.js';
import { ringProject, TYPO, writeTask } from '../../fixtures/loop/projects.js';

/** The same calls in processes of their own, and one after the other in this one. */
interface Way {
  cli: Pick<CommandLine, 'root'> & Pick<InProcess, 'run'>;
  home: string;
  dir: string;
  /** Of the first run: what later calls name. */
  gate: Line | undefined;
}

let ways: Way[];
let opened: (CommandLine | InProcess)[];
beforeAll(async () => {
  opened = [await bundleCommandLine(), await inProcess()];
  ways = opened.map((cli) => {
    const dir = path.join(cli.root, 'user');
    mkdirSync(dir);
    ringProject(path.join(dir, 'fw'), TYPO);
    writeTask(path.join(dir, 'task.yaml'), './fw');
    return { cli, home: cli.freshHome(), dir, gate: undefined };
  });
});
afterAll(() => {
  for (const cli of opened) cli.close();
});

const run = ({ gate }: Way): string => String(gate?.run);

/** In this order: later calls find what earlier ones left. */
const CALLS: readonly (readonly [what: string, args: (way: Way) => string[]])[] = [
  ['nothing', () => []],
  ['a page of the manual', () => ['help', 'run']],
  ['a command that there is not', () => ['rnu', '--json']],
  ['a list without a run', () => ['runs', '--json']],
  ['the machines', () => ['machines', '--json']],
  ['a task that is not there', () => ['run', 'none.yaml', '--json']],
  ['a folder for a cassette', () => ['replay', '.']],
  ['a board that is not there', () => ['boards', 'lease', 'nope']],
  ['a run that waits', () => ['run', 'task.yaml', '--approve', 'none', '--json']],
  ['a run that waits, in the list', () => ['runs']],
  ['a run that waits, shown', (way) => ['show', run(way)]],
  ['a run that is not named', () => ['resume']],
  ['an answer without its code', (way) => ['approve', run(way), String(way.gate?.gate), 'yes']],
  [
    'an answer',
    (way) => ['approve', run(way), String(way.gate?.gate), 'yes', '--code', String(way.gate?.code)],
  ],
  ['the rest of the run', (way) => ['resume', run(way), '--approve', 'all', '--json']],
  ['a report', (way) => ['show', run(way)]],
  ['a report as JSON', (way) => ['show', run(way), '--json']],
  ['a cassette', (way) => ['show', run(way), '--cassette', 'run.cassette']],
  ['a replay', () => ['replay', 'run.cassette', '--json']],
  ['a whole run in Chinese', () => ['run', 'task.yaml', '--approve', 'all', '--lang', 'zh-CN']],
  ['a connection whose client is gone', () => ['mcp']],
  ['the runs of all these', () => ['runs', '--json']],
];

it.each(CALLS)('%s comes out the same in a process and in this one', async (_, args) => {
  const rans: unknown[] = [];
  for (const way of ways) {
    const ran = await way.cli.run(args(way), { home: way.home, cwd: way.dir });
    way.gate ??= ran.lines.find(({ type }) => type === 'gate');
    rans.push(comparable(ran, way.cli.root));
  }
  expect(rans[1]).toEqual(rans[0]);
});

/** Without what differs from call to call: places, ids, hashes, times, and how often a run tells how far it is. */
function comparable({ code, stdout, stderr }: Ran, root: string) {
  const ids: string[] = [];
  const plain = (text: string): string =>
    text
      .replaceAll(root, 'ROOT')
      .replaceAll(/\d{8}-\d{6}-[0-9a-f]{4}/g, (id) => {
        if (!ids.includes(id)) ids.push(id);
        return `RUN${ids.indexOf(id)}`;
      })
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
      .replaceAll(/\b[0-9a-f]{7,64}\b/g, 'HEX')
      .replaceAll(/ *\b\d+(?:\.\d+)? (?:(?:s|ms|bytes)\b|秒|毫秒)/g, ' N')
      .replaceAll(/("\w*(?:_ms|Ms|bytes)"):\d+(?:\.\d+)?/g, '$1:N');
  const lines = stdout.split('\n').filter((line) => !line.startsWith('{"type":"progress"'));
  const isConsole = (line: string): boolean => line.startsWith('{"type":"console"');
  const console = lines.filter(isConsole).map((line) => JSON.parse(line).text);
  return {
    code,
    stdout: lines.filter((line) => !isConsole(line)).map(plain),
    console: console.join(''),
    stderr: plain(stderr),
  };
}
