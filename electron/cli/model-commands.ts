import { readFileSync } from 'node:fs';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { OUTCOMES } from '../../shared/mock-outcome.js';
import { fail, ok, type Result } from '../../shared/problem.js';
import { replacedText } from '../../shared/replaced.js';
import { ROLES } from '../../shared/role.js';
import { text } from '../../shared/texts/words.js';
import { unusableText } from '../../shared/unusable-reply.js';
import { parseCommand, usage } from './arguments.js';
import type { Command, CommandDeps } from './command.js';
import { toResume } from './go-on.js';
import { EXIT, refuse } from './output.js';
import { parseRoles } from './roles.js';

const json = { json: { type: 'boolean' } } as const;

/** `benchloop prompts [RUN]`: what waits to be taken to a model, with the files inside named, and what was replaced, before it is copied. */
export const promptsCommand: Command = async ({ core, out }, args) => {
  const parsed = parseCommand(args, json, { least: 0, most: 1, names: 'at most one run' });
  if (!parsed.ok) return refuse(out, parsed.error, args.includes('--json'));
  const { flag, positionals } = parsed.value;
  const waiting = await core.prompts(positionals[0]);
  if (!waiting.ok) return refuse(out, waiting.error, flag('json'));
  if (flag('json')) out.json({ prompts: waiting.value });
  else if (waiting.value.length === 0) out.note(out.say('No prompt waits for a reply.'));
  else
    for (const { run, prompt, judgement, role, file, files, replaced, before, characters } of waiting.value) {
      out.line(out.say(`${run} ${prompt}: ${judgement} of ${role}, ${characters} characters`));
      if (before !== null) out.line(`  ${out.say(unusableText(before))}`);
      if (files.length > 0) out.line(out.say(`  files inside: ${files.join(', ')}`));
      out.line(`  ${out.say(replacedText(replaced))}`);
      out.line(out.say(`  copy the text of ${file}`));
      out.line(`  benchloop reply ${run} ${prompt} FILE`);
    }
  return EXIT.success;
};

/** `benchloop reply RUN PROMPT FILE`: a dash reads standard input. */
export const replyCommand: Command = async ({ core, out, at }, args) => {
  const parsed = parseCommand(args, {}, { least: 3, most: 3, names: 'RUN PROMPT FILE' });
  if (!parsed.ok) return refuse(out, parsed.error);
  const [run = '', prompt = '', file = ''] = parsed.value.positionals;
  const pasted = await readPasted(at, file);
  if (!pasted.ok) return refuse(out, pasted.error);
  const done = await core.reply(run, prompt, pasted.value);
  if (!done.ok) return refuse(out, done.error);
  const root = toResume(core, run);
  out.note(
    out.say(
      root === null
        ? `The reply is recorded: ${run} goes on.`
        : `The reply is recorded. To go on: benchloop resume ${root}`,
    ),
  );
  return EXIT.success;
};

async function readPasted(at: CommandDeps['at'], file: string): Promise<Result<string>> {
  try {
    const bytes = file === '-' ? await buffer(at.stdin) : readFileSync(path.resolve(at.here, file));
    return ok(bytes.toString('utf8'));
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    return fail({
      code: 'USAGE',
      message: text`the reply cannot be read: ${words}`,
      next: text`name the file with the reply, or - to paste it`,
    });
  }
}

/** `benchloop provider RUN ROLE=P …`: from the next request of the role on. */
export const providerCommand: Command = async ({ core, out }, args) => {
  const parsed = parseCommand(args, {}, { least: 2, most: 1 + ROLES.length, names: 'RUN ROLE=PROVIDER …' });
  if (!parsed.ok) return refuse(out, parsed.error);
  const [run = '', ...named] = parsed.value.positionals;
  const roles = parseRoles(named);
  if (!roles.ok) return refuse(out, roles.error);
  const done = await core.switchProvider(run, roles.value);
  if (!done.ok) return refuse(out, done.error);
  out.note(out.say(`Noted: the next request of these roles in ${run} goes to the new provider.`));
  return EXIT.success;
};

/** `benchloop mock ROLE success|failure`. */
export const mockCommand: Command = async ({ core, out }, args) => {
  const parsed = parseCommand(args, {}, { least: 2, most: 2, names: 'ROLE success|failure' });
  if (!parsed.ok) return refuse(out, parsed.error);
  const role = ROLES.find((one) => one === parsed.value.positionals[0]);
  const outcome = OUTCOMES.find((one) => one === parsed.value.positionals[1]);
  if (role === undefined)
    return refuse(out, usage(`the first word is no role`, `use one of ${ROLES.join(', ')}`).error);
  if (outcome === undefined)
    return refuse(out, usage(`the second word is no outcome`, 'use success or failure').error);
  const done = await core.setMock(role, outcome);
  if (!done.ok) return refuse(out, done.error);
  out.line(`${role}: ${outcome}`);
  return EXIT.success;
};
