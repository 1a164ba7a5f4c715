import { nested, text } from '../../../shared/texts/words.js';
import { build as compile } from '../../tools/build/build.js';
import { cloneBuild } from '../firmware-loop/build/build.js';
import { asksModels, isMock, playerOf } from './bench.js';
import { code } from './coder.js';
import { told } from './plan.js';
import { broken, buildDeclined, providerEnd } from './problems.js';

/** build: the coder makes the next proposal, with what has to be mended since the last one. */
export const build = asksModels(async (ctx, bench, io) => {
  if (
    !isMock(playerOf(bench, 'CODER')) &&
    !(await io.allow(compile, cloneBuild(ctx.known, bench.loop), bench.loop)).ok
  )
    return buildDeclined;
  const coding = await code(ctx, bench, io);
  if (!coding.ok) return providerEnd(coding.error) ?? broken(coding.error, 'build');
  if ('coded' in coding.value) {
    const { coded } = coding.value;
    return { type: 'start_reviewer', reason: told(coded.proposal), evidence: [], ...coded };
  }
  return {
    type: 'max_iterations_reached',
    reason: text`the coder has nothing more to propose: ${nested(coding.value.nothing)}`,
    evidence: [],
    nothing_left: true,
  };
});
