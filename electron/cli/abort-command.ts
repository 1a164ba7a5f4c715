import { text } from '../../shared/texts/words.js';
import { parseCommand } from './arguments.js';
import type { Command } from './command.js';
import { EXIT, refuse } from './output.js';

/** `benchloop abort RUN`: asks, and says when it takes effect. */
export const abortCommand: Command = async ({ core, out }, args) => {
  const parsed = parseCommand(args, {}, { least: 1, most: 1, names: 'one run' });
  if (!parsed.ok) return refuse(out, parsed.error, args.includes('--json'));
  const run = parsed.value.positionals[0] ?? '';
  // Asked first: it may end at once.
  const driven = core.isDriven(run);
  const done = core.requestAbort(run, text`aborted from the command line`);
  if (!done.ok) return refuse(out, done.error);
  out.note(
    out.say(
      driven
        ? `Asked: ${run} stops at the next safe point.`
        : `Noted, but nobody drives ${run}: it ends as ABORTED when it is resumed: benchloop resume ${run}`,
    ),
  );
  return EXIT.success;
};
