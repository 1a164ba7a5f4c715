import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { stringify } from 'yaml';
import { importMapFile } from '../../../electron/lab/boards/import-file.js';
import { openBoardRegistry } from '../../../electron/lab/boards/registry.js';
import { type CampaignReport, CampaignReportSchema } from '../../../shared/campaign.js';
import { EvidenceSchema } from '../../../shared/deliverables.js';
import { WAITING } from '../../../shared/events.js';
import { ReportBodySchema } from '../../../shared/report.js';
import { atOnce, logLeases } from '../../fixtures/board-log.js';
import { value } from '../../fixtures/firmware-run.js';
import {
  bundleCommandLine,
  type CommandLine,
  type Line,
  type Ran,
  type Started,
} from '../../fixtures/loop/command-line.js';
import { avrProject, TYPO, writeTask } from '../../fixtures/loop/projects.js';
import { type BoardFiles, buildBoard, powerOn } from '../../fixtures/simavr/optiboot-board.js';
import { until } from '../../fixtures/until.js';

let cli: CommandLine;
let files: BoardFiles;
/** The flash of a board with a bootloader and a program that sleeps: a board that has nothing to do costs this computer nothing. */
let asleep: Buffer;
beforeAll(async () => {
  cli = await bundleCommandLine();
  files = await buildBoard(path.join(cli.root, 'board'), 0);
  const file = path.join(cli.root, 'blank.bin');
  await (await powerOn(files, file)).powerOff();
  asleep = readFileSync(file);
  SLEEP.copy(asleep);
});
afterAll(() => cli?.close());

/** `cli`, `sleep`, and a jump to itself: without interrupts nothing but a reset ends it. */
const SLEEP = Buffer.from([0xf8, 0x94, 0x88, 0x95, 0xff, 0xcf]);

const AGREED = ['build', 'patch', 'flash', 'publish'];

/** Three boards of one profile in a data folder of their own; `options` of the simulator by board. */
async function threeBoards(options: Readonly<Record<number, string>> = {}) {
  const home = cli.freshHome();
  const dir = `${home}-user`;
  mkdirSync(path.join(dir, 'ports'), { recursive: true });
  mkdirSync(home);
  writeFileSync(path.join(home, 'policy.yaml'), 'successConfidence: 0\n');
  const boards = await Promise.all([0, 1, 2].map((n) => plugIn(dir, n, options[n])));
  writeFileSync(path.join(dir, 'uno.yaml'), stringify(profileOf(dir)));
  const map = path.join(dir, 'map.yaml');
  writeFileSync(
    map,
    stringify(boards.map(({ port }) => ({ connected: true, platform: 'uno', serial: port }))),
  );
  const store = value(openBoardRegistry(home));
  onTestFinished(() => void store.db.close());
  const ids = value(await importMapFile(store, map)).imported.map(({ id }) => id);
  const log = logLeases(store);
  const byHand = async (action: 'lease' | 'release', n: number) => {
    const owner = action === 'lease' ? ['--owner', 'alice'] : [];
    expect((await cli.run(['boards', action, ids[n] ?? '', ...owner], { home })).code).toBe(0);
  };
  return {
    ids,
    log,
    byHand,
    /** Owner and number of each board that was got, in that order. */
    got: () =>
      log().flatMap(({ what, board, owner }) => (what === 'leased' ? [[owner, ids.indexOf(board)]] : [])),
    start: (goal: string, names: readonly string[], agreed = AGREED) =>
      cli.start(
        [
          'campaign',
          goal,
          ...names.flatMap((name) => ['--task', taskFor(dir, name)]),
          '--approve',
          agreed.join(),
          '--json',
        ],
        { home, cwd: dir, env: { BENCHLOOP_MOCK_RESEARCHER: '1' } },
      ),
    flashOf: async (n: number) => (await boards[n]?.flash()) ?? Buffer.alloc(0),
    pathOf: (run: string, ...parts: string[]) => path.join(home, 'runs', run, ...parts),
  };
}

async function plugIn(dir: string, n: number, option?: string) {
  const flashFile = path.join(dir, `flash-${n}.bin`);
  writeFileSync(flashFile, asleep);
  const board = await powerOn(files, flashFile, ...(option === undefined ? [] : [option]));
  onTestFinished(() => board.powerOff());
  const port = path.join(dir, 'ports', `uno-${n}`);
  symlinkSync(board.port, port);
  const flash = async () => {
    await board.powerOff();
    return readFileSync(flashFile);
  };
  return { port, flash };
}

const profileOf = (dir: string) => ({
  ...{ id: 'uno', kind: 'board', title: 'ATmega328P with optiboot', toolchainPrefix: 'avr-' },
  find: { port: path.join(dir, 'ports', 'uno-*') },
  flash: {
    ...{ protocol: 'stk500v1', chip: '1e950f', machine: 'avr', entry: 'open', connectSec: 60 },
    regions: [{ name: 'application', start: 0, size: 0x1000, page: 128 }],
  },
  testEnd: { pattern: '^(OK|FAIL)$', silenceSec: 60 },
});

const markOf = (name: string): string => `firmware of ${name}`;

/** A task of its own repository, whose firmware does not build, says its name, and sleeps at its end. */
function taskFor(dir: string, name: string): string {
  avrProject(path.join(dir, name), {
    ...TYPO,
    'test/main.c': ['uart_init();', `uart_init();\n    print("${markOf(name)}\\r\\n");`],
    'boot/uart_avr.c': ['for (;;) {', '__asm__ volatile("cli\\n\\tsleep");\n  for (;;) {'],
  });
  return writeTask(path.join(dir, `${name}.yaml`), `./${name}`, {
    goal: `The cases of ${name} pass`,
    profile: './uno.yaml',
    build: { command: ['make'], clean: ['make', 'clean'], artifacts: { elf: 'build/app.elf' } },
    test: { parser: 'unity', command: undefined, timeoutSec: 120 },
  });
}

function completeIn(ran: Ran): CampaignReport {
  const report = CampaignReportSchema.safeParse(ran.lines.at(-1)).data;
  expect([ran.code, report?.outcome], ran.stdout.slice(-3000) + ran.stderr).toEqual([0, 'COMPLETE']);
  if (report === undefined) throw new Error('no report');
  return report;
}

const runsOf = ({ stages }: CampaignReport): string[] => stages.flatMap(({ run }) => run ?? []);
const waits = ({ lines }: Ran): Line[] => lines.filter(({ to, step }) => to === 'QUEUE' || step === WAITING);
/** How often a campaign went into the line so far. */
const stoodInLine = (campaign: Started): number => campaign.said().split('"to":"QUEUE"').length - 1;
const inLine = (campaign: Started, times: number) => until(() => stoodInLine(campaign) === times);
const jsonIn = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

type Bench = Awaited<ReturnType<typeof threeBoards>>;

/** The boards that a run's report names, by what the campaign shows as evidence of its item. */
function boardsInEvidence({ run, deliverables }: CampaignReport, item: string, { pathOf }: Bench): string[] {
  const at = deliverables.findLast(({ path: file }) => file.includes(item) && file.endsWith('evidence.json'));
  const { evidence } = EvidenceSchema.parse(jsonIn(pathOf(run, at?.path ?? '')));
  const bodies = evidence.flatMap(({ body }) => (body.kind === 'report' ? [body] : []));
  return bodies.flatMap(({ run, file }) =>
    ReportBodySchema.parse(jsonIn(pathOf(run, file))).boards.map(({ board }) => board),
  );
}

/** What a run's firmware is in flash. */
function imageOf({ pathOf }: Bench, run: string): Buffer {
  const { artifacts } = ReportBodySchema.parse(jsonIn(pathOf(run, 'report', 'report.json')));
  const elf = artifacts.findLast(({ kind }) => kind === 'elf');
  const out = path.join(cli.root, `${run}.bin`);
  execFileSync('avr-objcopy', [
    '-O',
    'binary',
    '-j',
    '.text',
    '-j',
    '.data',
    pathOf(run, 'artifacts', elf?.path ?? ''),
    out,
  ]);
  return readFileSync(out);
}

describe('campaigns on three boards, each a process of its own', () => {
  it('do all their items and wait for nothing, while a third one waits for a person', async () => {
    const bench = await threeBoards();
    const asking = bench.start('ask', ['c1'], ['build', 'patch']);
    const started = [bench.start('first', ['a1', 'a2']), bench.start('second', ['b1', 'b2'])];
    const ran = await Promise.all(started.map(({ ended }) => ended));
    expect((await asking.ended).code).toBe(4);
    const reports = ran.map(completeIn);
    expect(ran.flatMap(waits)).toEqual([]);
    expect(atOnce(bench.log())).toBeGreaterThanOrEqual(1);

    const got = bench.got();
    for (const report of reports)
      for (const { item, run } of report.stages) {
        const own = got.filter(([owner]) => owner === run).map(([, n]) => bench.ids[Number(n)]);
        expect(own).toHaveLength(1);
        expect(boardsInEvidence(report, item, bench)).toEqual(own);
      }

    const flashed = got.filter(([owner]) => reports.flatMap(runsOf).includes(String(owner)));
    expect(flashed).toHaveLength(4);
    for (const n of bench.ids.keys()) {
      const [last = null] = flashed.findLast(([, at]) => at === n) ?? [];
      const image = last === null ? SLEEP : imageOf(bench, String(last));
      const flash = await bench.flashOf(n);
      expect(flash.subarray(0, image.length).equals(image)).toBe(true);
      const title = reports.flatMap(({ stages }) => stages).find(({ run }) => run === last)?.title ?? '';
      const name = /cases of (\w+)/.exec(title)?.[1];
      if (last !== null) expect(flash.includes(markOf(name ?? 'nobody'))).toBe(true);
    }
  });

  it('take turns at what a person leaves them, in the order in which they came, also where a board breaks', async () => {
    const bench = await threeBoards({ 2: 'cut=write:2' });
    await Promise.all([0, 1, 2].map((n) => bench.byHand('lease', n)));
    const first = bench.start('first', ['a1']);
    await inLine(first, 1);
    const second = bench.start('second', ['b1', 'b2']);
    await inLine(second, 1);
    await bench.byHand('release', 2);
    await inLine(first, 2);
    await bench.byHand('release', 0);
    const ran = await Promise.all([first.ended, second.ended]);
    const [a1 = '', again = '', b1 = '', b2 = ''] = ran.map(completeIn).flatMap(runsOf);

    const got = bench.got().filter(([owner]) => owner !== 'alice');
    expect(got).toEqual([
      [a1, 2],
      [b1, 0],
      [again, 0],
      [b2, 0],
    ]);
    expect(atOnce(bench.log(), ['alice'])).toBe(3);
    expect(bench.log().filter(({ board, what }) => board === bench.ids[1] && what === 'released')).toEqual(
      [],
    );

    // who has the boards is said once; as soon as one is given back, the first look takes it
    const [said, ...more] =
      ran[0]?.lines.filter(({ step, state }) => step === WAITING && state === 'QUEUE') ?? [];
    for (const id of bench.ids)
      expect(said?.detail).toContain(`alice holds ${id} by hand, until \`benchloop boards release ${id}\``);
    expect(more[0]?.detail).toContain('first comes: ');
  });
});
