import { parseCommand, usage } from './arguments.js';
import { askYesNo } from './ask-yes-no.js';
import type { Command } from './command.js';
import { whyNotHere } from './human-channel.js';
import { EXIT, refuse } from './output.js';

/** `benchloop accept RUN [N]`: only a person at a terminal says yes; no policy does. */
export const acceptCommand: Command = async ({ core, out }, args) => {
  const parsed = parseCommand(args, {}, { least: 1, most: 2, names: 'RUN [N]' });
  if (!parsed.ok) return refuse(out, parsed.error);
  const [run = '', typed] = parsed.value.positionals;
  const choice = typed === undefined ? undefined : Number(typed);
  if (choice !== undefined && (!Number.isInteger(choice) || choice < 1))
    return refuse(out, usage(`${typed} is no number of a patch`, 'count from 1, as the report does').error);
  const why = await whyNotHere(core);
  if (why !== null) return refuse(out, why);
  const isPerson = process.stdin.isTTY === true && process.stdout.isTTY === true;
  let asked = false;
  const done = await core.accept(run, {
    choice,
    by: 'command line',
    agree: async ({ question, subject }) => {
      asked = true;
      out.line(out.say(subject));
      if (!isPerson) return false;
      return (await askYesNo(`${out.say(question)} [yes/no] `)) === 'yes';
    },
  });
  if (!done.ok) return refuse(out, done.error);
  if (done.value === null) {
    if (asked && !isPerson)
      out.note(out.say('Nobody is here to answer: run this in a terminal, or answer in the window.'));
    return isPerson ? EXIT.failure : EXIT.waiting;
  }
  out.line(out.say(`Branch ${done.value.branch} is written. Its commit says that it is not proven.`));
  return EXIT.success;
};
