import { matchesCase } from '../../../../shared/case-pattern.js';
import { inEnglish } from '../../../../shared/texts/words.js';
import { DIAGNOSIS_LOG, type Evidence } from '../../../agents/provider.js';
import { stripCases } from '../../../bench/results/strip.js';
import type { FirmwareContext } from '../../../machine/firmware-loop/context.js';
import { consoleOf, constraintsOf } from '../../../machine/firmware-loop/diagnosis.js';
import { withoutHeldOut } from '../../../tools/results/held-out.js';
import type { FirmwareBench } from '../bench.js';
import { readArtifact } from './artifacts.js';
import { parserOf } from './test-parser.js';

/** What the provider may know at this point of the run. */
export async function gatherEvidence(ctx: FirmwareContext, bench: FirmwareBench): Promise<Evidence> {
  const { test } = bench.loaded.task;
  const parser = parserOf(ctx, bench);
  const strip = (text: string): string => {
    if (parser !== null) return stripCases(text, parser, test.heldOut);
    // Nobody knows yet which lines tell of held-out cases.
    return test.heldOut.length > 0 ? '' : text;
  };
  const console = consoleOf(ctx.last_test_result);
  const shown = ctx.diagnosis?.console;
  const logs = await Promise.all(
    [...ctx.logs, ...(shown ? [{ ...shown, kind: DIAGNOSIS_LOG }] : [])].map(async (log) => ({
      name: log.kind,
      text: strip(await readArtifact(bench.paths.artifacts, log)),
    })),
  );
  return {
    goal: ctx.goal,
    iteration: ctx.iteration_index,
    targets: test.cases,
    console: console ? strip(await readArtifact(bench.paths.artifacts, console)) : '',
    logs,
    build: ctx.last_build_result,
    test: withoutHeldOut(ctx.last_test_result, test.heldOut),
    baseline: withoutHeldOut(ctx.baseline?.result ?? null, test.heldOut),
    attempts: ctx.attempts.map((a) => ({
      patch: a.patch,
      outcome: inEnglish(a.outcome),
      cases: a.cases.filter((c) => !matchesCase(test.heldOut, c.name)),
    })),
    mode: ctx.analysis_modes[ctx.analysis_mode] ?? 'rules',
    constraints: constraintsOf(ctx),
  };
}
