import {
  COVERAGE_KIND,
  type Coverage,
  CoverageSchema,
  MOST_COVERAGE_BYTES,
  rangesOf,
} from '../../../../shared/coverage.js';
import type { Artifact, TestCase } from '../../../../shared/results.js';
import type { Executed } from '../../../agents/provider.js';
import type { FirmwareContext } from '../../../machine/firmware-loop/context.js';
import { withoutHeldOut } from '../../../tools/results/held-out.js';
import { subjectOf } from '../../../tools/target/subject.js';
import { storeBytes } from '../../../workspace/build/artifacts.js';
import { placeOf } from '../../../workspace/git.js';
import { blobsAt } from '../../../workspace/tree-file.js';
import type { FirmwareBench } from '../bench.js';
import type { Measured } from './kept-spectrum.js';

/**
 * Keeps what was measured of the last image, for those who look at the repository later. Null where held-out cases could be in it, or
 * nothing of the repository ran.
 */
export async function keepCoverage(
  ctx: FirmwareContext,
  bench: FirmwareBench,
  measured: Measured,
): Promise<Artifact | null> {
  const { last_build_result: build, repo_snapshot } = ctx;
  if (measured.isMixed || build === null) return null;
  const commit = repo_snapshot?.current_commit ?? bench.loaded.baseCommit;
  const blobs = await blobsAt(placeOf(bench.paths.clone), commit);
  if (blobs === null) return null;
  const { image, imagePath } = subjectOf(bench, build, bench.paths.clone, commit);
  const result = withoutHeldOut(ctx.last_test_result ?? ctx.baseline?.result ?? null, ctx.task.heldOut);
  const about = { run: ctx.run, commit, image: imagePath === null ? null : image };
  const coverage = coverageOf(about, measured, { blobs, cases: result?.cases ?? [] });
  if (coverage.files.length === 0) return null;
  const content = Buffer.from(JSON.stringify(CoverageSchema.parse(coverage)));
  return storeBytes(COVERAGE_KIND, content, '.json', bench.paths.artifacts);
}

/** What is written: executed files and failing cases first, and only as much as fits. */
export function coverageOf(
  about: Pick<Coverage, 'run' | 'commit' | 'image'>,
  { by, isCut, whole, code, byCase }: Measured,
  known: { blobs: ReadonlyMap<string, string>; cases: readonly TestCase[] },
): Coverage {
  const room = { left: MOST_COVERAGE_BYTES };
  const paths = new Set([...whole.keys(), ...(code?.keys() ?? [])]);
  const linesWithCode = (path: string): string | null => {
    const lines = code?.get(path);
    return lines === undefined ? null : rangesOf(lines);
  };
  const tracked = [...paths].flatMap((path) => {
    const blob = known.blobs.get(path);
    const ran = rangesOf(whole.get(path) ?? []);
    return blob === undefined ? [] : [{ path, blob, ran, code: linesWithCode(path) }];
  });
  const files = within(room, tracked);
  const at = new Map(files.map(({ path }, index) => [path, index]));
  const measured = [...(byCase ?? [])].map(([name, executed]) => ({
    name,
    status: known.cases.find((one) => one.name === name)?.status ?? ('missing' as const),
    ran: byFile(executed, at),
  }));
  const isPassing = ({ status }: { status: string }): number => Number(status === 'pass');
  const cases = within(
    room,
    measured.sort((a, b) => isPassing(a) - isPassing(b)),
  );
  const names = new Set([...known.cases, ...measured].map(({ name }) => name));
  return {
    ...{ version: 1, ...about, by, is_cut: isCut, files },
    cases: byCase && cases,
    left_out: { cases: byCase ? names.size - cases.length : 0, files: tracked.length - files.length },
  };
}

const byFile = (executed: Executed, at: ReadonlyMap<string, number>): [number, string][] =>
  [...executed].flatMap(([path, lines]) => {
    const index = at.get(path);
    return index === undefined ? [] : [[index, rangesOf(lines)] as [number, string]];
  });

/** What comes first, as long as there is room for its JSON. */
function within<T>(room: { left: number }, all: readonly T[]): T[] {
  return all.filter((one) => {
    const bytes = Buffer.byteLength(JSON.stringify(one)) + 1;
    if (bytes > room.left) return false;
    room.left -= bytes;
    return true;
  });
}
