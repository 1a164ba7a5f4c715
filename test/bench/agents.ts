import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { listDemos } from '../../electron/core/demo.js';
import { fixOf, knowing } from '../fixtures/demo-fix.js';
import { faultyServer } from '../fixtures/faulty/faulty-server.js';
import { type Measured, measureRun } from './agents/measure.js';

// npm run bench -- agents [DEMO …]: what the repository's own cases cost by rules, and by a model that knows the fix.
const project = process.cwd();
const demoDir = path.join(project, 'native-config', 'demo');
const asked = process.argv.slice(2);
const demos = (await listDemos(demoDir)).filter(({ name }) => asked.length === 0 || asked.includes(name));
const root = await mkdtemp(path.join(tmpdir(), 'bench-agents-'));
const server = await faultyServer();

const row = (cells: readonly (string | number)[]): string =>
  cells.map((cell, at) => (at < 2 ? String(cell).padEnd(24) : String(cell).padStart(10))).join(' ');

console.log(row(['case', 'provider', 'repaired', 'requests', 'tokens', 'seconds', 'decisions', 'end']));
const all: Measured[] = [];
try {
  for (const { name } of demos)
    for (const provider of ['rules', 'openai'] as const) {
      server.play({ reply: knowing(fixOf(demoDir, name)) });
      const measured = await measureRun({ project, demoDir, root, name, provider, env: server.env });
      all.push(measured);
      const { repaired, requests, tokens, seconds, decisions, end } = measured;
      console.log(row([name, provider, repaired, requests, tokens, seconds.toFixed(1), decisions, end]));
    }
} finally {
  await server.close();
  await rm(root, { recursive: true, force: true });
}
for (const provider of ['rules', 'openai']) {
  const own = all.filter((one) => one.provider === provider);
  const sum = (of: (one: Measured) => number): number => own.reduce((total, one) => total + of(one), 0);
  const repaired = own.filter((one) => one.repaired === 'yes').length;
  console.log(
    row([
      ...['all', provider, `${repaired}/${own.length}`],
      ...[sum((one) => one.requests), sum((one) => one.tokens), sum((one) => one.seconds).toFixed(1)],
      ...[sum((one) => one.decisions), ''],
    ]),
  );
}
