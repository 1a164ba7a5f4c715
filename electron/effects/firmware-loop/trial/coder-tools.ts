import path from 'node:path';
import * as z from 'zod';
import { EditSchema } from '../../../../shared/judgement.js';
import { fail, ok, type Result } from '../../../../shared/problem.js';
import { editsToPatch } from '../../../agents/judgement/edits.js';
import { textsOf } from '../../../agents/judgement/texts-of.js';
import type { UsableTool } from '../../../agents/judgement/with-tools.js';
import type { EffectIo } from '../../../engine/effect.js';
import { decodeText } from '../../../lab/consoles/decode.js';
import type { FirmwareContext } from '../../../machine/firmware-loop/context.js';
import type { FirmwareBench } from '../bench.js';
import { coderReads } from './coder-reads.js';
import type { ScratchBench } from './scratch-bench.js';
import type { TrialShown } from './trial-tree.js';
import { type Told, usableTool } from './usable-tool.js';

const Edits = z
  .array(EditSchema)
  .max(20)
  .optional()
  .describe(
    'Tried for this call alone and taken back after it: a repair, or a print that shows a value. Each replaces a text that occurs exactly once in a file that may be changed.',
  );

const BuildArguments = z.strictObject({ edits: Edits });
const TestArguments = z.strictObject({
  cases: z
    .array(z.string().min(1).max(200))
    .min(1)
    .max(100)
    .optional()
    .describe('Names or patterns of the cases that are wanted; all by default.'),
  edits: Edits,
});
const DecodeArguments = z.strictObject({ text: z.string().min(1).max(20_000) });

/**
 * What the coder may call while it works on a repair. It reads the run's tree and tries changes in throwaway copies; nothing that a call
 * does is kept, nothing of held-out cases is told, and no board is touched.
 */
export function coderTools(
  ctx: FirmwareContext,
  bench: FirmwareBench,
  io: EffectIo,
  scratch: ScratchBench,
): UsableTool[] {
  const tools = [
    ...coderReads(bench, io, scratch),
    usableTool({
      name: 'build',
      about: 'Builds the tree, with edits where they are given. A failed build is a result.',
      arguments: BuildArguments,
      run: ({ edits }, signal) => tried(scratch, { edits, signal, runsTests: false }),
    }),
    ...(scratch.runsTests ? [runTest(scratch)] : []),
    usableTool({
      name: 'decode_fault',
      about:
        'Decodes the fault in a text that the target printed, and names the source lines of its addresses in the last image.',
      arguments: DecodeArguments,
      run: ({ text }) => decoded(ctx, bench, text),
    }),
  ];
  return bench.trial ? tools.map(({ offer }) => ({ offer, run: async () => ok(REPLAYED) })) : tools;
}

const REPLAYED = { text: 'A replay carries nothing out.', files: [] };

const runTest = (scratch: ScratchBench): UsableTool =>
  usableTool({
    name: 'run_test',
    about:
      'Builds the tree, with edits where they are given, and runs the tests on the simulated target. Gives each case with its message, faults, and the end of the console.',
    arguments: TestArguments,
    run: ({ edits, cases }, signal) => tried(scratch, { edits, cases, signal, runsTests: true }),
  });

interface Wish {
  edits: z.infer<typeof Edits>;
  cases?: readonly string[] | undefined;
  signal: AbortSignal;
  runsTests: boolean;
}

async function tried(scratch: ScratchBench, { edits = [], ...wish }: Wish): Promise<Result<Told>> {
  const made = editsToPatch(edits, await textsOf(scratch, edits));
  if (!made.ok) return fail({ code: 'ARGUMENTS_MALFORMED', message: made.error });
  const shown = await scratch.show(made.value.patch || null, wish);
  if (shown === null) return fail({ code: 'ENV_ERROR', message: 'the throwaway copy cannot be made' });
  return resultOf(shown, wish.runsTests);
}

/** Times are left out: they are others with each run, and tell a coder nothing. */
function resultOf({ build, test }: TrialShown, runsTests: boolean): Result<Told> {
  const { duration_ms: _, artifacts: __, ...built } = build;
  if (!runsTests || test === null) return ok({ value: { build: built } });
  if (!test.ok) return test;
  const { duration_ms: ___, image: ____, ...result } = test.value;
  return ok({ value: result });
}

async function decoded(
  { last_build_result }: FirmwareContext,
  { home, paths }: FirmwareBench,
  text: string,
): Promise<Result<Told>> {
  const image = last_build_result?.artifacts.find(({ kind }) => kind === 'elf');
  const elf = image ? path.join(paths.artifacts, image.path) : null;
  const found = await decodeText({ home, text, elf, workTree: paths.clone }, null);
  if (!found.ok) return found;
  const { fault, calls, missingTool } = found.value;
  return ok({ value: { fault, calls, missing_tool: missingTool } });
}
