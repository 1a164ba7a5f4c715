import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { captureSpeed, floodMemory, stalledClient } from './console/parts.js';
import { table, type Verdict } from './loop/statistics.js';

// npm run bench -- console [PART …]: what the console keeps up with, through a pseudo-terminal.
const PARTS = { capture: captureSpeed, stall: stalledClient, flood: floodMemory };

const chosen = process.argv.slice(2);
const verdicts: Verdict[] = [];
const dir = await mkdtemp(path.join(os.tmpdir(), 'benchloop-console-'));
try {
  for (const [name, part] of Object.entries(PARTS))
    if (chosen.length === 0 || chosen.includes(name)) verdicts.push(...(await part(dir)));
} finally {
  await rm(dir, { recursive: true, force: true });
}
console.log(`\n${table(verdicts)}`);
console.log(
  `\n${os.cpus().length} cores, load average ${os.loadavg()[0]?.toFixed(1)}, Node ${process.version}`,
);
