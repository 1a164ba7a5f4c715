import type { CoderProposal } from '../../../shared/roundtable.js';
import { nested, text } from '../../../shared/texts/words.js';
import { build } from '../../tools/build/build.js';
import { cloneBuild } from '../firmware-loop/build/build.js';
import { asksModels, type CoordinatorBench, isMock, playerOf } from './bench.js';
import { code } from './coder.js';
import { broken, buildDeclined, providerEnd } from './problems.js';

/** plan: in a discussion the coder drafts a proposal; else the implementation loop begins. */
export const plan = asksModels(async (ctx, bench, io) => {
  if (ctx.mode === 'implementation')
    return { type: 'start_coder', reason: text`rounds at most: ${ctx.max_rounds}`, evidence: [] };
  if (
    !isMock(playerOf(bench, 'CODER')) &&
    !(await io.allow(build, cloneBuild(ctx.known, bench.loop), bench.loop)).ok
  )
    return buildDeclined;
  const coding = await code(ctx, bench, io);
  if (!coding.ok) return providerEnd(coding.error) ?? broken(coding.error, 'plan');
  if ('coded' in coding.value)
    return {
      type: 'roundtable_reviewer',
      reason: told(coding.value.coded.proposal),
      evidence: [],
      ...coding.value.coded,
    };
  const { nothing } = coding.value;
  return {
    ...{ type: 'roundtable_reviewer', reason: nothing, evidence: [] },
    proposal: none(bench, nothing),
    ...{ next: [], is_searched: true, searched: { ms: 0, trials: 0 }, analysis: null },
  };
});

const none = (bench: CoordinatorBench, rationale: CoderProposal['rationale']): CoderProposal => ({
  ...{ by: playerOf(bench, 'CODER'), patch: '', rationale, weighed: [] },
});

/** Who proposes, and why. */
export const told = ({ by, rationale }: CoderProposal) => text`${by.name}: ${nested(rationale)}`;
