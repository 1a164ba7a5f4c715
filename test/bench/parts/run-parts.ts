import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { table, type Verdict } from '../loop/statistics.js';

/** Measures one thing below an empty folder of its own. */
export type Part = (dir: string) => Promise<Verdict[]>;

/** A part that fails does not take the figures of the others away. */
async function measured(name: string, part: Part, dir: string): Promise<Verdict[]> {
  try {
    await mkdir(path.join(dir, name));
    return await part(path.join(dir, name));
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
    return [{ what: name, figure: 'could not be measured', target: null, met: false }];
  }
}

/** Measures the parts that the command line names, all without one, and prints the figures. Exit code 2: no such part. */
export async function runParts(parts: Readonly<Record<string, Part>>): Promise<void> {
  const chosen = process.argv.slice(2);
  const unknown = chosen.filter((name) => !Object.hasOwn(parts, name));
  if (unknown.length > 0) {
    console.error(`no such part: ${unknown.join(', ')}; there are: ${Object.keys(parts).join(', ')}`);
    process.exitCode = 2;
    return;
  }
  const verdicts: Verdict[] = [];
  const dir = await mkdtemp(path.join(os.tmpdir(), 'benchloop-bench-'));
  try {
    for (const [name, part] of Object.entries(parts))
      if (chosen.length === 0 || chosen.includes(name)) verdicts.push(...(await measured(name, part, dir)));
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
  console.log(`\n${table(verdicts)}`);
  console.log(
    `\n${os.cpus().length} cores, load average ${os.loadavg()[0]?.toFixed(1)}, Node ${process.version}`,
  );
}
