import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fault, faultyServer, type Script } from '../../fixtures/faulty/faulty-server.js';
import { type InProcess, inProcess } from '../../fixtures/in-process.js';
import { runIds } from '../../fixtures/loop/command-line.js';
import { prepare } from '../loop/workshop.js';

let cli: InProcess;
let server: Awaited<ReturnType<typeof faultyServer>>;
beforeAll(async () => {
  cli = await inProcess();
  server = await faultyServer();
});
afterAll(async () => {
  await server.close();
  cli.close();
});

const BY_OPENAI = ['--provider', 'openai'];
const UNHEARD: Script['reply'] = () => ({ text: 'What?' });

async function ask(script: Script, words: string, more: readonly string[] = BY_OPENAI) {
  server.play(script);
  const job = prepare(cli, {});
  const args = ['ask', words, '--task', job.task, '--json', '--approve', 'build,send', ...more];
  const ran = await cli.run(args, { home: job.home, cwd: job.dir, env: server.env });
  const reasons = ran.lines.filter(({ type }) => type === 'transition').map(({ reason }) => String(reason));
  return { job, code: ran.code, report: ran.lines.at(-1), reasons, stderr: ran.stderr };
}

describe('a documented sentence whose planner fails', () => {
  it.each<[Fault, number]>([
    ['garbage', 2],
    ['500', 1],
  ])('is planned and done by rules, which say why (%s)', async (as, requests) => {
    const { code, report, reasons, stderr } = await ask(
      { reply: UNHEARD, fault: { at: 'every', as } },
      'list files',
    );
    expect([code, report?.outcome], stderr).toEqual([0, 'DONE']);
    expect(report).toMatchObject({ calls: [{ tool: 'list_files', status: 'ok' }] });
    expect(String(report?.reason)).toContain('rules stand in for the PLANNER: ');
    expect(reasons.some((reason) => /^rules stand in for the PLANNER: .+; the request is/.test(reason))).toBe(
      true,
    );
    expect(server.asked()).toBe(requests);
  });

  it('is planned by rules where its request was still understood', async () => {
    const reply: Script['reply'] = () => ({ text: JSON.stringify({ constraints: [], questions: [] }) });
    const { code, reasons } = await ask({ reply, fault: { at: 1, as: '500' } }, 'list files');
    expect(code).toBe(0);
    expect(reasons.some((reason) => /^rules stand in for the PLANNER: .+; 1 steps/.test(reason))).toBe(true);
  });

  it('goes on without a model where a person refuses to carry the prompt', async () => {
    const { job, code } = await ask({ reply: UNHEARD }, 'list files', ['--provider', 'manual']);
    expect(code).toBe(4);
    const [run = ''] = runIds(job.home);
    const of = (...args: string[]) => cli.run(args, { home: job.home, cwd: job.dir });
    const { gates } = JSON.parse((await of('show', run, '--json')).stdout);
    const asked = gates.find(({ answer }: { answer: string | null }) => answer === null);
    expect((await of('answer', run, asked.gate, 'refused', '--code', asked.code)).code).toBe(0);
    const { lines } = await of('resume', run, '--yes', '--json');
    expect(lines.at(-1)).toMatchObject({ outcome: 'DONE', calls: [{ tool: 'list_files' }] });
  });
});

it('what no rule understands ends with the failure of the model', async () => {
  const { code, report } = await ask({ reply: UNHEARD, fault: { at: 'every', as: '500' } }, 'mend the limit');
  expect([code, report?.outcome, report?.calls]).toEqual([1, 'BLOCKED', []]);
  expect(String(report?.reason)).not.toContain('rules stand in');
});
