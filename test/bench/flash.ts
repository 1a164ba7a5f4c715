import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { an3155 } from './flash/an3155.js';
import { stk500v1 } from './flash/stk500v1.js';
import { table, type Verdict } from './loop/statistics.js';

// npm run bench -- flash [PART …]: what flashing takes, beside the tool that others use, on the same device.

const PARTS: Readonly<Record<string, (dir: string) => Promise<Verdict[]>>> = { stk500v1, an3155 };

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
      if (chosen.length === 0 || chosen.includes(name)) verdicts.push(...(await part(path.join(dir, name))));
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
  console.log(`\n${table(verdicts)}`);
  console.log(
    `\n${os.cpus().length} cores, load average ${os.loadavg()[0]?.toFixed(1)}, Node ${process.version}`,
  );
}
