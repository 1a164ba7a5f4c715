import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import {
  COVERAGE_KIND,
  type Coverage,
  CoverageSchema,
  MOST_COVERAGE_BYTES,
} from '../../../../shared/coverage.js';
import { fail, ok, type Result } from '../../../../shared/problem.js';
import { inEnglish } from '../../../../shared/texts/words.js';
import { runsFolder } from '../../../files/home-folder.js';
import { jsonOf } from '../../../files/json.js';
import { taskRules } from '../../../tools/patch-rules.js';
import { runPaths } from '../../../tools/run-paths.js';
import { withheldFiles } from '../../../tools/withheld/withheld-files.js';
import { gitFolderOf } from '../../../workspace/git-folder.js';
import { pathViolations } from '../../../workspace/path-rules.js';
import { blobsAt } from '../../../workspace/tree-file.js';
import type { CampaignBench } from '../bench.js';
import { sha256Of } from '../deliver.js';
import type { KnownTask } from '../tasks/epics.js';
import { linesFound } from './executed-lines.js';
import type { Answered, Found } from './findings.js';

const Shown = z.looseObject({
  run: z.looseObject({
    run: z.string().regex(/^[\w-][\w.-]*$/),
    report: z
      .looseObject({
        artifacts: z.array(z.looseObject({ kind: z.string(), path: z.string(), sha256: z.string() })),
      })
      .nullable(),
  }),
});

const Functions = z.looseObject({
  symbols: z.array(
    z.looseObject({
      name: z.string(),
      kind: z.string(),
      file: z.string(),
      line: z.number(),
      end_line: z.number(),
    }),
  ),
});

/**
 * What the newest run among the answers that kept which lines its cases executed says of the task's cases. A file that is damaged or
 * was swapped is named and passed over; where no run kept one, that is said.
 */
export async function executedIn(
  answers: readonly Answered[],
  { task: { loaded, profile }, base }: { task: KnownTask; base: string },
  { home, header }: Pick<CampaignBench, 'home' | 'header'>,
): Promise<Found[]> {
  const told: Found[] = [];
  const folder = await gitFolderOf(loaded.repoRoot);
  const blobs = (folder && (await blobsAt({ gitDir: folder.gitDir }, base))) ?? new Map<string, string>();
  const rules = taskRules(loaded, header.policy, loaded.task.test.parser === 'exit');
  const now = {
    blobs,
    targets: loaded.task.test.cases,
    functions: answers.flatMap(({ payload }) => functionsIn(payload)),
    isChangeable: (file: string) => pathViolations(file, rules).length === 0,
    isWithheld: withheldFiles({ neverSend: header.policy.neverSend, inputs: loaded.inputs, clone: null }),
  };
  for (const { slot, payload } of answers) {
    const read = Shown.safeParse(payload);
    const kept = read.data?.run.report?.artifacts.find(({ kind }) => kind === COVERAGE_KIND);
    if (!read.success || kept === undefined) continue;
    const { run } = read.data.run;
    const coverage = await coverageIn(runPaths(path.join(runsFolder(home), run)).artifacts, kept, run);
    if (coverage.ok) return [...told, ...linesFound(coverage.value, now, slot)];
    told.push({ ...note, text: `${run}: ${inEnglish(coverage.error.message)}; it is not used`, slot });
  }
  return [...told, { ...note, text: whyNone(profile), slot: Math.max(1, answers.length) }];
}

const note = { kind: 'coverage', weight: 0 } as const;

const functionsIn = (payload: unknown) =>
  (Functions.safeParse(payload).data?.symbols ?? []).filter(({ kind }) => kind === 'function');

function whyNone({ kind, id }: KnownTask['profile']): string {
  const none = 'no earlier run of this repository kept which lines its cases execute';
  if (kind === 'qemu' || kind === 'host') return `${none}: functions are known by name only`;
  return `${none}: ${id} cannot tell (only a simulator and a program on this computer can); functions are known by name only`;
}

/** What a run kept, by the hash that its report names. Errors: ARTIFACT_MISSING, in words. */
async function coverageIn(
  folder: string,
  kept: { path: string; sha256: string },
  run: string,
): Promise<Result<Coverage>> {
  const wrong = (message: string) => fail({ code: 'ARTIFACT_MISSING' as const, message });
  if (kept.path !== `${kept.sha256}.json` || path.basename(kept.path) !== kept.path)
    return wrong('its report names no coverage file that a run keeps');
  const content = await readFile(path.join(folder, kept.path)).catch(() => null);
  if (content === null) return wrong('its coverage file is missing');
  if (content.length > 2 * MOST_COVERAGE_BYTES) return wrong('its coverage file is too large');
  if (sha256Of(content) !== kept.sha256)
    return wrong('its coverage file is not the one that was kept: its hash differs');
  const read = CoverageSchema.safeParse(jsonOf(content.toString('utf8')));
  if (!read.success) return wrong('its coverage file does not follow its schema');
  return read.data.run === run ? ok(read.data) : wrong(`its coverage file is of ${read.data.run}`);
}
