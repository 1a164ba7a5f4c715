import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listDemos, prepareDemo } from '../../../electron/core/demo.js';
import { fixOf, knowing } from '../../fixtures/demo-fix.js';
import { faultyServer } from '../../fixtures/faulty/faulty-server.js';
import { bundleCommandLine, type CommandLine } from '../../fixtures/loop/command-line.js';
import { runJob } from '../loop/workshop.js';

const demoDir = path.resolve('native-config', 'demo');
const demos = await listDemos(demoDir);
/** Its bug is in its tests: nothing that may be changed repairs it. */
const UNREPAIRABLE = demos.filter(({ symptom }) => symptom.kind === 'flaky');
const REPAIRABLE = demos.filter((demo) => !UNREPAIRABLE.includes(demo));

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

async function run(name: string) {
  server.play({ reply: knowing(fixOf(demoDir, name)) });
  const home = cli.freshHome();
  const dir = `${home}-user`;
  const prepared = await prepareDemo({ demoDir, into: dir, task: name });
  if (!prepared.ok) throw new Error(JSON.stringify(prepared.error));
  const job = { home, dir, repo: path.join(dir, 'firmware'), task: prepared.value.taskFile };
  return runJob(cli, job, {
    args: ['--provider', 'openai'],
    env: { ...server.env, BENCHLOOP_OPENAI_TIMEOUT_SEC: '60' },
  });
}

describe('a demo whose fix a model knows', () => {
  it.each(REPAIRABLE)('$name is repaired with at most two requests', async ({ name }) => {
    const { report } = await run(name);
    expect(report).toMatchObject({ final_status: 'SUCCESS', iterations: 1 });
    expect(report.files_changed).toEqual([...new Set(fixOf(demoDir, name).map(({ file }) => file))].sort());
    expect(server.asked()).toBeLessThanOrEqual(2);
  });

  it.each(UNREPAIRABLE)(
    '$name is left alone: no model is believed against what was seen',
    async ({ name }) => {
      const { report } = await run(name);
      expect(report).toMatchObject({ final_status: 'FAILURE', verdict: 'FLAKY', patch: null });
    },
  );
});
