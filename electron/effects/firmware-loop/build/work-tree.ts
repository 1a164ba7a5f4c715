import path from 'node:path';
import { verdictText } from '../../../../shared/test-parsers.js';
import { named } from '../../../bench/results/parse.js';
import type { FirmwareContext } from '../../../machine/firmware-loop/context.js';
import { constraintsOf } from '../../../machine/firmware-loop/diagnosis.js';
import type { PatchRules } from '../../../workspace/policy.js';
import type { FirmwareBench } from '../bench.js';
import { parserOf } from '../results/test-parser.js';

/** The task's globs are relative to its `repo`; patches are relative to the top of the work tree. */
const fromTop = (bench: FirmwareBench, globs: readonly string[]): string[] =>
  globs.map((glob) => path.posix.join(bench.loaded.subdir, glob));

/** What a patch of this run may do. */
export function patchRules(ctx: FirmwareContext, bench: FirmwareBench): PatchRules {
  const { constraints, test } = bench.loaded.task;
  const parser = parserOf(ctx, bench);
  const bound = constraintsOf(ctx);
  return {
    allowedPaths: fromTop(bench, constraints.allowedPaths),
    forbiddenPaths: fromTop(bench, constraints.forbiddenPaths),
    maxLines: bench.policy.maxPatchLines,
    maxFiles: bench.policy.maxPatchFiles,
    riskThreshold: bench.policy.riskThreshold,
    bannedConstructs: constraints.bannedConstructs,
    subdir: bench.loaded.subdir,
    verdict: test.pattern ? verdictText(test.pattern) : null,
    exitDecides: parser !== null && named(parser) === 'exit',
    smallestChange: bound.includes('smallest change'),
    logOnly: bound.includes('log only'),
  };
}
