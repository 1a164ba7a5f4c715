import * as z from 'zod';
import { FLAG_TEXTS } from '../../../../shared/choice.js';
import type { Policy } from '../../../../shared/policy.js';
import { fail, ok, type Problem, type Result } from '../../../../shared/problem.js';
import { visibleName } from '../../../../shared/visible-text.js';
import { bindingOf } from '../../../engine/binding.js';
import { callByHand, earlierCall } from '../../../engine/by-hand.js';
import { openRunJournal, type RunJournal } from '../../../journal/run-journal.js';
import type { TriedChoice } from '../../../machine/firmware-loop/choosing.js';
import type { FirmwareContext } from '../../../machine/firmware-loop/context.js';
import { firmwareLoop } from '../../../machine/firmware-loop/table.js';
import { mayPublish, publish } from '../../../tools/publish.js';
import { runPaths } from '../../../tools/run-paths.js';
import type { Accept, AcceptOptions, Offer } from '../../parts.js';
import { parseRunHeader } from '../start/run-header.js';
import { keptClass, keptPatch } from './kept-patch.js';
import { acceptedReport } from './report-files.js';

const usage = (message: string, next: string): { ok: false; error: Problem } =>
  fail({ code: 'USAGE', message, next });

/**
 * Publishes a patch of a run that ended UNPROVEN, after a person's yes, as one branch in the user's repository; the run's
 * `final_status` stays. Null where the answer is no. A call that was cut off is simply repeated.
 * Errors: USAGE for a run that offers nothing, or not that; POLICY_VIOLATION where branches are locked; those of the journal and of `publishBranch`.
 */
export const acceptRun: Accept = async (place, o, now) => {
  const journal = openRunJournal(place.dir);
  if (!journal.ok) return journal;
  try {
    const known = read(journal.value);
    return known.ok ? await accept(journal.value, known.value, place, o, now) : known;
  } finally {
    journal.value.close();
  }
};

interface Known {
  run: string;
  seq: number;
  repoRoot: string;
  policy: Policy;
  ctx: FirmwareContext;
}

function read(journal: RunJournal): Result<Known> {
  const stored = journal.header();
  if (!stored.ok) return stored;
  const at = journal.snapshot();
  if (!at.ok) return at;
  const { id: run, machineVersion } = stored.value;
  if (machineVersion !== firmwareLoop.version)
    return usage(`run ${run} was made with another version of the table`, 'apply its patch file by hand');
  const header = parseRunHeader(stored.value.header, journal.file);
  if (!header.ok) return header;
  // written by this version's table
  const ctx = at.value.context as FirmwareContext;
  if (!ctx.finished || ctx.outcome?.verdict !== 'UNPROVEN')
    return usage(
      `run ${run} offers no patch: only one that ended UNPROVEN does`,
      `see \`benchloop show ${run}\``,
    );
  return ok({
    run,
    seq: at.value.seq,
    repoRoot: header.value.loaded.repoRoot,
    policy: header.value.policy,
    ctx,
  });
}

async function accept(
  journal: RunJournal,
  known: Known,
  { home, dir }: { home: string; dir: string },
  o: AcceptOptions,
  now: () => number,
): Promise<Result<{ branch: string } | null>> {
  const index = o.choice === undefined ? keptClass(known.ctx) : o.choice - 1;
  const tried = index === null ? undefined : known.ctx.choosing?.list[index];
  if (index === null || !tried) return noSuchClass(known, o.choice);
  if (tried.state === 'rejected' || tried.state === 'failed')
    return usage(`patch ${index + 1} was tried and failed: ${tried.state}`, 'take another one');
  const { clone } = runPaths(dir);
  const allowed = mayPublish({ home, policy: known.policy });
  if (!allowed.ok) return allowed;
  const kept = await keptPatch(known.ctx, clone, index);
  if (!kept) return noSuchClass(known, o.choice);
  const branch = `benchloop/${known.run}`;
  const offer = offerOf(known, tried, index, kept.patch);
  if (!(await o.agree(offer))) return ok(null);
  const earlier = earlierCall(journal, known.seq, KIND);
  if (!earlier.ok) return earlier;
  const commit = commitOf(earlier.value) ?? kept.commit;
  return callByHand(journal, {
    ...{ run: known.run, seq: known.seq, kind: KIND, by: o.by, now },
    tool: publish,
    args: { branch, commit, isTaken: true },
    work: { home, policy: known.policy, loaded: known, paths: { clone }, patch: kept.patch },
    asked: { kind: KIND, ...offer },
    keep: () => acceptedReport(runPaths(dir), { branch, patch: kept.patch, class: offer.class }),
  });
}

const KIND = 'publish';

/** A call that was cut off made its commit already: another one of the same tree would have another name. */
function commitOf(intent: unknown): string | null {
  const known = EarlierSchema.safeParse(intent);
  if (!known.success) return null;
  return 'args' in known.data ? known.data.args.commit : known.data.commit;
}

/** As calls are stored; and as Benchloop stored them before it had tools. */
const EarlierSchema = z.union([
  z.object({ args: z.object({ commit: z.string() }) }),
  z.object({ commit: z.string() }),
]);

const noSuchClass = ({ run, ctx }: Known, asked: number | undefined) =>
  usage(
    `run ${run} has no patch ${asked ?? 'to take'}; it found ${ctx.choosing?.list.length ?? 0}`,
    `see \`benchloop show ${run}\``,
  );

/** Why it is not believed, and what speaks for another: then the patch itself. */
function offerOf({ run, repoRoot, ctx }: Known, tried: TriedChoice, index: number, patch: string): Offer {
  const { choice, confidence } = tried;
  const classes = ctx.choosing?.list.length ?? 0;
  const sure = confidence === null ? 'not tried in the run' : `confidence ${confidence.toFixed(2)}`;
  const subject = [
    `NOT PROVEN: patch ${index + 1} of ${classes} passes the cases (${sure}, wanted ${ctx.policy.successConfidence})`,
    choice.what,
    ...choice.flags.map((flag) => `it ${FLAG_TEXTS[flag]}`),
    '',
    patch,
  ].join('\n');
  return {
    question: `Write the branch benchloop/${run} into ${visibleName(repoRoot)}, though the patch is not proven?`,
    subject,
    binding: bindingOf([repoRoot, run, index, patch]),
    class: index + 1,
  };
}
