import { existsSync } from 'node:fs';
import path from 'node:path';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { MAIN, type RunEvent } from '../../../shared/events.js';
import { text } from '../../../shared/texts/words.js';
import type { DriveOptions, RunEnd } from '../../core/run-handle.js';
import { readPolicy } from '../../files/policy-file.js';
import { versionOf } from '../about.js';
import { howToAnswer } from '../answer.js';
import { parseCommand } from '../arguments.js';
import type { Command, CommandDeps } from '../command.js';
import { EXIT, refuse } from '../output.js';
import { programName } from '../program.js';
import { callsOf } from './calls.js';
import { clientGone } from './client-gone.js';
import { messageLines } from './message-lines.js';
import { resourcesOf } from './resources.js';
import { serverFor } from './server.js';

/** `benchloop mcp`: a session whose calls a client makes over standard input and output. Everything else is said on stderr. */
export const mcpCommand: Command = async (deps, args) => {
  const { core, out, home, at } = deps;
  const options = { repo: { type: 'string' }, task: { type: 'string' } } as const;
  const parsed = parseCommand(args, options, { least: 0, most: 0, names: '' });
  if (!parsed.ok) return refuse(out, parsed.error);
  const [repo, taskFile] = [parsed.value.value('repo'), parsed.value.value('task')];
  const policy = readPolicy(home);
  if (!policy.ok) return refuse(out, policy.error);
  const calls = callsOf(core, { gateWaitSec: policy.value.gateWaitSec, program: programName(at) });
  const deserted = new AbortController();
  const emit = (event: RunEvent): void => {
    calls.hear(event);
    // from its summary on nobody of the connection is there: what it asks then waits for whoever resumes it
    if (isSummary(event)) deserted.abort();
  };
  const drive: DriveOptions = { approvals: 'ask', attended: true, deserted: deserted.signal, emit };
  const asked = {
    ...{ machine: 'session', text: '', mode: 'connection', here: at.here },
    ...(repo !== undefined && { repo: path.resolve(at.here, repo) }),
    ...(taskFile !== undefined && { taskFile: path.resolve(at.here, taskFile) }),
  };
  const handle = await core.start({ ...drive, asked });
  if (!handle.ok) return refuse(out, handle.error);
  const { run } = handle.value;
  calls.begin(run);
  const server = serverFor(calls, resourcesOf(home, core, run), versionOf(path.join(at.dist, '..')));
  const gone = clientGone(at, () => handle.value.abort(text`stopped by a signal`));
  server.onclose = gone.now;
  const messages = at.stdin.pipe(messageLines((line) => at.stdout.write(line)));
  await server.connect(new StdioServerTransport(messages, at.stdout));
  out.note(out.say(text`Session ${run} waits for calls on standard input.`));
  const first = await Promise.race([handle.value.end, gone.gone]);
  // a session that ended by itself says so to each call, until the client goes
  calls.end(first === 'gone' ? 'gone' : 'ended');
  if (first === 'gone') core.requestAbort(run, text`the client closed the connection`);
  const end = await handle.value.end;
  await gone.gone;
  await server.close();
  gone.close();
  return conclude(deps, run, end);
};

const isSummary = (event: RunEvent): boolean =>
  event.type === 'transition' &&
  event.machine === 'session' &&
  event.node === MAIN &&
  event.to === 'SUMMARIZING';

/** How the connection came to its end, for whoever reads the log of the client; nothing of it is on stdout. */
function conclude({ core, out }: CommandDeps, run: string, end: RunEnd): number {
  if (end.kind === 'broken') return refuse(out, end.problem);
  if (end.kind === 'finished') {
    out.note(out.say(text`Session ${run} has ended: ${end.ending.status}`));
    return EXIT.success;
  }
  const details = core.details(run);
  const gate = details.ok ? details.value.gates.find((one) => one.gate === end.gate) : undefined;
  out.note(out.say(text`Run ${run} waits for an answer. Give it, then go on:`));
  if (gate) out.note(`  ${howToAnswer(gate)}`);
  out.note(`  benchloop resume ${run}`);
  const patch = details.ok ? path.join(details.value.folder, 'report', 'result.patch') : '';
  if (existsSync(patch)) out.note(out.say(text`The changes are in ${patch} as well.`));
  return EXIT.waiting;
}
