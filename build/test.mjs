import { startDisplay } from './display.mjs';
import { setUp } from './setup.mjs';
import { runTests } from './vitest-run.mjs';

// npm test [-- FILTER …]            every test once
// npm run test:crash [-- FILTER …]  the crash tests, 20 rounds each
const args = process.argv.slice(2);
const crashOnly = args.includes('--crash');
const projects = crashOnly ? ['crash'] : ['unit', 'contract', 'crash', 'e2e'];
const rounds = crashOnly ? { BENCHLOOP_CRASH_ROUNDS: process.env.BENCHLOOP_CRASH_ROUNDS ?? '20' } : {};

/**
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>} exit code
 */
async function test(env) {
  const filters = args.filter((arg) => arg !== '--crash');
  const { passed, failed } = await runTests(projects, filters, { ...process.env, ...rounds, ...env });
  if (passed + failed === 0) console.error('No test ran.');
  console.log(`${passed} passed, ${failed} failed`);
  return failed > 0 || passed === 0 ? 1 : 0;
}

/** @returns {Promise<number>} exit code */
async function testOnVirtualDisplay() {
  if (process.platform !== 'linux') return test({});
  const server = await startDisplay();
  if (!server.ok) {
    console.error(`The virtual display did not start: ${server.problem}`);
    return 1;
  }
  try {
    return await test({ DISPLAY: server.display });
  } finally {
    await server.stop();
  }
}

process.exitCode = (await setUp({ withPeers: true })) ? await testOnVirtualDisplay() : 1;
