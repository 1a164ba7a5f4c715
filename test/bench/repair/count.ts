import { writeFile } from 'node:fs/promises';
import { type Figures, wilsonLower } from '../../../electron/machine/firmware-loop/confidence.js';
import { countFigures, foldByProject, type Observation } from './figures.js';
import { type CaseRecord, type Judgement, readJudgements, readRecords } from './record.js';
import { type Ended, endOf, judgedByPerson, observationsOf, type ReplayedCase, replayed } from './replay.js';

/** Thresholds of the curve. */
const CURVE = [0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95];

export interface CountOptions {
  files: readonly string[];
  /** JSON lines file with what people judged. */
  judgements: string | undefined;
  seconds: readonly number[];
  heldOut: readonly number[];
  threshold: number;
  /** Where the table of counts is written. */
  write: string | undefined;
}

/** Replays recordings without running anything, and prints how the runs would have ended, and how often rightly. */
export async function countRecordings(o: CountOptions): Promise<void> {
  const records = (await Promise.all(o.files.map(readRecords))).flat();
  const judgements = o.judgements === undefined ? [] : await readJudgements(o.judgements);
  const observations = observedIn(records, judgements, o);
  const figures = foldByProject(
    observations,
    records.map(({ project }) => project),
  );
  const sets = [...new Set(records.map(({ set }) => set))];
  for (const set of sets)
    for (const heldOut of o.heldOut)
      for (const seconds of o.seconds) {
        const mine = records.filter((record) => record.set === set);
        const cases = replayedCases(mine, judgements, { seconds, heldOut });
        if (cases.length === 0) continue;
        console.log(`\n${set}: ${heldOut} held out, ${seconds} s, ${cases.length} cases`);
        printEnds(cases, figures, o.threshold);
      }
  printOpen(records, judgements);
  if (o.write !== undefined) await writeFigures(o.write, countFigures(observations));
}

function replayedCases(
  records: readonly CaseRecord[],
  judgements: readonly Judgement[],
  setting: Parameters<typeof replayed>[1],
): ReplayedCase[] {
  const byPerson = judgedByPerson(judgements);
  return records.flatMap((record) => replayed(record, setting, byPerson) ?? []);
}

/** The answers of every setting's longest search: what the product ships is counted from them. */
function observedIn(
  records: readonly CaseRecord[],
  judgements: readonly Judgement[],
  o: CountOptions,
): Observation[] {
  const seconds = Math.max(...o.seconds);
  return o.heldOut.flatMap((heldOut) =>
    observationsOf(replayedCases(records, judgements, { seconds, heldOut })),
  );
}

/** Table for the shipped threshold, one for each data set, then the curve. */
function printEnds(
  cases: readonly ReplayedCase[],
  figures: ReadonlyMap<string, Figures>,
  threshold: number,
): void {
  const endsAt = (at: number) => cases.map((one) => endOf(one, figures, at));
  const shipped = endsAt(threshold);
  console.log(`  at ${threshold}:`);
  for (const end of ['SUCCESS', 'UNPROVEN'] as const)
    console.log(`    ${end.padEnd(9)} ${shareOf(shipped.filter((one) => one.end === end))}`);
  console.log(`    NONE      ${shipped.filter(({ end }) => end === 'NONE').length}`);
  const believed = endsAt(0).filter(({ right }) => right).length;
  for (const at of CURVE) {
    const ended = endsAt(at).filter(({ end }) => end === 'SUCCESS');
    const kept = ended.filter(({ right }) => right).length;
    console.log(`    ${at.toFixed(2)}  SUCCESS ${shareOf(ended)}  right kept ${kept} of ${believed}`);
  }
}

/** `right of n (share, lower 95 % bound)`; what nobody judged yet is named and left out. */
export function shareOf(ended: readonly Ended[]): string {
  const judged = ended.filter(({ right }) => right !== null);
  const right = judged.filter((one) => one.right).length;
  const share = judged.length === 0 ? '' : `, ${percent(right / judged.length)}`;
  const open = ended.length - judged.length;
  const told = `${String(right).padStart(3)} right of ${judged.length}${share}, at least ${percent(wilsonLower(right, judged.length, Z95))}`;
  return open === 0 ? told : `${told}; ${open} not judged`;
}

/** One-sided 95 %. */
const Z95 = 1.6449;

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/** Candidates that nobody judged, each beside the developer's patch. */
function printOpen(records: readonly CaseRecord[], judgements: readonly Judgement[]): void {
  const byPerson = judgedByPerson(judgements);
  for (const record of records)
    for (const { patch, judged } of record.candidates) {
      if (judged.truth !== 'person' || byPerson(record.case, patch) !== null) continue;
      console.log(`\nto judge: ${record.case} (${judged.why})\n--- found\n${patch}\n--- developer's`);
      console.log(record.fix ?? '(not recorded)');
      console.log(
        `--- a line of the judgements:\n${JSON.stringify({ case: record.case, patch, right: true })}`,
      );
    }
}

const HEAD = [
  "import type { Figures } from './confidence.js';",
  '',
  '/**',
  ' * Development cases by bucket, and those whose patch was right, as `npm run bench -- repair --count` writes them',
  ' * (docs/benchmarks.md, "repair").',
  ' */',
  'export const FIGURES: Figures = {',
];

async function writeFigures(file: string, figures: Figures): Promise<void> {
  const sorted = Object.fromEntries(Object.entries(figures).sort(([a], [b]) => (a < b ? -1 : 1)));
  const key = (name: string): string => (/^\w+$/.test(name) ? name : `'${name}'`);
  const rows = Object.entries(sorted).map(([name, [n, right]]) => `  ${key(name)}: [${n}, ${right}],`);
  await writeFile(file, [...HEAD, ...rows, '};', ''].join('\n'));
}
