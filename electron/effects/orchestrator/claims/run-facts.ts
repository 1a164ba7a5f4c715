import path from 'node:path';
import { fail, ok, type Result } from '../../../../shared/problem.js';
import { text } from '../../../../shared/texts/words.js';
import { runsFolder } from '../../../files/home-folder.js';
import { openRunJournal, type RunJournal } from '../../../journal/run-journal.js';
import type { Ending } from '../../../machine/define.js';
import type { FirmwareContext } from '../../../machine/firmware-loop/context.js';
import { firmwareLoop } from '../../../machine/firmware-loop/table.js';
import { type FirmwareHeader, RunHeaderSchema } from '../../firmware-loop/start/run-header.js';

/** What the journal of a finished run of the firmware loop says: nobody but its own process wrote that. */
export interface RunFacts {
  run: string;
  /** Its folder. */
  dir: string;
  /** The campaign whose operation it is. */
  parent: string | null;
  header: FirmwareHeader;
  ctx: FirmwareContext;
  ending: Ending;
}

/** Errors: JOURNAL_CORRUPT, VERSION_MISMATCH, USAGE where it has not ended. */
export function runFacts(home: string, run: string): Result<RunFacts> {
  const dir = path.join(runsFolder(home), path.basename(run));
  const journal = openRunJournal(dir);
  if (!journal.ok) return journal;
  try {
    return factsIn(journal.value, dir);
  } finally {
    journal.value.close();
  }
}

function factsIn(journal: RunJournal, dir: string): Result<RunFacts> {
  const [about, at] = [journal.header(), journal.snapshot()];
  if (!about.ok) return about;
  if (!at.ok) return at;
  const { id: run, machine, machineVersion, parent } = about.value;
  if (machine !== firmwareLoop.id || machineVersion !== firmwareLoop.version)
    return fail({
      code: 'VERSION_MISMATCH',
      message: text`${run} is a run of ${machine} version ${machineVersion}, which cannot be judged here`,
    });
  const header = RunHeaderSchema.safeParse(about.value.header);
  const ctx = firmwareLoop.context.safeParse(at.value.context);
  const ending = ctx.success
    ? firmwareLoop.ended(at.value.state as keyof typeof firmwareLoop.states, ctx.data)
    : null;
  if (!header.success || !ctx.success || ending === null)
    return fail({ code: 'USAGE', message: text`${run} has not come to its end` });
  return ok({ run, dir, parent: parent?.run ?? null, header: header.data, ctx: ctx.data, ending });
}

/** What ran last is what was built last from the tree as the run leaves it. */
export function isOwnImage({ ctx }: Pick<RunFacts, 'ctx'>, image: string): boolean {
  const built = (ctx.last_build_result?.artifacts ?? []).map(({ sha256 }) => sha256);
  return (
    image === ctx.last_test_result?.image &&
    (built.includes(image) || image === ctx.repo_snapshot?.current_commit)
  );
}
