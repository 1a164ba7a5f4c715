import { FLAG_TEXTS, type Flag } from '../../../shared/choice.js';
import { ok, type Result } from '../../../shared/problem.js';
import type { MustFix, Review } from '../../../shared/roundtable.js';
import { joined, type Message, nested, text, type Words } from '../../../shared/texts/words.js';
import { loadGrammar } from '../../agents/c/grammar.js';
import { flagsOfChange } from '../../agents/roundtable/flags.js';
import { type StyleRemark, styleRemarks } from '../../agents/roundtable/style.js';
import type { CoordinatorContext } from '../../machine/coordinator/context.js';
import { judgePatch } from '../../workspace/policy.js';
import type { PatchVerdict } from '../../workspace/verdict.js';
import { patchRules } from '../firmware-loop/build/work-tree.js';
import { RULES } from './bench.js';
import { changedSources } from './changed-sources.js';
import { loopContext } from './known.js';
import type { Seat } from './seat.js';

/** What rules say of a proposal that they let pass without a remark. */
export const NOTHING_AGAINST = text`nothing speaks against it`;

/** Patch policy, the flags of a choice, and the style of the lines around (design §3, coordinator). Errors: ANALYSIS_FAILURE. */
export async function reviewByRules(o: Seat): Promise<Result<Review>> {
  const { ctx, bench, proposal } = o;
  const discussed = ctx.mode === 'proposal';
  if (proposal.patch.trim() === '') return ok(decided(discussed, [mustFix(proposal.rationale)], []));
  const { clone } = bench.loop.paths;
  const verdict = await judgePatch(clone, proposal.patch, patchRules(loopContext(ctx), bench.loop));
  if (!verdict.ok) return ok(decided(discussed, [mustFix(verdict.error.message)], []));
  if (!verdict.value.accepted) return ok(decided(discussed, refusals(verdict.value), []));
  const grammar = await loadGrammar(bench.wasmDir);
  if (!grammar.ok) return grammar;
  const sources = await changedSources(clone, verdict.value);
  const flagged = flagsOfChange(sources, grammar.value);
  const told = new Set([...proposal.weighed, ...raisedBefore(ctx)]);
  const open = flagged.filter(({ flag }) => !told.has(flag));
  const known = flagged.filter(({ flag }) => told.has(flag));
  const remarks = sources.flatMap(styleRemarks);
  return ok(
    decided(
      discussed,
      open.map(({ flag, file }) => mustFix(FLAG_TEXTS[flag], file)),
      [
        ...known.map(({ flag, file }) => text`${file}: ${FLAG_TEXTS[flag]}, and no better proposal is known`),
        ...remarks.map(({ remark, file, line }) => text`${`${file}:${line}`}: ${STYLE_TEXTS[remark]}`),
      ],
    ),
  );
}

const mustFix = (what: Words, where: string | null = null): MustFix => ({
  what,
  where,
  command: null,
  output: null,
});

const refusals = ({ violations }: PatchVerdict): MustFix[] =>
  violations.map(({ file, message }) => mustFix(message, file === '' ? null : file));

const STYLE_TEXTS: Readonly<Record<StyleRemark, Message>> = {
  trailing_blank: text`a line ends with blanks`,
  line_end: text`the line end differs from the rest of the file`,
  indent: text`the indentation differs from the rest of the file`,
  long_line: text`the line is longer than any other of the file`,
};

/** A coder who was told of a flag and stays with it knows why: it is raised once. */
const raisedBefore = ({ rounds, round }: CoordinatorContext): Flag[] =>
  rounds
    .slice(0, -1)
    .filter((one) => one.round < round)
    .flatMap(({ must_fix }) => must_fix)
    .flatMap(({ what }) => FLAG_OF.get(what) ?? []);

const FLAG_OF = new Map<Words, Flag>(
  (Object.entries(FLAG_TEXTS) as [Flag, string][]).map(([flag, told]) => [told, flag]),
);

function decided(discussed: boolean, must_fix: MustFix[], remarks: readonly Message[]): Review {
  const told = [
    ...must_fix.map(({ what, where }) => (where === null ? what : text`${where}: ${nested(what)}`)),
    ...remarks,
  ];
  return {
    by: RULES,
    decision: discussed ? null : must_fix.length > 0 ? 'changes_requested' : 'approve',
    comment: told.length > 0 ? joined(...told) : NOTHING_AGAINST,
    must_fix: discussed ? [] : must_fix,
  };
}
