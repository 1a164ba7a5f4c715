import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultyServer } from '../../fixtures/faulty/faulty-server.js';
import { bundleCommandLine, type CommandLine, type Ran } from '../../fixtures/loop/command-line.js';
import { OFF_BY_ONE } from '../../fixtures/loop/projects.js';
import { AGREED, prepareUno, type Uno } from '../../fixtures/loop/uno.js';
import { type Board, buildBoard, powerOn } from '../../fixtures/simavr/optiboot-board.js';

let cli: CommandLine;
let server: Awaited<ReturnType<typeof faultyServer>>;
let board: Board;
let uno: Uno;
let id = '';
/** The image that the run proved good. */
let image = '';

/** A board on which a run has just proven an image good. */
beforeAll(async () => {
  cli = await bundleCommandLine();
  server = await faultyServer();
  const files = await buildBoard(path.join(cli.freshHome(), '..', 'board'));
  board = await powerOn(files, path.join(path.dirname(files.program), 'flash.bin'));
  uno = prepareUno(cli, { find: { port: board.port }, edits: OFF_BY_ONE, profile: { drives: 'nothing' } });
  const run = await cli.run(['run', uno.task, ...AGREED], { home: uno.home, cwd: uno.dir });
  expect(run.lines.at(-1), run.stderr).toMatchObject({ final_status: 'SUCCESS' });
  const { artifacts } = run.lines.at(-1) as unknown as { artifacts: { kind: string; sha256: string }[] };
  image = artifacts.findLast(({ kind }) => kind === 'elf')?.sha256 ?? '';
  const listed = await cli.run(['boards', 'list', '--json'], { home: uno.home });
  id = String(JSON.parse(listed.stdout).boards[0].id);
});
afterAll(async () => {
  await board?.powerOff();
  await server.close();
  cli.close();
});

const at = (env: Record<string, string> = {}) => ({ home: uno.home, cwd: uno.dir, env });
const askedIn = ({ lines }: Ran) => lines.findLast((line) => line.type === 'gate' && line.answer === null);

/** Asks, sees the question of the flash, says yes from elsewhere, and goes on to the end. */
async function withAYes(args: readonly string[], env: Record<string, string> = {}): Promise<Ran> {
  const begun = await cli.run(['ask', ...args, '--task', uno.task, '--json'], at(env));
  const gate = askedIn(begun);
  expect([begun.code, gate?.scope, gate?.gate], begun.stderr).toEqual([4, 'flash', 'main.call.1']);
  expect(String(gate?.subject)).toContain(`(${id}, ${board.port})`);
  await cli.run(
    ['approve', String(gate?.run), String(gate?.gate), 'yes', '--code', String(gate?.code)],
    at(),
  );
  return cli.run(['resume', String(gate?.run), '--json'], at(env));
}

const endsWell = (end: Ran) => {
  expect(end.code, end.stderr).toBe(0);
  expect(end.lines.at(-1)).toMatchObject({
    ...{ outcome: 'DONE', decisions: { count: 1, by_scope: { flash: 1 } } },
    calls: [
      { tool: 'flash', status: 'ok' },
      { tool: 'console_read', status: 'ok' },
    ],
  });
  const heard = end.lines.findLast((line) => line.type === 'tool_call' && line.tool === 'console_read');
  expect(JSON.stringify(heard?.payload)).toMatch(/ring_\w+:PASS/);
};

describe('flash board X with the last good build and show me its boot log', () => {
  it('is understood without a model, asks for the flash once, and shows what the board says', async () => {
    endsWell(await withAYes([`flash board ${id} with the last good build and show me its boot log`]));
  });

  it('writes nothing where the answer is no', async () => {
    const begun = await cli.run(
      ['ask', `flash board ${id} with the last good build`, '--task', uno.task, '--json'],
      at(),
    );
    const gate = askedIn(begun);
    await cli.run(
      ['approve', String(gate?.run), String(gate?.gate), 'no', '--code', String(gate?.code)],
      at(),
    );
    const end = await cli.run(['resume', String(gate?.run), '--json'], at());
    expect(end.code).toBe(1);
    expect(end.lines.at(-1)).toMatchObject({
      outcome: 'BLOCKED',
      calls: [{ tool: 'flash', status: 'denied' }],
    });
  });

  it('is done by a model with the same tools, and the same question', async () => {
    const rest = [
      { calls: [{ tool: 'console_read', args: { board: id, seconds: 5 } }] },
      { text: JSON.stringify({ done: true, words: 'It runs.' }) },
    ];
    const step = { title: 'Flash', intent: 'as asked', files: [], undo: 'flash the image of before' };
    server.play({
      reply: ({ judgement, tools, messages }) => {
        if (tools.length > 0)
          return messages === 2
            ? { calls: [{ tool: 'flash', args: { board: id, image } }] }
            : (rest[(messages - 4) / 2] ?? { text: '' });
        if (judgement === 'session-intake')
          return { text: JSON.stringify({ constraints: [], questions: [] }) };
        if (judgement === 'session-plan')
          return { text: JSON.stringify({ steps: [step], verification: { mode: 'none', commands: [] } }) };
        return { text: JSON.stringify({ words: 'It was flashed, and its cases pass.' }) };
      },
    });
    const how = ['--provider', 'openai', '--approve', 'send'];
    endsWell(
      await withAYes([`Put the last good build on ${id} and show me how it boots`, ...how], server.env),
    );
  });
});
