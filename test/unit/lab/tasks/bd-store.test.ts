import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { UNRECORDED } from '../../../../electron/bench/process/children.js';
import { storeFor } from '../../../../electron/lab/tasks/choose-store.js';
import type { Problem, Result } from '../../../../shared/problem.js';
import { inEnglish } from '../../../../shared/texts/words.js';
import type { Epic, WorkItem } from '../../../../shared/work-item.js';
import {
  type Beads,
  bdOnPath,
  beadsRepository,
  storeByProgram,
  storeIn,
} from '../../../fixtures/beads/repository.js';
import { tempDir, value } from '../../../fixtures/firmware-run.js';

const before = process.env.PATH;
beforeEach(() => {
  process.env.PATH = `${bdOnPath()}${path.delimiter}${before}`;
});
afterEach(() => {
  process.env.PATH = before;
});

const item = (root: string, n: number, more: Partial<WorkItem> = {}): WorkItem => ({
  ...{ id: `run-1.${n}`, epic: 'run-1', title: `item ${n}`, task_file: path.join(root, `${n}.yaml`) },
  ...{ status: 'open', priority: n, deps: [], updated_at: Date.now(), run: null, ...more },
});
const epic = (root: string, items = [item(root, 1), item(root, 2, { deps: ['run-1.1'] })]): Epic => ({
  ...{ id: 'run-1', goal: '--framing, and "quotes"', items, campaign: null, updated_at: 1 },
});
const errorOf = (result: Result<unknown>): Problem => {
  if (result.ok) throw new Error('it went well');
  return result.error;
};
const writes = (beads: Beads): string[] => beads.calls().filter((call) => !/^(list|ready) /.test(call));

describe('the tracker of a repository that uses beads', () => {
  it('holds a goal as an epic with its items, claimed for the campaign, and writes nothing twice', async () => {
    const beads = beadsRepository();
    const store = storeIn(beads);
    expect(await store.list()).toEqual({ ok: true, value: [] });
    value(await store.put(epic(beads.root), 'camp'));
    const [kept] = value(await store.list());
    expect(kept).toMatchObject({
      ...{ id: 'run-1', goal: '--framing, and "quotes"', campaign: 'camp' },
      items: [
        { id: 'run-1.1', status: 'open', task_file: path.join(beads.root, '1.yaml'), deps: [] },
        { id: 'run-1.2', status: 'open', deps: ['run-1.1'] },
      ],
    });
    const written = writes(beads).length;
    value(await store.put(epic(beads.root), 'camp'));
    expect(writes(beads).slice(written)).toEqual([]);
  });

  it('is told what became of each item, and which run did it', async () => {
    const beads = beadsRepository();
    const store = storeIn(beads);
    value(await store.put(epic(beads.root), 'camp'));
    const at = Date.now() + 3_600_000;
    const [one, two] = [item(beads.root, 1), item(beads.root, 2, { deps: ['run-1.1'] })];
    value(
      await store.put(epic(beads.root, [{ ...one, status: 'in_progress', updated_at: at }, two]), 'camp'),
    );
    expect(value(await store.list())[0]?.items[0]).toMatchObject({ status: 'in_progress' });
    const done = { ...one, status: 'done' as const, updated_at: at, run: 'run-9' };
    const ended = [done, { ...two, status: 'cancelled' as const, updated_at: at }];
    value(await store.put(epic(beads.root, ended), 'camp'));
    expect(value(await store.list())[0]?.items).toMatchObject([
      { status: 'done', run: 'run-9' },
      { status: 'cancelled', run: null },
    ]);
    const written = writes(beads).length;
    value(await store.put(epic(beads.root, ended), 'camp'));
    expect(writes(beads)).toHaveLength(written);
    expect(beads.issues().map(({ status, close_reason }) => [status, close_reason])).toEqual([
      ['closed', 'done'],
      ['closed', 'run-9'],
      ['closed', 'cancelled'],
    ]);
  });

  it('gives an epic to one campaign, and to another once that one is at rest', async () => {
    const beads = beadsRepository();
    let isAtWork = true;
    const store = storeIn(beads, () => isAtWork);
    value(await store.put(epic(beads.root), 'one'));
    expect(errorOf(await store.take(epic(beads.root), 'two')).code).toBe('RUN_OWNED');
    isAtWork = false;
    expect(errorOf(await store.put(epic(beads.root), 'two')).code).toBe('RUN_OWNED');
    value(await store.take(epic(beads.root), 'two'));
    expect(value(await store.list())[0]?.campaign).toBe('two');
    expect(errorOf(await store.put(epic(beads.root), 'one')).code).toBe('RUN_OWNED');
  });

  it('says who was faster where a claim is lost, in the words of the tracker', async () => {
    const beads = beadsRepository();
    beads.trouble('update', 'stderr failed to claim fw-1a: already claimed by alice');
    const lost = errorOf(await storeByProgram(beads).take(epic(beads.root), 'camp'));
    expect(lost.code).toBe('RUN_OWNED');
    expect(inEnglish(lost.message)).toBe(
      'issue fw-1a could not be claimed: bd update failed: “failed to claim fw-1a: already claimed by alice”',
    );
    expect(inEnglish(lost.next ?? '')).toBe('see who has it: bd show fw-1a');
  });

  it('keeps from a campaign what a person has claimed, what waits for another issue, and what leads out of the repository', async () => {
    const beads = beadsRepository();
    const made = { priority: 1, updated_at: '2026-11-25T12:00:00Z', status: 'open', title: 't' };
    const child = (id: string, more: object) => ({
      ...{ ...made, id, issue_type: 'task', parent: 'fw-1', metadata: { benchloop_task: 'a.yaml' }, ...more },
    });
    const waits = { issue_id: 'x', depends_on_id: 'fw-9', type: 'blocks' };
    beads.write([
      { ...made, id: 'fw-1', issue_type: 'epic' },
      child('fw-1.1', { assignee: 'alice', status: 'in_progress' }),
      child('fw-1.2', { dependencies: [waits] }),
      child('fw-1.3', { metadata: { benchloop_task: '../../etc/task.yaml' } }),
      child('fw-1.4', { status: 'deferred' }),
      { ...made, id: 'fw-2', issue_type: 'epic', assignee: 'alice' },
      { ...made, id: 'fw-9', issue_type: 'bug', dependencies: [] },
    ]);
    beads.trouble('ready', 'say []');
    expect(value(await storeIn(beads).list())).toMatchObject([
      {
        ...{ id: 'fw-1', campaign: null },
        items: [
          { id: 'fw-1.1', status: 'blocked' },
          { id: 'fw-1.2', status: 'open', deps: ['fw-9'] },
          { id: 'fw-1.3', task_file: null },
          { id: 'fw-1.4', status: 'blocked' },
        ],
      },
    ]);
    const outside = epic(beads.root, [item('/elsewhere', 1)]);
    expect(errorOf(await storeIn(beads).put(outside, 'camp'))).toMatchObject({
      code: 'USAGE',
      where: '/elsewhere/1.yaml',
    });
  });

  it.each([
    ['stdout disk full', 'ENV_ERROR', 'bd list failed: “disk full”'],
    ['stderr \u001b[2Jgone', 'ENV_ERROR', 'bd list failed: “<ESC>[2Jgone”'],
    ['garbage', 'ENV_ERROR', 'bd list gave no JSON that beads documents'],
    ['flood', 'ENV_ERROR', 'bd list was cut off: output-limit'],
    ['stall', 'TIMEOUT', 'bd list gave no answer in time and was ended'],
    ['say [{"id":"--force"}]', 'ENV_ERROR', 'bd list gave an issue that is not as beads documents it: '],
  ])('is no store where it gives “%s”, and it says so', async (how, code, words) => {
    const beads = beadsRepository();
    beads.trouble('list', how);
    const problem = errorOf(await storeByProgram(beads, how === 'stall' ? 500 : 20_000).list());
    expect(problem).toMatchObject({ code, where: beads.root });
    expect(inEnglish(problem.message)).toContain(words);
  });

  it('is used where the policy names the repository, and is only told of elsewhere', async () => {
    const { root } = beadsRepository();
    const folder = path.join(root, 'deep', 'inside');
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(root, 'deep', '.beads'), 'no folder');
    const of = { home: tempDir(), folder, env: {}, children: UNRECORDED, isAtWork: () => false };
    expect(storeFor({ ...of, beads: [] })).toMatchObject({ store: { kind: 'embedded' }, unused: root });
    expect(storeFor({ ...of, beads: [tempDir()] })).toMatchObject({
      store: { kind: 'embedded' },
      unused: root,
    });
    expect(storeFor({ ...of, beads: [root] })).toMatchObject({ store: { kind: 'bd' }, unused: null });
    expect(storeFor({ ...of, folder: tempDir(), beads: [root] })).toMatchObject({
      store: { kind: 'embedded' },
      unused: null,
    });
  });
});
