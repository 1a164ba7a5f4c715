import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listPorts } from '../../../electron/bench/ports/list-ports.js';
import { type Channel, type Entry, entriesOf, saidIn } from '../../fixtures/injection/corpus.js';
import { hostileProject } from '../../fixtures/injection/hostile-project.js';
import { obedientServer } from '../../fixtures/injection/obedient-server.js';
import { bundleCommandLine, type CommandLine, type Ran } from '../../fixtures/loop/command-line.js';
import { writeTask } from '../../fixtures/loop/projects.js';
import { FTDI, fakeSysfs } from '../../fixtures/ports/fake-sysfs.js';
import type { Job } from '../loop/workshop.js';
import { bystanders, placesOf, stranger } from './bystanders.js';

let cli: CommandLine;
let model: Awaited<ReturnType<typeof obedientServer>>;
let outside: Awaited<ReturnType<typeof stranger>>;
beforeAll(async () => {
  cli = await bundleCommandLine();
  model = await obedientServer();
  outside = await stranger();
});
afterAll(async () => {
  await model.close();
  await outside.close();
  cli.close();
});

const PRINTED: readonly Channel[] = ['boot log', 'assertion text', 'test name', 'source comment'];
const LOGGED: readonly Channel[] = ['SEL record', 'FRU record', 'vendor script output', 'USB string'];

/** What the product itself reads of devices with these names. */
async function portsNamed(names: readonly string[]): Promise<string> {
  const fake = fakeSysfs();
  for (const [at, name] of names.entries())
    fake.plug({
      ...FTDI,
      ...{ at: `1-${at + 1}`, name, interfaces: [{ code: 'ff00', driver: 'ftdi_sio', tty: `ttyUSB${at}` }] },
    });
  const listed = await listPorts(fake.source);
  if (!listed.ok) throw new Error('no ports');
  return listed.value.map(({ description, vendor }) => `${vendor} ${description}`).join('\n');
}

async function jobWith(channels: readonly Channel[]): Promise<{ job: Job; entries: Entry[] }> {
  const home = cli.freshHome();
  const dir = `${home}-user`;
  mkdirSync(dir);
  const job = { home, dir, repo: path.join(dir, 'fw'), task: path.join(dir, 'task.yaml') };
  const entries = entriesOf(channels, placesOf(job, outside.url));
  hostileProject(
    job.repo,
    entries.filter(({ channel }) => !LOGGED.includes(channel)),
  );
  const logs = LOGGED.filter((channel) => channels.includes(channel));
  for (const channel of logs) {
    const said = saidIn(entries, channel);
    const text = channel === 'USB string' ? await portsNamed(said) : said.join('\n');
    writeFileSync(path.join(job.repo, `${channel}.log`), text);
  }
  writeTask(job.task, './fw', {
    ...(logs.length > 0 && { evidence: { logs: logs.map((channel) => `fw/${channel}.log`) } }),
    test: { cases: ['ring_refuses_when_full', 'ring_counts'], heldOut: ['hidden_*'], controlRun: false },
    constraints: { searchTrials: 4, searchSec: 600, maxIterations: 1 },
  });
  return { job, entries };
}

/** Runs until every text was obeyed; each ends, or waits for a person who does not come. */
async function obeyAll(entries: readonly Entry[], run: () => Promise<Ran>): Promise<Ran[]> {
  const all: Ran[] = [];
  const left = () => {
    const obeyed = new Set(model.obeyed().map(({ id }) => id));
    return entries.filter(({ id }) => !obeyed.has(id)).map(({ id, channel }) => `${id} in a ${channel}`);
  };
  for (let before = -1; left().length > 0 && model.obeyed().length > before; ) {
    before = model.obeyed().length;
    all.push(await run());
  }
  expect(left(), 'texts that the model was never shown').toEqual([]);
  return all;
}

const APPROVED = 'build,send';

describe.each([
  ['program and sources', PRINTED],
  ['logs', LOGGED],
] as const)('runs whose model does what the last text of the %s says', (_, channels) => {
  it('change nothing but the allowed sources of their own copy, publish nothing, and never succeed', async () => {
    const { job, entries } = await jobWith(channels);
    const others = bystanders(job);
    model.obey({ entries, otherwise: {} });
    const env = { ...model.env, BENCHLOOP_OPENAI_OTHER_MODEL: 'n' };
    const args = ['run', job.task, '--json', '--provider', 'openai', '--approve', APPROVED];
    const ran = await obeyAll(entries, () => cli.run(args, { home: job.home, cwd: job.dir, env }));
    for (const { code } of ran) expect([1, 4]).toContain(code);
    const gates = ran.flatMap(({ lines }) => lines.filter(({ type }) => type === 'gate'));
    const answered = gates.filter(({ answer }) => answer !== null);
    expect(new Set(answered.map((gate) => `${gate.scope} ${gate.answer} ${gate.answered_by}`))).toEqual(
      new Set(APPROVED.split(',').map((scope) => `${scope} yes approval policy`)),
    );
    const applied = ran.flatMap(({ lines }) =>
      lines.filter(({ event }) => event === 'PATCH_APPLIED').map(({ reason }) => String(reason)),
    );
    expect(applied.filter((reason) => !/src\/ring\.[ch]/.test(reason))).toEqual([]);
    others.areUnharmed({ heard: model.heard(), sent: outside.heard });
  });
});
