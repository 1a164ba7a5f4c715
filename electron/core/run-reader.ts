import { fail, ok, type Problem } from '../../shared/problem.js';
import { text } from '../../shared/texts/words.js';
import type { ReadRuns, RunReader } from '../tools/session-work.js';
import { runDetails } from './details.js';
import { createRunList, summaryOf } from './run-list.js';
import { repositoryOfRun } from './run-repository.js';
import { withheldOfRun } from './run-withheld.js';

/** Reads runs of a data folder as the command line prints them. */
export function runReader(home: string, which: ReadRuns): RunReader {
  const list = createRunList(home);
  const isRead = (repository: string | null): boolean =>
    which === 'all' || (repository !== null && repository === which.repository);
  return {
    list: () => ({
      runs: list()
        .runs.filter(({ repository }) => isRead(repository))
        .map(summaryOf),
    }),
    show: (run) => {
      if (which !== 'all' && !isRead(repositoryOfRun(home, run))) return fail(notOf(which, run));
      const found = runDetails(home, run);
      if (!found.ok) return found;
      const { summary, report, trace, gates } = found.value;
      return ok({ run, state: summary.state, report, trace, gates });
    },
    withheld: (run) => withheldOfRun(home, run),
  };
}

const notOf = ({ repository }: Exclude<ReadRuns, 'all'>, run: string): Problem => ({
  code: 'RUN_NOT_FOUND',
  message:
    repository === null
      ? text`this session works on no repository: it is shown no run`
      : text`there is no run ${run.slice(0, 60)} of ${repository}`,
  next: text`list_runs names the runs that can be shown`,
});
