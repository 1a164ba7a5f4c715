import { createExec } from '../../electron/bench/process/exec.js';
import type { CallIo } from '../../electron/engine/tool.js';
import { runCommand } from '../../electron/tools/clone/command-tool.js';
import { applyPatch } from '../../electron/tools/clone/edit-tools.js';
import { runPaths } from '../../electron/tools/run-paths.js';
import { NOTHING_WITHHELD } from '../../electron/tools/withheld/withheld-files.js';
import { PolicySchema } from '../../shared/policy.js';
import { realConfinement } from '../fixtures/exec.js';

/**
 * Makes one call of a session's tool in a process that is killed with its group: once a program printed something, or after so
 * many ms. Arguments: folder of the session, mark of the call, tool, its arguments as JSON, ms.
 */
const [dir = '', mark = '', tool = '', json = '', ms = ''] = process.argv.slice(2);
const die = (): boolean => process.kill(-process.pid, 'SIGKILL');
if (ms !== '') setTimeout(die, Number(ms));

const io: CallIo = {
  ...{ run: 's', node: 'main', mark, signal: new AbortController().signal },
  progress: () => undefined,
  console: die,
  unsafe: () => () => undefined,
  standStill: () => () => undefined,
  agree: async () => false,
  call: () => Promise.reject(new Error('these tools call no other')),
};
const confinement = await realConfinement();
const work = {
  ...{ paths: runPaths(dir), task: null, repo: null, confinement },
  isWithheld: NOTHING_WITHHELD,
  policy: PolicySchema.parse({ gateRisk: 1 }),
  exec: createExec({ children: { started: () => undefined, ended: () => undefined }, confinement }),
};
const tools = { [applyPatch.name]: applyPatch, [runCommand.name]: runCommand };
const called = tools[tool];
if (!called) throw new Error(`there is no tool ${tool}`);
const done = await called.perform(JSON.parse(json), work, io);
process.exit(done.ok ? 0 : 1);
