import path from 'node:path';
import type { Approvals } from '../../shared/events.js';
import { ok, type Result } from '../../shared/problem.js';
import { text } from '../../shared/texts/words.js';
import type { Core } from '../core/core-api.js';
import { parseCommand, parseProvider } from './arguments.js';
import { askYesNo } from './ask-yes-no.js';
import type { Command, CommandDeps } from './command.js';
import { approvalsHere, whyNotHere } from './human-channel.js';
import { EXIT, refuse } from './output.js';
import { isPersonAt } from './surroundings.js';

type Attached = Parameters<Core['chat']>[0]['attached'];
type Here = Pick<CommandDeps, 'core' | 'out' | 'at'>;
type Agree = Parameters<Core['chat']>[1]['agree'];

/** `benchloop chat "…"`: one question to a model, beside all runs. */
export const chatCommand: Command = async ({ core, out, at }, args) => {
  const options = {
    json: { type: 'boolean' },
    run: { type: 'string' },
    file: { type: 'string', multiple: true },
    provider: { type: 'string' },
    approve: { type: 'string' },
  } as const;
  const parsed = parseCommand(args, options, { least: 1, most: 1, names: 'one question, in quotes' });
  if (!parsed.ok) return refuse(out, parsed.error, args.includes('--json'));
  const { flag, value, values, positionals } = parsed.value;
  const json = flag('json');
  const approvals = await approvalsHere(core, value('approve'));
  if (!approvals.ok) return refuse(out, approvals.error, json);
  const provider = parseProvider(value('provider'));
  if (!provider.ok) return refuse(out, provider.error, json);
  const attached = await attachAll(
    core,
    value('run'),
    values('file').map((file) => path.resolve(at.here, file)),
  );
  if (!attached.ok) return refuse(out, attached.error, json);
  const asked = { question: positionals[0] ?? '', attached: attached.value, provider: provider.value };
  return askOnce({ core, out, at }, asked, { json, approvals: approvals.value });
};

/** The report of a run, its log where it has one, and the files. */
async function attachAll(
  core: Core,
  run: string | undefined,
  files: readonly string[],
): Promise<Result<Attached>> {
  const attached = [];
  for (const what of run === undefined ? [] : (['report', 'log'] as const)) {
    const found = await core.attach({ run: run ?? '', what });
    if (found.ok) attached.push(found.value);
    else if (found.error.code !== 'ARTIFACT_MISSING') return found;
  }
  for (const file of files) {
    const found = await core.attach({ file });
    if (!found.ok) return found;
    attached.push(found.value);
  }
  return ok(attached);
}

async function askOnce(
  { core, out, at }: Here,
  asked: Omit<Parameters<Core['chat']>[0], 'chat' | 'n' | 'turns'>,
  { json, approvals }: { json: boolean; approvals: Approvals | undefined },
): Promise<number> {
  const stop = new AbortController();
  const onSignal = (): void => stop.abort();
  at.signals.once('SIGINT', onSignal);
  let isUnanswered = false;
  const agree: Agree = async (asking) => {
    const answer = await agreesHere({ core, out, at }, asking, { json, approvals, signal: stop.signal });
    isUnanswered = answer === null;
    return answer ?? 'no';
  };
  const chat = await core.newChat();
  const io = { signal: stop.signal, agree, onText: () => undefined };
  const reply = await core.chat({ ...asked, chat, n: 1, turns: [] }, io);
  at.signals.off('SIGINT', onSignal);
  if (reply.ok) {
    if (json) out.json({ question: asked.question, answer: reply.value });
    else out.note(out.say(text`In the model's own words:`));
    if (!json) out.line(reply.value);
    return EXIT.success;
  }
  const usage = refuse(out, reply.error, json);
  if (stop.signal.aborted) return EXIT.aborted;
  if (isUnanswered) return EXIT.waiting;
  return reply.error.code === 'USAGE' || reply.error.code === 'POLICY_MALFORMED' ? usage : EXIT.failure;
}

/** What `--approve` or the person at the terminal says; null: nobody is there. `all` covers nothing that goes outward. */
async function agreesHere(
  { core, out, at }: Here,
  { question, subject }: Parameters<Agree>[0],
  o: { json: boolean; approvals: Approvals | undefined; signal: AbortSignal },
): Promise<Awaited<ReturnType<Agree>> | null> {
  if (Array.isArray(o.approvals)) return o.approvals.includes('send') ? 'once' : 'no';
  const isThere = !o.json && isPersonAt(at);
  if (!isThere || o.approvals === 'none' || (await whyNotHere(core)) !== null) return null;
  out.note(out.say(subject));
  const typed = await askYesNo(at, `${out.say(question)} yes/no: `, o.signal);
  if (typed === 'nobody') return null;
  return typed === 'yes' ? 'yes' : 'no';
}
