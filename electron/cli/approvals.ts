import type { KeptApproval } from '../../shared/approvals.js';
import { nested, text, type Words } from '../../shared/texts/words.js';
import { visible } from '../../shared/visible-text.js';
import { parseCommand, usage } from './arguments.js';
import type { Command, CommandDeps } from './command.js';
import { EXIT, refuse } from './output.js';

/** `benchloop approvals`: 0 listed or revoked, 2 bad usage or an id that there is not. */
export const approvalsCommand: Command = async (deps, args) => {
  const { out } = deps;
  const parsed = parseCommand(
    args,
    { json: { type: 'boolean' } },
    { least: 0, most: 2, names: 'list, or revoke and an id' },
  );
  if (!parsed.ok) return refuse(out, parsed.error, args.includes('--json'));
  const json = parsed.value.flag('json');
  const [verb = 'list', id] = parsed.value.positionals;
  if (verb === 'list' && id === undefined) return list(deps, json);
  if (verb === 'revoke' && id !== undefined) return revoke(deps, id, json);
  const wrong =
    verb === 'revoke' ? 'revoke needs the id of an approval' : 'approvals takes list, or revoke and an id';
  return refuse(out, usage(wrong, 'see `benchloop help approvals`').error, json);
};

async function list({ core, out }: CommandDeps, json: boolean): Promise<number> {
  const listed = await core.approvals();
  if (!listed.ok) return refuse(out, listed.error, json);
  const { approvals, quarantined } = listed.value;
  if (json) {
    out.json({ approvals, quarantined });
    return EXIT.success;
  }
  for (const one of approvals) out.line(visible(`${one.id}  ${out.say(lineOf(one))}`));
  for (const problem of quarantined) out.note(`${out.say('set aside')}: ${out.tell(problem)}`);
  if (approvals.length === 0)
    out.note(out.say(text`No approval covers more than the one question that it answered.`));
  return EXIT.success;
}

function lineOf({ about, given_at, run, uses, until, why }: KeptApproval): Words {
  const parts: Words[] = [
    about,
    ...(given_at === null ? [] : [text`since ${given_at}`]),
    ...(run === null ? [] : [text`from run ${run}`]),
    ...(uses === null ? [] : [text`used ${uses.used} of ${uses.most} times`]),
    ...(until === null ? [] : [text`until ${until}`]),
    ...(why === null ? [] : [text`DOES NOT COUNT: ${nested(why)}`]),
  ];
  return parts.reduce((left, right) => text`${nested(left)}, ${nested(right)}`);
}

async function revoke({ core, out }: CommandDeps, id: string, json: boolean): Promise<number> {
  const done = await core.revoke(id);
  if (!done.ok) return refuse(out, done.error, json);
  if (json) out.json({ revoked: done.value });
  else out.line(out.say(text`${id} is revoked: Benchloop asks again before the next use`));
  return EXIT.success;
}
