import { setUp } from './setup.mjs';
import { runTests } from './vitest-run.mjs';

// npm test [-- FILTER …]            every test once
// npm run test:crash [-- FILTER …]  the crash tests, 20 rounds each, and on QEMU too
const args = process.argv.slice(2);
const crashOnly = args.includes('--crash');
const projects = crashOnly ? ['crash'] : ['unit', 'contract', 'crash', 'e2e'];
const rounds = crashOnly ? { BENCHLOOP_CRASH_ROUNDS: process.env.BENCHLOOP_CRASH_ROUNDS ?? '20' } : {};

/** Node parses these certificates at each start, of which the tests make some 2,000. No test needs them. */
const { NODE_EXTRA_CA_CERTS: _, ...withoutFurtherCertificates } = process.env;

/** @returns {Promise<number>} exit code */
async function test() {
  const filters = args.filter((arg) => arg !== '--crash');
  const { passed, failed } = await runTests(projects, filters, { ...withoutFurtherCertificates, ...rounds });
  if (passed + failed === 0) console.error('No test ran.');
  console.log(`${passed} passed, ${failed} failed`);
  return failed > 0 || passed === 0 ? 1 : 0;
}

process.exitCode = (await setUp({ withPeers: true })) ? await test() : 1;
