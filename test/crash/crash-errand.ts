import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { driveRun } from '../../electron/core/drive-run.js';
import { openRunJournal, type RunJournal } from '../../electron/journal/run-journal.js';
import type { Result } from '../../shared/problem.js';
import { inEnglish } from '../../shared/texts/words.js';
import { errandKits } from '../fixtures/errand.js';
import { killing } from './killing.js';

/**
 * Drives an errand, as far as it goes, in a process that is killed at fault points (`killing`): `through` to its end, its
 * second question answered with no; `abort` until its last child alone works, which is then cut off by an abort.
 * Arguments: data folder, run, story. What it does to the outside world it notes in `written.txt` of the data folder.
 */
const [home = '', run = '', story = ''] = process.argv.slice(2);
const dir = path.join(home, 'runs', run);
/** Before or after what kind of write; whose it is says the rest of the name. */
const kindOf = (name: string): string => name.split(' ').slice(0, 2).join(' ');
const fault = killing(process.env, kindOf);
const written = {
  push: (...marks: string[]): number => {
    for (const mark of marks) appendFileSync(path.join(home, 'written.txt'), `${mark}\n`);
    return marks.length;
  },
};

function sure<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.error.code}: ${inEnglish(result.error.message)}`);
  return result.value;
}

async function drive(attended: boolean) {
  const deps = {
    home,
    kits: errandKits({ written }),
    wasmDir: '',
    env: {},
    profileDirs: [],
    now: Date.now,
    fault,
  };
  const journal = sure(openRunJournal(dir, fault));
  return sure(await driveRun(deps, dir, journal, { attended, emit: () => undefined }));
}

function read<T>(use: (journal: RunJournal) => T): T {
  const journal = sure(openRunJournal(dir, fault));
  try {
    return use(journal);
  } finally {
    journal.close();
  }
}

const answerNo = (): void =>
  read((journal) => {
    const gate = sure(journal.gates()).find(({ answer }) => answer === null);
    if (gate) journal.answerGate(gate.gate, 'stop', 'window', gate.binding);
  });

/** All children but one have come to their end, or the abort was asked for before this process. */
const isTimeToAbort = (): boolean =>
  read((journal) => {
    const nodes = sure(journal.nodes()).map(({ path: node }) => sure(journal.node(node).snapshot()).state);
    return nodes.length === 3 && nodes.filter((state) => state === 'WORK').length === 1;
  });

async function through(): Promise<void> {
  while ((await (await drive(false)).end).kind === 'waiting') answerNo();
}

async function aborted(): Promise<void> {
  const isAsked = read((journal) => sure(journal.messages()).some(({ type }) => type === 'cancel'));
  const handle = await drive(true);
  let isOver = false;
  const end = handle.end.finally(() => {
    isOver = true;
  });
  while (!isOver && !isAsked && !isTimeToAbort()) await new Promise((resolve) => setTimeout(resolve, 5));
  if (!isAsked) handle.abort('enough');
  await end;
}

await (story === 'abort' ? aborted() : through());
