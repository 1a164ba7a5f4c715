import path from 'node:path';
import { ok, type Problem, type Result } from '../../shared/problem.js';
import type { ShownCall } from '../../shared/session-panel.js';
import { text, type Words } from '../../shared/texts/words.js';
import type { Core } from '../core/core-api.js';
import { parseCommand, parseProvider, usage } from './arguments.js';
import type { Command } from './command.js';
import { driveHere } from './drive.js';
import { approvalsHere } from './human-channel.js';
import { EXIT, refuse } from './output.js';
import { parseRoles } from './roles.js';

/** `benchloop ask "…"`: one turn of a session. */
export const askCommand: Command = async ({ core, out, at }, args) => {
  const options = {
    json: { type: 'boolean' },
    repo: { type: 'string' },
    task: { type: 'string' },
    provider: { type: 'string' },
    role: { type: 'string', multiple: true },
    approve: { type: 'string' },
  } as const;
  const parsed = parseCommand(args, options, { least: 1, most: 1, names: 'one request, in quotes' });
  if (!parsed.ok) return refuse(out, parsed.error, args.includes('--json'));
  const { flag, value, values, positionals } = parsed.value;
  const approvals = await approvalsHere(core, value('approve'));
  if (!approvals.ok) return refuse(out, approvals.error, flag('json'));
  const provider = parseProvider(value('provider'));
  if (!provider.ok) return refuse(out, provider.error, flag('json'));
  const roles = parseRoles(values('role'));
  if (!roles.ok) return refuse(out, roles.error, flag('json'));
  const [repo, taskFile] = [value('repo'), value('task')];
  const asked = {
    machine: 'session',
    ...{ text: positionals[0] ?? '', here: at.here, provider: provider.value, roles: roles.value },
    ...(repo !== undefined && { repo: path.resolve(at.here, repo) }),
    ...(taskFile !== undefined && { taskFile: path.resolve(at.here, taskFile) }),
  };
  return driveHere({ core, out, at }, { json: flag('json'), approvals: approvals.value }, (drive) =>
    core.start({ ...drive, asked }),
  );
};

/** `benchloop undo RUN [CALL]`: takes back the files that a session changed, from a call on. */
export const undoCommand: Command = async ({ core, out, at }, args) => {
  const parsed = parseCommand(
    args,
    { json: { type: 'boolean' } },
    { least: 1, most: 2, names: 'RUN [CALL]' },
  );
  if (!parsed.ok) return refuse(out, parsed.error, args.includes('--json'));
  const { flag, positionals } = parsed.value;
  const [run = '', named] = positionals;
  const call = callNumber(named);
  if (!call.ok) return refuse(out, call.error, flag('json'));
  const isDriven = core.isDriven(run);
  const why = isDriven ? null : whyNothingToUndo(core, run, call.value);
  if (why !== null) return refuse(out, why, flag('json'));
  const waits = isDriven ? undoWaits(core, run) : null;
  const told = await core.tell(run, { type: 'undo', payload: { call: call.value } });
  if (!told.ok) return refuse(out, told.error, flag('json'));
  if (waits !== null) {
    out.note(out.say(waits));
    return EXIT.success;
  }
  return driveHere({ core, out, at }, { json: flag('json') }, (drive) => core.resume(run, drive));
};

/** Why a session at rest has nothing to take back from a call on; null: it has, or is no session, which says so itself. */
function whyNothingToUndo(core: Core, run: string, call: number | null): Problem | null {
  const found = core.details(run);
  if (!found.ok) return found.error;
  const session = found.value.nodes[0]?.panels.session;
  if (!session) return null;
  const able = session.calls.filter(({ canUndo }) => canUndo).map(({ n }) => n);
  const next =
    able.length === 0
      ? text`see what it did: benchloop show ${run}`
      : text`give one of these calls: ${able.join(', ')}; everything after it is taken back too`;
  const isKnown = call === null || [...session.calls, ...session.pending].some(({ n }) => n === call);
  if (!isKnown) return { code: 'USAGE', message: text`session ${run} has no call ${call}`, next };
  if (able.some((n) => n >= (call ?? 1))) return null;
  return { code: 'USAGE', message: nothingFrom(session.calls, call), next };
}

function nothingFrom(calls: readonly Pick<ShownCall, 'status'>[], call: number | null): Words {
  if (call !== null)
    return text`no file is changed by call ${call}, or by one after it, that could be taken back`;
  return calls.some(({ status }) => status === 'undone')
    ? text`there is nothing to undo: everything is taken back already`
    : text`there is nothing to undo: this session has changed no file`;
}

/** What a session at work does before it takes files back. */
function undoWaits(core: Core, run: string): Words {
  const found = core.details(run);
  const main = found.ok ? found.value.nodes[0] : undefined;
  const call = main?.panels.session?.pending[0];
  const made = main?.state === 'EXECUTING' ? call : undefined;
  // what a call or the offer of a branch asks has to be answered; every other question is broken off
  if (main?.waiting && (made !== undefined || main.state === 'SUMMARIZING'))
    return text`Noted: ${run} waits for the answer to ${main.waiting.gate}, and takes the files back after it.`;
  return made !== undefined
    ? text`Noted: ${run} first ends its call ${made.n}, ${made.tool}; then it takes the files back.`
    : text`Noted: ${run} is in ${main?.state ?? '?'}; it takes the files back before its next call, or when its turn is over.`;
}

/** As `tool_call` events name a call, or its number alone; absent: all. */
function callNumber(named: string | undefined): Result<number | null> {
  if (named === undefined) return ok(null);
  const number = Number(/^(?:main\.call\.)?(\d+)$/.exec(named)?.[1] ?? 0);
  return number > 0
    ? ok(number)
    : usage(`${named} is no call`, 'give its number, or its id as in main.call.3');
}
