import { text } from '../../../shared/texts/words.js';
import { visible } from '../../../shared/visible-text.js';
import { parseCommand } from '../arguments.js';
import type { Command } from '../command.js';
import { whyNotHere } from '../human-channel.js';
import { EXIT, refuse } from '../output.js';

/** `benchloop reopen RUN [TOOL]`: what was refused to a client of the protocol, or lets a tool be asked about again. */
export const reopenCommand: Command = async ({ core, out }, args) => {
  const parsed = parseCommand(
    args,
    { json: { type: 'boolean' } },
    { least: 1, most: 2, names: 'RUN [TOOL]' },
  );
  if (!parsed.ok) return refuse(out, parsed.error, args.includes('--json'));
  const json = parsed.value.flag('json');
  const [run = '', tool] = parsed.value.positionals;
  if (tool === undefined) {
    const refused = await core.refusedTools(run);
    if (!refused.ok) return refuse(out, refused.error, json);
    if (json) out.json({ refused: refused.value });
    else if (refused.value.length === 0) out.note(out.say('Nothing was refused to this client.'));
    for (const one of json ? [] : refused.value)
      out.line(
        visible(
          out.say(
            one.is_closed
              ? text`${one.tool}: closed after ${one.refusals} refusals`
              : text`${one.tool}: one call was refused`,
          ),
        ),
      );
    return EXIT.success;
  }
  // it is an answer, so that it comes from where the person's policy takes answers
  const why = await whyNotHere(core);
  const done = why === null ? await core.reopenTool(run, tool) : { ok: false as const, error: why };
  if (!done.ok) return refuse(out, done.error, json);
  if (json) out.json({ reopened: tool });
  else out.line(out.say(text`${tool} is open again: the client's next call of it is asked about`));
  return EXIT.success;
};
