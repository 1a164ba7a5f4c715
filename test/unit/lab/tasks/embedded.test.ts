import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { embeddedStore } from '../../../../electron/lab/tasks/embedded.js';
import { resumeOrder, runnable } from '../../../../electron/lab/tasks/order.js';
import { inEnglish } from '../../../../shared/texts/words.js';
import type { Epic, WorkItem } from '../../../../shared/work-item.js';
import { tempDir, value } from '../../../fixtures/firmware-run.js';

const item = (id: string, more: Partial<WorkItem> = {}): WorkItem => ({
  ...{
    id,
    epic: 'e',
    title: id,
    task_file: `/${id}.yaml`,
    status: 'open',
    priority: 1,
    deps: [],
    updated_at: 1,
  },
  ...{ run: null, ...more },
});
const epic = (id: string, items: WorkItem[] = [item(`${id}.1`)], updated_at = 1): Epic => ({
  ...{ id, goal: `goal ${id}`, items, campaign: null, updated_at },
});

describe('the embedded task store', () => {
  it('keeps epics with the campaign that has them, those that were changed last first', async () => {
    const store = embeddedStore(tempDir(), () => true);
    expect(await store.list()).toEqual({ ok: true, value: [] });
    value(await store.put(epic('a', undefined, 1), 'one'));
    value(await store.put(epic('b', undefined, 2), 'two'));
    value(await store.put(epic('a', undefined, 3), 'one'));
    expect(value(await store.list()).map(({ id, campaign }) => [id, campaign])).toEqual([
      ['a', 'one'],
      ['b', 'two'],
    ]);
  });

  it('lets a campaign take an epic only from one that is at rest, and that one write it no more', async () => {
    let isAtWork = true;
    const store = embeddedStore(tempDir(), () => isAtWork);
    value(await store.put(epic('a'), 'one'));
    expect(await store.take(epic('a'), 'two')).toMatchObject({ ok: false, error: { code: 'RUN_OWNED' } });
    expect(await store.put(epic('a'), 'two')).toMatchObject({ ok: false, error: { code: 'RUN_OWNED' } });
    isAtWork = false;
    expect(await store.put(epic('a'), 'two')).toMatchObject({ ok: false, error: { code: 'RUN_OWNED' } });
    value(await store.take(epic('a'), 'two'));
    expect(await store.put(epic('a'), 'one')).toMatchObject({ ok: false, error: { code: 'RUN_OWNED' } });
    value(await store.put(epic('a'), 'two'));
  });

  it('names a damaged store, and what to do, and replaces nothing', async () => {
    const home = tempDir();
    writeFileSync(path.join(home, 'tasks.db'), '');
    const listed = await embeddedStore(home, () => true).list();
    if (listed.ok) throw new Error('an empty file was taken for a store');
    expect(listed.error).toMatchObject({ code: 'JOURNAL_CORRUPT', where: path.join(home, 'tasks.db') });
    expect(inEnglish(listed.error.next ?? '')).toBe('move this file away: the next campaign makes a new one');
  });
});

describe('the order in which work is taken up', () => {
  it('is: what it depends on is done, then priority, then what changed last', () => {
    const blocked = epic('blocked', [
      item('x', { status: 'blocked' }),
      item('y', { deps: ['x'], priority: 0 }),
    ]);
    const urgent = epic('urgent', [item('u', { priority: 0 })]);
    const older = epic('older', [item('o', { updated_at: 5 })]);
    const newer = epic('newer', [item('n', { updated_at: 9 })]);
    const done = epic('done', [item('d', { status: 'done' })]);
    expect(resumeOrder([blocked, older, newer, done, urgent]).map(({ id }) => id)).toEqual([
      ...['urgent', 'newer', 'older', 'blocked'],
    ]);
    expect(
      runnable(
        epic('e', [item('a', { status: 'done' }), item('b', { deps: ['a'] }), item('c', { deps: ['b'] })]),
      ),
    ).toMatchObject([{ id: 'b' }]);
  });
});
