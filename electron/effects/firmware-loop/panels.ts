import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { NO_PANELS, type TaskOfRun } from '../../../shared/panels.js';
import { PROVIDER_NAMES } from '../../../shared/provider-name.js';
import { ArtifactSchema, TestCaseSchema } from '../../../shared/results.js';
import { runPaths } from '../../tools/run-paths.js';
import type { Show } from '../parts.js';

const CONSOLE_TAIL_BYTES = 256 * 1024;

/** What a snapshot shows of a run that is still on its way. */
const ShownSchema = z.looseObject({
  patch: z.looseObject({ text: z.string() }).nullable(),
  last_test_result: z
    .looseObject({ cases: z.array(TestCaseSchema), artifacts: z.array(ArtifactSchema) })
    .nullable(),
  baseline: z
    .looseObject({ result: z.looseObject({ cases: z.array(TestCaseSchema) }).nullable() })
    .nullable(),
});

/** What a run was started on. */
const BaseSchema = z.looseObject({ loaded: z.object({ baseCommit: z.string(), dirtyFiles: z.number() }) });
const TaskSchema = z
  .looseObject({
    loaded: z.looseObject({ file: z.string() }),
    policy: z.looseObject({ searchSec: z.number() }),
    provider: z.enum(PROVIDER_NAMES),
  })
  .transform(
    ({ loaded, policy, provider }): TaskOfRun => ({
      file: loaded.file,
      provider,
      searchSec: policy.searchSec,
    }),
  );

/** The panels of the firmware loop. */
export const showFirmwareLoop: Show = ({ context, header }, folder) => {
  const shown = ShownSchema.safeParse(context).data;
  const log = shown?.last_test_result?.artifacts.find((a) => a.kind === 'console');
  return {
    ...NO_PANELS,
    patch: shown?.patch?.text ?? null,
    cases: shown?.last_test_result?.cases ?? [],
    baseline: shown?.baseline?.result?.cases ?? null,
    task: TaskSchema.safeParse(header).data ?? null,
    base: BaseSchema.safeParse(header).data?.loaded ?? null,
    console: log ? tail(path.join(runPaths(folder).artifacts, log.path)) : '',
  };
};

function tail(file: string): string {
  const bytes = readFileSync(file);
  return bytes.subarray(Math.max(0, bytes.length - CONSOLE_TAIL_BYTES)).toString('utf8');
}
