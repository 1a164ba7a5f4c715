import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { table, type Verdict } from '../loop/statistics.js';
import { whyNot } from './peer.js';

/** Measures one thing below an empty folder of its own. */
export type Part = (dir: string) => Promise<Verdict[]>;

/** A part that fails does not take the figures of the others away. */
async function measured(name: string, part: Part, dir: string): Promise<Verdict[]> {
  try {
    await mkdir(path.join(dir, name));
    return await part(path.join(dir, name));
  } catch (error) {
    return [{ what: name, figure: whyNot(error), target: null, met: null }];
  }
}

/** The figures of the chosen parts, of all where none is chosen. */
export async function measureParts(
  parts: Readonly<Record<string, Part>>,
  chosen: readonly string[],
): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  const dir = await mkdtemp(path.join(os.tmpdir(), 'benchloop-bench-'));
  try {
    for (const [name, part] of Object.entries(parts))
      if (chosen.length === 0 || chosen.includes(name)) verdicts.push(...(await measured(name, part, dir)));
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
  return verdicts;
}

/** Measures the parts that the command line names, all without one, and prints the figures. Exit code 2: no such part; 1: not all could be measured. */
export async function runParts(parts: Readonly<Record<string, Part>>): Promise<void> {
  const chosen = process.argv.slice(2);
  const unknown = chosen.filter((name) => !Object.hasOwn(parts, name));
  if (unknown.length > 0) {
    console.error(`no such part: ${unknown.join(', ')}; there are: ${Object.keys(parts).join(', ')}`);
    process.exitCode = 2;
    return;
  }
  const verdicts = await measureParts(parts, chosen);
  if (verdicts.some(({ met }) => met === null)) process.exitCode = 1;
  console.log(`\n${table(verdicts)}`);
  console.log(
    `\n${os.cpus().length} cores, load average ${os.loadavg()[0]?.toFixed(1)}, Node ${process.version}`,
  );
}
