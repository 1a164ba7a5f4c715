import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultyServer, type Script } from '../../fixtures/faulty/faulty-server.js';
import { bundleCommandLine, type CommandLine, runIds } from '../../fixtures/loop/command-line.js';
import { connect } from '../../fixtures/loop/mcp-client.js';
import { OFF_BY_ONE } from '../../fixtures/loop/projects.js';
import { believing, type Job, prepare } from '../loop/workshop.js';
import { REPLIES } from './scripted-server.js';

/** Stands nowhere but in the environment of the command line. */
const CANARY = 'sk-canary-77d0c1aa52e94f0b';

let cli: CommandLine;
let server: Awaited<ReturnType<typeof faultyServer>>;
beforeAll(async () => {
  cli = await bundleCommandLine();
  server = await faultyServer();
});
afterAll(async () => {
  await server.close();
  cli.close();
});

/** Every file below a folder that holds the key. */
function holding(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => statSync(file).size < 50_000_000 && readFileSync(file, 'latin1').includes(CANARY));
}

const MAKEFILE = readFileSync(new URL('../../fixtures/loop/ring/Makefile', import.meta.url), 'utf8');
/** A build that prints its environment, and fails where it, or any process that it sees, has a key in there. */
const NOSY = `$(info $(shell env))
$(if $(findstring sk-canary,$(shell env; cat /proc/*/environ 2>/dev/null | tr '\\0' '\\n')),$(error a key is here))
${MAKEFILE}`;

const REVIEW = {
  ...{ decision: 'approve', promises: [], hard_coded: false, sibling_faults: [], must_fix: [] },
  comment: 'The limit is right now.',
};
const step = { title: 'Look', intent: 'look', files: [], undo: 'nothing' };
const ANSWERS: Readonly<Record<string, string>> = {
  ...REPLIES,
  review: JSON.stringify(REVIEW),
  test: JSON.stringify({ commands: [{ argv: ['env'], why: 'to see it' }], comment: 'enough' }),
  'session-intake': JSON.stringify({ constraints: [], questions: [] }),
  'session-plan': JSON.stringify({ steps: [step], verification: { mode: 'test', commands: [] } }),
  'session-step': JSON.stringify({ done: true, words: 'seen' }),
  'session-recover': JSON.stringify({ action: 'give_up', reason: 'no', steps: [] }),
  'session-summary': JSON.stringify({ words: 'seen' }),
};

const CALLS = [
  { tool: 'run_terminal_cmd', args: { argv: ['env'] } },
  { tool: 'build', args: {} },
  { tool: 'run_test', args: {} },
];
const plainly: Script['reply'] = ({ judgement, tools, messages }) =>
  tools.length > 0 && messages === 2 ? { calls: CALLS } : { text: ANSWERS[judgement ?? ''] ?? 'What?' };

const ENDED: Readonly<Record<string, (job: Job) => string[]>> = {
  'firmware-loop': ({ task }) => ['run', task],
  coordinator: ({ task }) => ['coordinate', task, '--mode', 'implementation'],
  session: ({ task }) => ['ask', 'Look at it', '--task', task],
};

/** A run of a machine with everything approved, and all of its exports beside it. */
async function runAndExport(
  machine: string,
  script: Script,
): Promise<{ said: string; root: string; built: boolean }> {
  server.play(script);
  const parts = { checks: { unit: [['env']] } };
  const job = believing(prepare(cli, { edits: { ...OFF_BY_ONE, Makefile: NOSY }, parts }));
  const env = { ...server.env, OPENAI_API_KEY: CANARY };
  const o = { home: job.home, cwd: job.dir, env };
  const args = ENDED[machine]?.(job) ?? [];
  const scopes = 'build,patch,publish,send,exec';
  const ran = await cli.run([...args, '--json', '--approve', scopes, '--provider', 'openai'], o);
  const [run = ''] = runIds(job.home);
  const to = (name: string) => path.join(job.dir, name);
  const pages = machine === 'session' ? [] : ['--html', to('run.html'), '--junit', to('run.xml')];
  const shown = [
    await cli.run(['show', run, '--json', ...pages], o),
    await cli.run(
      ['show', run, '--cassette', to('run.cassette'), '--include', 'source,console,prompts,replies'],
      o,
    ),
  ];
  expect(shown.map(({ code }) => code)).toEqual([0, 0]);
  expect(statSync(to('run.cassette')).size).toBeGreaterThan(1000);
  const said = [ran, ...shown].map(({ stdout, stderr }) => stdout + stderr).join('\n');
  const built =
    !said.includes('a key is here') && /built in|"tool":"build"[^\n]*"status":"ok"|approved/.test(said);
  return { said, root: path.dirname(job.home), built };
}

describe.each(Object.keys(ENDED))('the key, in a run of %s', (machine) => {
  it('is in no file, export, message, nor in the environment of what the run starts', async () => {
    const { said, root, built } = await runAndExport(machine, { reply: plainly });
    expect(server.asked()).toBeGreaterThan(1);
    expect(built).toBe(true);
    expect(holding(root)).toEqual([]);
    expect(said).not.toContain(CANARY);
  });

  it('is not kept where the server itself says it back', async () => {
    const echo: Script['reply'] = (asked) => {
      const reply = plainly(asked);
      return 'text' in reply
        ? { text: reply.text.replace(/(enough|seen|right now|too late|exceed)/, `$1 ${CANARY}`) }
        : reply;
    };
    const { said, root } = await runAndExport(machine, { reply: echo });
    expect(holding(root)).toEqual([]);
    expect(said).not.toContain(CANARY);
  });
});

it('the key is in no result of a client of the protocol, nor in what its calls start', async () => {
  const job = prepare(cli, { edits: { ...OFF_BY_ONE, Makefile: NOSY } });
  mkdirSync(job.home, { recursive: true });
  writeFileSync(path.join(job.home, 'policy.yaml'), 'commands: [[env], [make]]\n');
  const env = { ...server.env, OPENAI_API_KEY: CANARY };
  const c = await connect(cli, { home: job.home, cwd: job.dir, args: ['--task', job.task], env });
  const printed = await c.call('run_terminal_cmd', { argv: ['env'] });
  expect(printed.text).toContain('PATH=');
  const made = await c.call('run_terminal_cmd', { argv: ['make'] });
  expect(made.result).toMatchObject({ ok: true, payload: { exit_code: 0 } });
  await c.close();
  expect(printed.text + made.text + c.stderr() + c.notices.join()).not.toContain(CANARY);
  expect(holding(path.dirname(job.home))).toEqual([]);
});
