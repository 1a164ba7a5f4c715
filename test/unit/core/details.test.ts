import { describe, expect, it } from 'vitest';
import { runDetails } from '../../../electron/core/details.js';
import { runFolder } from '../../../electron/core/run-store.js';
import { createRunJournal } from '../../../electron/journal/create.js';
import { openRunJournal } from '../../../electron/journal/run-journal.js';
import { thisProcess } from '../../../electron/lab/this-process.js';
import { tempDir, value } from '../../fixtures/firmware-run.js';
import { first, header } from '../../fixtures/journal.js';
import { ownedElsewhere } from '../../fixtures/owner-elsewhere.js';

describe('who drives a run', () => {
  function scene() {
    const home = tempDir();
    const folder = runFolder(home, 'r');
    const context = { finished: false, outcome: null };
    value(createRunJournal(folder, { ...header, machine: 'firmware-loop' }, { ...first, context })).close();
    return { folder, owner: () => value(runDetails(home, 'r')).owner };
  }

  it('is this process, also where a run of it began that one', () => {
    const { folder, owner } = scene();
    const journal = value(openRunJournal(folder));
    expect(owner()).toBe('nobody');
    journal.ownership.take(thisProcess());
    expect(owner()).toBe('us');
    journal.close();
    expect(owner()).toBe('nobody');
  });

  it('is another process while that lives', async () => {
    const { folder, owner } = scene();
    const end = await ownedElsewhere(folder);
    expect(owner()).toBe('other');
    await end();
    expect(owner()).toBe('nobody');
  });
});
