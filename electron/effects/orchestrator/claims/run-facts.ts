import path from 'node:path';
import * as z from 'zod';
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
  /** What a person took of it though it is not proven; null: nothing. */
  accepted: Accepted | null;
}

/** The commit that was written into the user's repository after a person's yes. */
export interface Accepted {
  branch: string;
  commit: string;
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
  const accepted = acceptedIn(journal, ending);
  if (!accepted.ok) return accepted;
  const of = { header: header.data, ctx: ctx.data, ending, accepted: accepted.value };
  return ok({ run, dir, parent: parent?.run ?? null, ...of });
}

/** By its own journal: a report, or a branch of that name, could be written by anybody. */
function acceptedIn(journal: RunJournal, { verdict }: Ending): Result<Accepted | null> {
  if (verdict !== 'UNPROVEN') return ok(null);
  const operations = journal.operations();
  if (!operations.ok) return operations;
  const published = operations.value.flatMap(({ status, intent }) => {
    const taken = status === 'OBSERVED' ? TakenSchema.safeParse(intent).data : undefined;
    return taken === undefined ? [] : [{ branch: taken.args.branch, commit: taken.args.commit }];
  });
  return ok(published.at(-1) ?? null);
}

/** The call that writes a patch which a person took. */
const TakenSchema = z.object({
  tool: z.literal('publish'),
  args: z.object({ branch: z.string(), commit: z.string(), isTaken: z.literal(true) }),
});

/** What ran last is what was built last from the tree as the run leaves it. */
export function isOwnImage({ ctx }: Pick<RunFacts, 'ctx'>, image: string): boolean {
  const built = (ctx.last_build_result?.artifacts ?? []).map(({ sha256 }) => sha256);
  return (
    image === ctx.last_test_result?.image &&
    (built.includes(image) || image === ctx.repo_snapshot?.current_commit)
  );
}
