import { FLAG_TEXTS, type Flag } from '../../../shared/choice.js';
import type { Angle, DeliveryReview, Finding } from '../../../shared/delivery.js';
import { text, type Words } from '../../../shared/texts/words.js';
import { visible } from '../../../shared/visible-text.js';
import { loadGrammar } from '../../agents/c/grammar.js';
import { hideSecrets } from '../../agents/egress/secrets.js';
import { flagsOfChange } from '../../agents/roundtable/flags.js';
import type { DeliveryContext } from '../../machine/delivery/context.js';
import { taskRules } from '../../tools/patch-rules.js';
import { markedFiles } from '../../workspace/conflict-markers.js';
import { judgePatch } from '../../workspace/policy.js';
import { createScratch } from '../../workspace/scratch.js';
import { fileInTree } from '../../workspace/tree-file.js';
import type { PatchVerdict, Violation } from '../../workspace/verdict.js';
import type { DeliveryBench } from './bench.js';
import { orThrow } from './work-so-far.js';

/** From which angle each flag of a change is seen. */
const ANGLE_OF: Readonly<Record<Flag, Angle>> = {
  constant_condition: 'function',
  self_comparison: 'edges',
  unreachable: 'function',
  deleted: 'function',
  check_weakened: 'edges',
  special_case: 'function',
  side_effect: 'safety',
  equality_offset: 'edges',
  interface_constant: 'function',
  layout: 'safety',
  contrived: 'function',
};

/** What costs time or memory on a small target, where an added line has it. */
const COSTS: readonly { of: RegExp; what: Words }[] = [
  {
    of: /\b(?:malloc|calloc|realloc)\s*\(/,
    what: text`an added line allocates memory while the firmware runs`,
  },
  { of: /\b(?:\w*delay\w*|\w*sleep\w*|HAL_Delay)\s*\(/i, what: text`an added line waits` },
  {
    of: /\bwhile\s*\(\s*(?:1|true)\s*\)|\bfor\s*\(\s*;\s*;\s*\)/,
    what: text`an added line loops without an end`,
  },
];

/** Sizes and risk were judged patch by patch where the work is a run's; together they may be more. */
const OF_ONE_PATCH = new Set(['maxFiles', 'maxLines', 'risk']);

/** The change as policy and the four angles see it, without a model. Errors: an exception, where git or the grammar fails. */
export async function reviewByRules(ctx: DeliveryContext, bench: DeliveryBench): Promise<DeliveryReview> {
  const { patch } = ctx;
  if (patch.trim() === '')
    return { by: 'rules', issues: [found('function', text`nothing was changed`)], remarks: [] };
  const { refused, told, verdict, base } = await judgedWork(ctx, bench);
  const flags =
    verdict.accepted || refused.length === 0 ? await flagsIn(base, ctx, verdict.files, bench) : [];
  // a run weighed its patch against others: its flags are known; what an agent wrote is asked about once
  const isKnown = ctx.session === null || ctx.raised.length > 0;
  return {
    by: 'rules',
    issues: [...refused, ...secretsIn(patch), ...(isKnown ? [] : flags)],
    remarks: [...told, ...(isKnown ? flags : []), ...costsIn(patch)],
  };
}

const found = (angle: Angle, what: Words, where: string | null = null): Finding => ({ angle, what, where });

interface JudgedWork {
  /** What no policy lets pass. */
  refused: Finding[];
  /** What it would not let pass in one patch. */
  told: Finding[];
  verdict: PatchVerdict;
  /** A copy of the commit that the work began at. */
  base: string;
}

/** The whole work as one patch, against the commit that it began at. @throws Error where it cannot be judged */
export async function judgedWork(
  { patch, session }: Pick<DeliveryContext, 'patch' | 'session'>,
  { work, header }: DeliveryBench,
): Promise<JudgedWork> {
  const { clone, baseline: base } = work.paths;
  const { loaded, policy } = header;
  orThrow(await createScratch({ cloneDir: clone, commit: loaded.baseCommit, into: base, unbuilt: true }));
  const rules = taskRules(loaded, policy, loaded.task.test.parser === 'exit');
  const verdict = orThrow(await judgePatch(base, patch, rules));
  const isTold = ({ rule }: Violation): boolean => session === null && OF_ONE_PATCH.has(rule);
  const finding = ({ file, message }: Violation): Finding =>
    found('safety', message, file === '' ? null : file);
  const { violations } = verdict;
  const unresolved = markedFiles(patch).map((file) =>
    found('function', text`it holds conflict markers that nobody has resolved`, visible(file)),
  );
  return {
    ...{ verdict, base },
    refused: [...unresolved, ...violations.filter((one) => !isTold(one)).map(finding)],
    told: violations.filter(isTold).map(finding),
  };
}

async function flagsIn(
  base: string,
  { tree }: DeliveryContext,
  files: readonly string[],
  { work, wasmDir }: DeliveryBench,
): Promise<Finding[]> {
  const grammar = orThrow(await loadGrammar(wasmDir));
  const sources = await Promise.all(
    files.map(async (file) => ({
      file,
      before: await fileInTree(base, 'HEAD', file),
      after: tree === null ? null : await fileInTree(work.paths.clone, tree, file),
    })),
  );
  return flagsOfChange(sources, grammar).map(({ flag, file }) =>
    found(ANGLE_OF[flag], FLAG_TEXTS[flag], file),
  );
}

/** Added lines of a unified diff, without their sign. */
const addedIn = (patch: string): string[] =>
  patch
    .split('\n')
    .filter((line) => line.startsWith('+') && !line.startsWith('+++'))
    .map((line) => line.slice(1));

function secretsIn(patch: string): Finding[] {
  const messages = [{ role: 'user' as const, content: addedIn(patch).join('\n') }];
  const kinds = Object.keys(
    hideSecrets({ role: 'REVIEWER', judgement: '', messages, format: null, tools: [], files: [] }, [])
      .replaced,
  );
  return kinds.length === 0
    ? []
    : [found('safety', text`the change adds what looks like a secret: ${kinds.join(', ')}`)];
}

const costsIn = (patch: string): Finding[] =>
  COSTS.filter(({ of }) => addedIn(patch).some((line) => of.test(line))).map(({ what }) =>
    found('performance', what),
  );
