import type { ListedRun } from '../core/run-views.js';
import { parseCommand } from './arguments.js';
import type { Command } from './command.js';
import { EXIT, type Output, refuse } from './output.js';

/** `benchloop runs`. A data folder that cannot be read is no success; a run that was set aside is one. */
export const runsCommand: Command = async ({ core, out }, args) => {
  const parsed = parseCommand(args, { json: { type: 'boolean' } }, { least: 0, most: 0, names: '' });
  if (!parsed.ok) return refuse(out, parsed.error, args.includes('--json'));
  const { runs, quarantined } = core.runs();
  const code = quarantined.some((problem) => problem.code === 'HOME_UNWRITABLE') ? EXIT.usage : EXIT.success;
  if (parsed.value.flag('json')) {
    // its fields are fixed: other programs read it
    out.json({
      runs: runs.map(({ interrupted: _, nodes: __, parent: ___, ...summary }) => summary),
      quarantined,
    });
    return code;
  }
  for (const run of runs) out.line(lineOf(out, run));
  for (const problem of quarantined) out.note(`${out.say('set aside')}: ${out.tell(problem)}`);
  if (runs.length + quarantined.length === 0)
    out.note(
      out.say(
        'There are no runs yet: start one with `benchloop run TASK.yaml`, or see `benchloop demo --list`.',
      ),
    );
  return code;
};

function lineOf(
  { say }: Output,
  { run, final_status, state, goal, waiting_for, interrupted }: ListedRun,
): string {
  const place = `${run}  ${(final_status ?? state).padEnd(18)}  ${goal}`;
  if (waiting_for !== null) return `${place}  ${say(`waits for ${waiting_for}`)}`;
  return interrupted ? `${place}  ${say(`interrupted; to go on: benchloop resume ${run}`)}` : place;
}
