import { appendFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { realExec } from '../fixtures/exec.js';
import { readCases } from './repair/cases.js';
import { countRecordings } from './repair/count.js';
import { extractHistory } from './repair/history/extract.js';
import { runPass, shuffled } from './repair/pass.js';
import { type CaseRecord, readRecords } from './repair/record.js';

// npm run bench -- repair: what is found without a model, whether it is right, and how sure a run may be of it.
// docs/benchmarks.md says how it is used.

const USAGE = `usage: npm run bench -- repair --dir FOLDER --out FILE [--list FILE] [--every N] [--seconds N] [--jobs N]
       npm run bench -- repair --history LIST --mirrors FOLDER --dir FOLDER
       npm run bench -- repair --count FILE … [--judgements FILE] [--seconds N,N] [--held-out N,N] [--threshold N] [--write FILE]`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    dir: { type: 'string' },
    out: { type: 'string' },
    list: { type: 'string' },
    every: { type: 'string', default: '1' },
    seconds: { type: 'string' },
    jobs: { type: 'string', default: '1' },
    history: { type: 'string' },
    mirrors: { type: 'string' },
    count: { type: 'boolean', default: false },
    judgements: { type: 'string' },
    'held-out': { type: 'string', default: '0,5' },
    threshold: { type: 'string', default: '0.8' },
    write: { type: 'string' },
  },
});

const numbers = (text: string): number[] => text.split(',').map(Number);

async function pass(dir: string, out: string): Promise<void> {
  const cases = shuffled(await readCases(dir, values.list, await realExec()));
  const sample = cases.filter((_, index) => index % Number(values.every) === 0);
  await appendFile(out, '');
  const done = new Set((await readRecords(out)).map((record) => record.case));
  const left = sample.filter(({ name }) => !done.has(name));
  console.log(`${left.length} of ${sample.length} cases to do`);
  const seconds = Number(values.seconds ?? '120');
  await runPass({ cases: left, out, seconds, jobs: Number(values.jobs), show });
}

function show({ case: name, took, report, candidates }: CaseRecord): void {
  const first = candidates[0]?.judged;
  const right = candidates.filter(({ judged }) => judged.truth === 'right').length;
  const found = `${candidates.length} candidates, ${right} right, first ${first?.truth ?? 'none'}`;
  const end = `${report?.final_status ?? 'cut off'} ${report?.verdict ?? ''}`;
  console.log(`${name.padEnd(36)} ${(took / 1000).toFixed(1).padStart(6)} s  ${end.padEnd(26)} ${found}`);
}

async function history(list: string, mirrors: string, dir: string): Promise<void> {
  for (const bug of await extractHistory({ list, mirrors, dir, exec: await realExec() })) {
    const suites = bug.suites.map(({ folder, passing }) => `${folder} ${passing.length}`).join(', ');
    const state = bug.invalid ?? `fails ${bug.failing.join(', ')}; judged by ${suites}`;
    console.log(`${bug.invalid === null ? 'valid  ' : 'INVALID'} ${bug.repository} ${bug.fix}  ${state}`);
  }
}

const { dir, out, mirrors } = values;
if (values.count && positionals.length > 0)
  await countRecordings({
    files: positionals,
    judgements: values.judgements,
    seconds: numbers(values.seconds ?? '120,60'),
    heldOut: numbers(values['held-out']),
    threshold: Number(values.threshold),
    write: values.write,
  });
else if (values.history !== undefined && mirrors !== undefined && dir !== undefined)
  await history(values.history, mirrors, dir);
else if (dir !== undefined && out !== undefined) await pass(dir, out);
else {
  console.error(USAGE);
  process.exitCode = 2;
}
