import { ok } from '../../shared/problem.js';
import type { RunReader } from '../tools/session-work.js';
import { runDetails } from './details.js';
import { createRunList } from './run-list.js';
import { withheldOfRun } from './run-withheld.js';

/** Reads the runs of a data folder as the command line prints them. */
export function runReader(home: string): RunReader {
  const list = createRunList(home);
  return {
    list: () => ({
      runs: list().runs.map(
        ({ interrupted: _, nodes: __, parent: ___, waits_on: ____, ...summary }) => summary,
      ),
    }),
    show: (run) => {
      const found = runDetails(home, run);
      if (!found.ok) return found;
      const { summary, report, trace, gates } = found.value;
      return ok({ run, state: summary.state, report, trace, gates });
    },
    withheld: (run) => withheldOfRun(home, run),
  };
}
