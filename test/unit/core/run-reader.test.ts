import { describe, expect, it } from 'vitest';
import { runReader } from '../../../electron/core/run-reader.js';
import { repositoryOf } from '../../../electron/core/run-repository.js';
import { runFolder } from '../../../electron/core/run-store.js';
import { createRunJournal } from '../../../electron/journal/create.js';
import { tempDir } from '../../fixtures/firmware-run.js';
import { first, header } from '../../fixtures/journal.js';
import { problem, value } from '../workspace/repositories.js';

/** A data folder with a run of each repository, and one of none. */
function runsOf(...repositories: (string | null)[]) {
  const home = tempDir();
  for (const [i, root] of repositories.entries())
    value(
      createRunJournal(
        runFolder(home, `r${i}`),
        {
          ...header,
          ...{ id: `r${i}`, machine: 'firmware-loop' },
          header: root === null ? { taskFiles: [] } : { loaded: { repoRoot: root } },
        },
        { ...first, context: { finished: false, outcome: null } },
      ),
    ).close();
  return home;
}

const names = (listed: unknown) => (listed as { runs: { run: string }[] }).runs.map(({ run }) => run);

describe('the runs that are read for a model', () => {
  it('are those of its own repository', () => {
    const home = runsOf('/a', '/b', null);
    const reader = runReader(home, { repository: '/a' });
    expect(names(reader.list())).toEqual(['r0']);
    expect(problem(reader.show('r1')).code).toBe('RUN_NOT_FOUND');
    expect(problem(reader.show('r2')).code).toBe('RUN_NOT_FOUND');
  });

  it('are none where it works on no repository', () => {
    const home = runsOf('/a', null);
    const reader = runReader(home, { repository: null });
    expect(names(reader.list())).toEqual([]);
    for (const run of ['r0', 'r1']) expect(problem(reader.show(run)).code).toBe('RUN_NOT_FOUND');
  });

  it('are all where a person reads them', () => {
    expect(names(runReader(runsOf('/a', '/b', null), 'all').list())).toEqual(['r0', 'r1', 'r2']);
  });
});

it.each([
  [{ loaded: { repoRoot: '/a' } }, '/a'],
  [{ loop: { loaded: { repoRoot: '/a' } }, parent: null }, '/a'],
  [{ repo: { root: '/a' }, task: null }, '/a'],
  [{ repo: null, task: null }, null],
  [{ taskFiles: ['/a/x.yaml'] }, null],
])('the repository of a header %j is %j', (header, root) => expect(repositoryOf(header)).toBe(root));
