import { goalLine } from '../../shared/list-lines.js';
import { text, type Words } from '../../shared/texts/words.js';
import { resumedWith } from '../core/dispatched-runs.js';
import type { ListedRun } from '../core/run-views.js';
import { parseCommand, usage } from './arguments.js';
import type { Command } from './command.js';
import { driveHere } from './drive.js';
import { approvalsHere } from './human-channel.js';
import { EXIT, refuse } from './output.js';
import { parsePace } from './pace.js';

/** `benchloop resume`: goes on with a run; where none is named, with the newest that is unfinished, or with the one that dispatched it. */
export const resumeCommand: Command = async ({ core, out, at }, args) => {
  const options = {
    json: { type: 'boolean' },
    approve: { type: 'string' },
    yes: { type: 'boolean' },
    pace: { type: 'string' },
  } as const;
  const parsed = parseCommand(args, options, { least: 0, most: 1, names: 'at most one run' });
  if (!parsed.ok) return refuse(out, parsed.error, args.includes('--json'));
  const { flag, value, positionals } = parsed.value;
  const approvals = await approvalsHere(core, value('approve'));
  if (!approvals.ok) return refuse(out, approvals.error, flag('json'));
  const pace = parsePace(value('pace'), at);
  if (!pace.ok) return refuse(out, pace.error, flag('json'));
  const listed = positionals[0] === undefined ? core.runs() : null;
  const open = listed?.runs.filter((r) => r.final_status === null) ?? [];
  const newest = open.at(-1);
  const chosen = newest && resumedWith(newest, open);
  const named = positionals[0] ?? chosen?.run;
  if (named === undefined) {
    const unreadable = listed?.quarantined.find(({ code }) => code === 'HOME_UNWRITABLE');
    const none = usage('no run is unfinished', 'list them with `benchloop runs`').error;
    return refuse(out, unreadable ?? none, flag('json'));
  }
  if (positionals[0] === undefined && !flag('yes')) {
    out.note(
      out.say(
        `The newest unfinished run is ${named}. To take it up: benchloop resume ${named}, or benchloop resume --yes`,
      ),
    );
    if (open.length > 1)
      out.note(out.say(`${open.length} runs are unfinished; list them with \`benchloop runs\`.`));
    return EXIT.waiting;
  }
  if (newest && chosen) out.note(out.say(goingOn(chosen, newest)));
  return driveHere(
    { core, out, at },
    { json: flag('json'), approvals: approvals.value, pace: pace.value },
    (drive) => core.resume(named, { ...drive, confirmResume: async () => flag('yes') }),
  );
};

/** Which run is resumed where none was named. */
const goingOn = (chosen: ListedRun, newest: ListedRun): Words =>
  chosen.run === newest.run
    ? text`Going on with ${chosen.run}: ${goalLine(chosen.goal)}`
    : text`Going on with ${chosen.run}, which dispatched ${newest.run}: ${goalLine(chosen.goal)}`;
