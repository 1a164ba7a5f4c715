import { realpath } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { type ATTACHABLE, MOST_ATTACHED } from '../../../shared/chat.js';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import { ENGLISH } from '../../../shared/texts/speech.js';
import { inEnglish, text } from '../../../shared/texts/words.js';
import type { Attachment } from '../../effects/chat.js';
import { readPolicy } from '../../files/policy-file.js';
import { readInside } from '../../workspace/files.js';
import { matchesAny } from '../../workspace/glob.js';
import { findRepository } from '../../workspace/repository.js';
import { runDetails } from '../details.js';
import { describeReport } from '../render.js';
import { withRun } from '../run-store.js';
import type { RunDetails } from '../run-views.js';

/** What a person attaches: something of a run, or a file of a repository by its path on this computer. */
export type ToAttach = { run: string; what: (typeof ATTACHABLE)[number] } | { file: string };

/**
 * The text of what a person attaches to a chat. Errors: RUN_NOT_FOUND, JOURNAL_CORRUPT, ARTIFACT_MISSING for a run without a console,
 * REPO_NOT_FOUND for a file of no repository, POLICY_VIOLATION for one that the policy does not let be sent, those of reading it.
 */
export const attach = (home: string, wanted: ToAttach): Promise<Result<Attachment>> =>
  'file' in wanted ? attachFile(home, wanted.file) : attachOfRun(home, wanted);

async function attachFile(home: string, file: string): Promise<Result<Attachment>> {
  const policy = readPolicy(home);
  if (!policy.ok) return policy;
  const real = await realpath(file).catch(() => null);
  if (real === null)
    return fail({ code: 'FILE_NOT_FOUND', message: text`there is no such file`, where: file });
  const repository = await findRepository(path.dirname(real));
  if (!repository.ok) return repository;
  const { root } = repository.value;
  const inside = path.relative(root, real).split(path.sep).join('/');
  if (matchesAny(policy.value.neverSend, inside)) return fail(neverSent(inside));
  const read = await readInside(root, inside);
  if (!read.ok) return read;
  const named = { kind: 'file', of: inside, name: `file ${inside}` } as const;
  return ok({ ...startOf(read.value), ...named, repository: root, file: inside, inputs: [] });
}

async function attachOfRun(
  home: string,
  { run, what }: Exclude<ToAttach, { file: string }>,
): Promise<Result<Attachment>> {
  const details = runDetails(home, run);
  if (!details.ok) return details;
  const header = withRun(home, run, (journal) => journal.header());
  if (!header.ok) return header;
  const source = SourceSchema.safeParse(header.value.header).data ?? { repository: run, inputs: [] };
  const named = { kind: what, of: run, name: `${what} of run ${run}`, file: null };
  if (what === 'report') {
    const whole = await reportText(home, details.value);
    return ok({ ...startOf(whole), ...source, ...named });
  }
  const console = details.value.nodes
    .map(({ panels }) => panels.console)
    .join('\n')
    .trim();
  return console === '' ? fail(noConsole(run)) : ok({ ...endOf(console), ...source, ...named });
}

/** The report, as a terminal shows it, and every transition; what there is of a run under way. */
async function reportText(home: string, { report, trace, summary }: RunDetails): Promise<string> {
  const rows = trace.map(
    ({ seq, from, to, event, reason }) => `${seq} ${from} → ${to} (${event}): ${inEnglish(reason)}`,
  );
  const told =
    report === null ? `The run is in ${summary.state}.` : await describeReport(home, report, ENGLISH);
  return [`Goal: ${summary.goal}`, told, 'Transitions:', ...rows].join('\n');
}

const startOf = (whole: string) => ({
  text: whole.slice(0, MOST_ATTACHED),
  cut: whole.length > MOST_ATTACHED,
});
const endOf = (whole: string) => ({ text: whole.slice(-MOST_ATTACHED), cut: whole.length > MOST_ATTACHED });

const LoadedSchema = z
  .looseObject({
    repoRoot: z.string(),
    inputs: z.array(z.object({ from: z.string(), to: z.string() })),
  })
  .transform(({ repoRoot, inputs }) => ({ repository: repoRoot, inputs }));

/** Whose text a run holds: where the headers of the machines have their repository. Of others it is the run's own. */
const SourceSchema = z.union([
  z.looseObject({ loaded: LoadedSchema }).transform(({ loaded }) => loaded),
  z.looseObject({ loop: z.looseObject({ loaded: LoadedSchema }) }).transform(({ loop }) => loop.loaded),
  z
    .looseObject({
      repo: z.looseObject({ root: z.string() }),
      task: z.looseObject({ loaded: LoadedSchema }).nullable(),
    })
    .transform(({ repo, task }) => ({ repository: repo.root, inputs: task?.loaded.inputs ?? [] })),
]);

const neverSent = (file: string): Problem => ({
  code: 'POLICY_VIOLATION',
  message: text`the policy does not let this file be sent`,
  where: file,
  next: text`ask about another one, or change neverSend in your policy file`,
});

const noConsole = (run: string): Problem => ({
  code: 'ARTIFACT_MISSING',
  message: text`this run has no log of a console`,
  where: run,
  next: text`attach its report`,
});
