import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { stringify } from 'yaml';
import { currentBootId } from '../../../electron/bench/process/children.js';
import type { CampaignBench } from '../../../electron/effects/orchestrator/bench.js';
import { leaveLine, queue, schedule } from '../../../electron/effects/orchestrator/schedule.js';
import type { EffectIo } from '../../../electron/engine/effect.js';
import { promised } from '../../../electron/engine/stop.js';
import { boardId } from '../../../electron/lab/boards/board-id.js';
import { holdBoard } from '../../../electron/lab/boards/hold.js';
import { takeLease } from '../../../electron/lab/boards/lease.js';
import { listBoards, noteBoard, openBoardRegistry } from '../../../electron/lab/boards/registry.js';
import { embeddedStore } from '../../../electron/lab/tasks/embedded.js';
import { ownerIsAlive, thisProcess } from '../../../electron/lab/this-process.js';
import { firstOrchestratorContext } from '../../../electron/machine/orchestrator/context.js';
import { BoardProfileSchema } from '../../../shared/profile/board.js';
import { atOnce, logLeases } from '../../fixtures/board-log.js';
import { epic, item } from '../../fixtures/campaign-run.js';
import { tempDir, value } from '../../fixtures/firmware-run.js';
import { ringProject, writeTask } from '../../fixtures/loop/projects.js';
import { until } from '../../fixtures/until.js';

const DEAD = { pid: 2 ** 22 + 1, startTime: '1', bootId: 'before' };

/** Three simulated boards of one profile, and campaigns in one data folder whose runs hold a board for a while. */
function bench() {
  const home = tempDir();
  mkdirSync(path.join(home, 'ports'));
  ringProject(path.join(home, 'fw'));
  const profile = {
    ...{ id: 'three', kind: 'board', title: 'three boards', find: { port: path.join(home, 'ports', '*') } },
    flash: { protocol: 'stk500v1', chip: '1e950f', machine: 'avr', entry: 'open', regions: [REGION] },
    testEnd: { pattern: '^OK$' },
  };
  writeFileSync(path.join(home, 'three.yaml'), stringify(profile));
  const task_file = writeTask(path.join(home, 'task.yaml'), './fw', {
    profile: './three.yaml',
    test: { command: undefined },
  });
  const store = value(openBoardRegistry(home));
  onTestFinished(() => void store.db.close());
  const log = logLeases(store);
  // three ports that lead to three devices: a port is known by what it leads to
  const ids = ['null', 'zero', 'full'].map((device) => {
    const port = path.join(home, 'ports', device);
    symlinkSync(`/dev/${device}`, port);
    const key = { usb: null, serial: null, topology: null, port };
    const id = boardId('three', key);
    value(noteBoard(store, { id, profile: 'three', key }, 1));
    return id;
  });
  const [one = '', two = '', three = ''] = ids;
  const waitsForPerson = new Set<string>();
  const looks: string[] = [];
  const work = {
    ...{ home, dir: home, now: Date.now, player: () => 'rules', store: embeddedStore(home, () => false) },
    isWorking: (campaign: string) => !waitsForPerson.has(campaign),
    starting: { profileDirs: [] },
  } as unknown as CampaignBench;
  const place = (run: string) => ({
    ctx: {
      ...firstOrchestratorContext({ run, isMock: false, autoResume: false, hasGoal: true }),
      ...{ epic: { ...epic([item(1, { task_file })]), id: run, campaign: run }, current: 'e.1' },
    },
    io: {
      ...{ run, signal: new AbortController().signal },
      // every look that finds nothing
      progress: () => looks.push(run),
    } as unknown as EffectIo,
  });
  const look = (run: string) => schedule(place(run).ctx, work, place(run).io);
  const wait = (run: string) => queue(place(run).ctx, work, place(run).io);
  const hold = async (owner: string) =>
    value(
      await holdBoard({
        ...{ home, profile: BoardProfileSchema.parse({ ...profile }), owner, process: thisProcess() },
        ...{
          isAlive: ownerIsAlive(currentBootId()),
          signal: new AbortController().signal,
          onWaiting: () => undefined,
        },
      }),
    );
  /** What a campaign does with one item, from SCHEDULE to the end of its run. */
  const workOn = async (campaign: string, n: number, work: () => Promise<void>): Promise<string> => {
    if ((await look(campaign)).type === 'resource_busy') await wait(campaign);
    const held = await hold(`${campaign}-${n}`);
    held.noteAnswered();
    await work();
    held.release();
    await leaveLine(home, campaign);
    return held.target.id;
  };
  const lease = (board: string, owner: string, process = thisProcess(), ttlMs: number | null = 60_000) =>
    value(takeLease(store, { board, owner, process, ttlMs }, () => true, Date.now()));
  return { ids, one, two, three, store, looks, waitsForPerson, look, wait, hold, workOn, lease, log, home };
}

const REGION = { name: 'application', start: 0, size: 0x1000, page: 128 };

describe('campaigns on three boards', () => {
  it('work side by side on two of them, item after item, and never stand in the line', async () => {
    const { workOn, log, looks } = bench();
    const campaign = async (name: string) => {
      for (let n = 1; n <= 4; n += 1) await workOn(name, n, () => delay(20));
    };
    await Promise.all([campaign('a'), campaign('b')]);
    expect(looks).toEqual([]);
    expect(log().filter(({ what }) => what === 'leased')).toHaveLength(8);
    expect(atOnce(log())).toBeLessThanOrEqual(2);
  });

  it('are never at rest while a board is free: more campaigns than boards wait only where all are in use or promised', async () => {
    const { workOn, log, looks } = bench();
    // the first runs go on only once all three boards are in use: a board at rest would hold up the test for good
    const held = promised<void>();
    let runs = 0;
    const untilAllAreHeld = async () => {
      runs += 1;
      if (runs === 3) held.resolve();
      await held.promise;
      // and only once another campaign has looked in vain
      await until(() => looks.length > 0);
    };
    const campaign = async (name: string) => {
      for (let n = 1; n <= 2; n += 1) await workOn(name, n, untilAllAreHeld);
    };
    await Promise.all(['a', 'b', 'c', 'd', 'e'].map(campaign));
    expect(atOnce(log())).toBe(3);
    expect(log().filter(({ what }) => what === 'leased')).toHaveLength(10);
    expect(looks.length).toBeGreaterThan(0);
  });

  it('take what a dead process had at once, skip what is out of use, and leave what a person has', async () => {
    const { store, look, hold, lease, one, two, three } = bench();
    lease(one, 'alice', thisProcess(), null);
    store.db.prepare("UPDATE board SET quarantined = 'smoke' WHERE id = ?").run(two);
    lease(three, 'a run that was killed', DEAD);
    expect(await look('a')).toMatchObject({ type: 'resource_ready' });
    expect((await hold('a-1')).target.id).toBe(three);
    expect(await look('b')).toMatchObject({ type: 'resource_busy' });
    expect(value(listBoards(store)).find(({ id }) => id === one)?.lease?.owner).toBe('alice');
  });

  it('get the one board that is left in the order in which they came, whoever looks first', async () => {
    const { store, look, lease, hold, home, one, two, three } = bench();
    for (const board of [one, two]) lease(board, 'alice', thisProcess(), null);
    lease(three, 'z-1');
    for (const campaign of ['a', 'b', 'c']) expect((await look(campaign)).type).toBe('resource_busy');
    store.db.prepare('DELETE FROM lease WHERE board = ?').run(three);
    for (const campaign of ['c', 'b']) expect((await look(campaign)).type).toBe('resource_busy');
    expect((await look('a')).type).toBe('resource_ready');
    expect((await look('b')).type).toBe('resource_busy');
    const held = await hold('a-1');
    expect((await look('b')).type).toBe('resource_busy');
    held.noteAnswered();
    held.release();
    await leaveLine(home, 'a');
    expect((await look('a')).type).toBe('resource_busy');
    expect((await look('c')).type).toBe('resource_busy');
    expect((await look('b')).type).toBe('resource_ready');
  });

  it('are passed by where one waits for a person, or its process has died', async () => {
    const { store, look, lease, waitsForPerson, one, two, three } = bench();
    for (const board of [one, two]) lease(board, 'alice', thisProcess(), null);
    lease(three, 'z-1');
    for (const campaign of ['a', 'b', 'c']) await look(campaign);
    store.db.prepare('DELETE FROM lease WHERE board = ?').run(three);
    waitsForPerson.add('a');
    expect((await look('c')).type).toBe('resource_busy');
    store.db.prepare("UPDATE ticket SET pid = ?, boot_id = 'before' WHERE owner = 'b'").run(DEAD.pid);
    expect((await look('c')).type).toBe('resource_ready');
    expect(await look('b')).toMatchObject({ type: 'resource_busy' });
  });
});

describe('a run that waits for a board of several', () => {
  it('takes whichever is free first, though it stands in the queue of another', async () => {
    const { store, hold, lease, log, ids } = bench();
    for (const board of ids) lease(board, 'z-1');
    const waiting = hold('a-1');
    while (value(listBoards(store)).every(({ queue }) => queue.length === 0)) await delay(5);
    const [queued] = value(listBoards(store)).filter(({ queue }) => queue.length > 0);
    const other = ids.find((id) => id !== queued?.id) ?? '';
    store.db.prepare('DELETE FROM lease WHERE board = ?').run(other);
    const held = await waiting;
    expect(held.target.id).toBe(other);
    expect(value(listBoards(store)).flatMap(({ queue }) => queue)).toEqual([]);
    expect(log().at(-1)).toEqual({ what: 'leased', board: other, owner: 'a-1' });
    held.release();
  });
});
