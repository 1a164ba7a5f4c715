import path from 'node:path';
import { matchesCase } from '../../../../shared/case-pattern.js';
import { inEnglish } from '../../../../shared/texts/words.js';
import { naming } from '../../../agents/judgement/code/held-out.js';
import { DIAGNOSIS_LOG, type Evidence, type ForReaders } from '../../../agents/provider.js';
import { imageCompiler } from '../../../bench/results/image-compiler.js';
import { logCompiler } from '../../../bench/results/log-compiler.js';
import { stripCases } from '../../../bench/results/strip.js';
import { differsFromBase, isPatched } from '../../../machine/firmware-loop/assess.js';
import type { FirmwareContext } from '../../../machine/firmware-loop/context.js';
import { consoleOf, constraintsOf } from '../../../machine/firmware-loop/diagnosis.js';
import { modeOf } from '../../../machine/firmware-loop/modes.js';
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
  const printed = console ? await readArtifact(bench.paths.artifacts, console) : '';
  const shown = ctx.diagnosis?.console;
  const logs = await Promise.all(
    [
      ...ctx.logs.map((log) => ({ log, name: log.kind, file: log.kind })),
      ...(shown ? [{ log: shown, name: DIAGNOSIS_LOG }] : []),
    ].map(async ({ log, ...of }) => ({
      ...of,
      text: strip(await readArtifact(bench.paths.artifacts, log)),
    })),
  );
  const mode = modeOf(ctx);
  return {
    goal: ctx.goal,
    iteration: ctx.iteration_index,
    targets: test.cases,
    console: strip(printed),
    logs,
    build: ctx.last_build_result,
    test: withoutHeldOut(ctx.last_test_result, test.heldOut),
    baseline: withoutHeldOut(ctx.baseline?.result ?? null, test.heldOut),
    attempts: ctx.attempts.map((a) => ({
      patch: a.patch,
      outcome: inEnglish(a.outcome),
      cases: a.cases.filter((c) => !matchesCase(test.heldOut, c.name)),
    })),
    mode,
    ...(mode === 'rules' && ctx.named.length > 0 && { named: ctx.named }),
    ...(mode !== 'rules' && ctx.vain !== null && { searched: inEnglish(ctx.vain.found) }),
    ...(mode !== 'rules' && { forReaders: await forReaders(ctx, bench, strip(printed)) }),
    constraints: constraintsOf(ctx),
  };
}

async function forReaders(ctx: FirmwareContext, bench: FirmwareBench, console: string): Promise<ForReaders> {
  const { profile } = bench;
  const parser = parserOf(ctx, bench);
  const passed = ctx.last_test_result?.cases.filter((c) => c.status === 'pass').map(({ name }) => name) ?? [];
  return {
    target: `${profile.title} (${profile.id}, ${profile.kind})`,
    compiler: await compilerOf(ctx, bench),
    about: aboutRun(ctx),
    console: parser === null ? console : stripCases(console, parser, passed),
    design: designOf(bench),
  };
}

/** Whoever wrote it may have read the tests: lines that name held-out cases are left out. */
function designOf({ header, loaded }: FirmwareBench): string | null {
  const lines = (header.design ?? '').split('\n');
  const isHeldOut = (name: string): boolean => matchesCase(loaded.task.test.heldOut, name);
  return (
    lines
      .filter((line) => !naming(line, isHeldOut))
      .join('\n')
      .trim() || null
  );
}

/** As the image tells it; programs of this computer are no artifacts: then as the log of the build shows it. */
async function compilerOf(
  { last_build_result: build }: FirmwareContext,
  { paths }: FirmwareBench,
): Promise<string | null> {
  const image = build?.artifacts.find((a) => a.kind === 'elf');
  const told = image ? imageCompiler(path.join(paths.artifacts, image.path)) : null;
  return told ?? (build?.log ? logCompiler(await readArtifact(paths.artifacts, build.log)) : null);
}

/** The hash of an image; a program of this computer has none, and is known by an id that tells a reader nothing. */
const IMAGE_HASH = /^[0-9a-f]{64}$/;

/** Which run of which image the last result is of. */
function aboutRun(ctx: FirmwareContext): string {
  const result = ctx.last_test_result;
  if (result === null) return 'nothing has run yet';
  const runs = ctx.observations[result.image]?.length ?? 1;
  const tree = !differsFromBase(ctx)
    ? 'the tree without any change'
    : isPatched(ctx)
      ? 'the tree with the change under test'
      : 'the tree with the changes kept so far';
  const image = IMAGE_HASH.test(result.image) ? `image ${result.image.slice(0, 12)} of ` : '';
  return `iteration ${ctx.iteration_index}, ${image}${tree}, run ${runs} of it`;
}
