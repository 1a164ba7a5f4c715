import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { PARTS, type Part } from './loop/parts.js';
import { table, type Verdict } from './loop/statistics.js';

// npm run bench -- loop [PART …]: what the loop, the command line and the window cost beyond the work itself.

/** A part that fails does not take the figures of the others away. */
async function measured(name: string, part: Part, dir: string): Promise<Verdict[]> {
  try {
    return await part(path.join(dir, name));
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
    return [{ what: name, figure: 'could not be measured', target: null, met: false }];
  }
}

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !Object.hasOwn(PARTS, name));

if (unknown.length > 0) {
  console.error(`no such part: ${unknown.join(', ')}; there are: ${Object.keys(PARTS).join(', ')}`);
  process.exitCode = 2;
} else {
  const verdicts: Verdict[] = [];
  const dir = await mkdtemp(path.join(os.tmpdir(), 'benchloop-bench-'));
  try {
    for (const [name, part] of Object.entries(PARTS))
      if (chosen.length === 0 || chosen.includes(name)) verdicts.push(...(await measured(name, part, dir)));
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
  console.log(`\n${table(verdicts)}`);
  console.log(
    `\n${os.cpus().length} cores, load average ${os.loadavg()[0]?.toFixed(1)}, Node ${process.version}`,
  );
}
