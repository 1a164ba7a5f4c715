import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { NEARNESS } from '../../../shared/edit-once.js';
import { RISK_REASON } from '../../../shared/events.js';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import { text, type Words } from '../../../shared/texts/words.js';
import { bindingOf } from '../../engine/binding.js';
import type { Asking, Tool } from '../../engine/tool.js';
import { type ChangeRequest, type Plan, pathsOf, planChange } from '../../workspace/edits/plan.js';
import { writeChange } from '../../workspace/edits/write.js';
import { isPlainRelative } from '../../workspace/inside.js';
import { judgeChange, type PatchVerdict } from '../../workspace/policy.js';
import { type RulesWork, sessionRules } from '../patch-rules.js';
import type { IsWithheld } from '../withheld/withheld-files.js';
import { undoable } from './undoable.js';

export interface ChangeWork extends RulesWork {
  paths: { clone: string };
  /** Files that are changed by people alone: every answer to a change of one would tell of its text. */
  isWithheld: IsWithheld;
}

const ChangeResult = z.object({
  files: z.array(z.string()).describe('Files that were changed.'),
  diff: z.string().describe('What was changed, as a unified diff.'),
  risk: z.number().describe('From 0 to 1.'),
  reasons: z.array(RISK_REASON).describe('Parts of the risk.'),
  matched: z.array(z.enum(NEARNESS)).describe('How nearly each edit had to be taken to fit.'),
});
type ChangeResult = z.infer<typeof ChangeResult>;

interface Judged extends Plan {
  verdict: PatchVerdict;
}

/** What was shown before the call was let happen, by its arguments. */
const SHOWN = new WeakMap<object, string>();

/** What a change covers: the files as they are, and what becomes of them. */
const bindingFor = ({ change, diff }: Plan): string => bindingOf([change.tree, diff]);

/** Works out and judges a change. Errors: those of `planChange`, POLICY_VIOLATION, which nobody can approve. */
async function judged(request: ChangeRequest, work: ChangeWork): Promise<Result<Judged>> {
  const hidden = withheldIn(request, work);
  if (hidden !== undefined) return fail(withheld(hidden));
  const rules = sessionRules(work);
  const plan = await planChange(work.paths.clone, request, rules.maxFiles);
  if (!plan.ok) return plan;
  if (plan.value.change.files.length === 0) return fail(NOTHING);
  const verdict = await judgeChange(work.paths.clone, plan.value.change, rules);
  const [first, ...more] = verdict.violations;
  return first ? refused(first.message, more.length) : ok({ ...plan.value, verdict });
}

/** A file that is there, and whose text whoever asks must not learn; refused before anything is compared. */
const withheldIn = (request: ChangeRequest, { paths, isWithheld }: ChangeWork): string | undefined =>
  pathsOf(request).find((file) => isWithheld(file) && isThere(paths.clone, file));

const isThere = (clone: string, file: string): boolean =>
  isPlainRelative(file) && lstatSync(join(clone, file), { throwIfNoEntry: false }) !== undefined;

const withheld = (where: string): Problem => ({
  code: 'POLICY_VIOLATION',
  message: text`the text of this file is withheld from models and MCP clients, so they cannot change the file`,
  where,
  next: text`change other files, or have a person change this one`,
});

const NOTHING = {
  code: 'ARGUMENTS_MALFORMED' as const,
  message: text`the call changes nothing: the files are like that already`,
  next: text`read the file again`,
};

const refused = (first: string, more: number): Result<never> =>
  fail({
    code: 'POLICY_VIOLATION',
    message:
      more === 0
        ? text`policy refuses this change: ${first}`
        : text`policy refuses this change: ${first}; and for ${more} more reasons`,
    next: text`make another change; nobody can approve this one`,
  });

const askingFor = (plan: Judged, question: Words): Asking => ({
  ...{ kind: 'patch', question, subject: plan.diff, binding: bindingFor(plan) },
  ...{ risk: plan.verdict.risk, reasons: plan.verdict.reasons },
});

const DRIFTED = {
  code: 'PATCH_APPLY_FAILURE' as const,
  message: text`the files changed after the change was shown`,
  next: text`read them again, and make the change anew`,
};

interface Changing<A> {
  name: string;
  arguments: z.ZodType<A>;
  request(args: A): ChangeRequest;
}

/** A tool that changes files of a session's clone: refused by policy, asked about by risk, written whole or not at all, and undone. */
export const changeTool = <A extends object>({ name, request, ...rest }: Changing<A>) =>
  undoable<A, ChangeResult, ChangeWork>({
    ...rest,
    ...{ name, kind: name, isIdempotent: false, scope: 'patch', danger: 'undoable' },
    result: ChangeResult,
    check: async (args, work) => {
      const plan = await judged(request(args), work);
      return plan.ok ? ok(undefined) : plan;
    },
    gate: async (args, work) => {
      const plan = await judged(request(args), work);
      if (!plan.ok || plan.value.verdict.risk < work.policy.gateRisk) return null;
      SHOWN.set(args, bindingFor(plan.value));
      const risk = plan.value.verdict.risk.toFixed(2);
      return askingFor(plan.value, text`Make this change (risk ${risk}) in the session's own copy?`);
    },
    perform: (args, work) => make(args, request(args), work),
    reconcile: async () => 'again',
  } satisfies Tool<A, ChangeResult, ChangeWork>);

/** Judges again: between the yes and now the files may have changed. */
async function make(args: object, request: ChangeRequest, work: ChangeWork): Promise<Result<ChangeResult>> {
  const plan = await judged(request, work);
  if (!plan.ok) return plan;
  const { change, diff, matched, verdict } = plan.value;
  const isAsked = verdict.risk >= work.policy.gateRisk;
  if (isAsked && SHOWN.get(args) !== bindingFor(plan.value)) return fail(DRIFTED);
  const written = await writeChange(work.paths.clone, change.files);
  if (!written.ok) return written;
  const { files, risk, reasons } = verdict;
  return ok({ files, diff, risk, reasons, matched });
}
