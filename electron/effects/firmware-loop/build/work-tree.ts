import { named } from '../../../bench/results/parse.js';
import type { FirmwareContext } from '../../../machine/firmware-loop/context.js';
import { constraintsOf } from '../../../machine/firmware-loop/diagnosis.js';
import { taskRules } from '../../../tools/patch-rules.js';
import type { PatchRules } from '../../../workspace/policy.js';
import type { FirmwareBench } from '../bench.js';
import { parserOf } from '../results/test-parser.js';

/** What a patch of this run may do. */
export function patchRules(ctx: FirmwareContext, bench: FirmwareBench): PatchRules {
  const parser = parserOf(ctx, bench);
  const bound = constraintsOf(ctx);
  return {
    ...taskRules(bench.loaded, bench.policy, parser !== null && named(parser) === 'exit'),
    smallestChange: bound.includes('smallest change'),
    logOnly: bound.includes('log only'),
  };
}
