import { ok, type Result } from '../../../shared/problem.js';
import { text, type Words } from '../../../shared/texts/words.js';
import { visible } from '../../../shared/visible-text.js';
import { COMMIT_MESSAGE } from '../../agents/delivery/judgements.js';
import type { DeliveryContext } from '../../machine/delivery/context.js';
import type { DeliveryBench, DeliveryIo } from './bench.js';
import { brainOf, judge, MOST_PATCH, MOST_WORDS } from './judge.js';

/** What `git log --oneline` and most tools show whole (git-commit(1), DISCUSSION, asks for less than 50). */
const SUBJECT = 72;

/** Subjects that say nothing of the change. */
const EMPTY =
  /^(?:wip|fix(?:es|ed)?|changes?|updates?|misc|test|work(?: so far)?|patch(?: of a run)?|commit)\W*$/i;

/** A model's own account of the cause, whole or cut. */
const QUOTED = /^model: [“"]/;

/** What is wrong with a commit message; none: it can be taken. */
export function messageFaults(message: string): Words[] {
  const [subject = '', second = ''] = message.split('\n');
  return [
    ...(subject.trim() === '' ? [text`the subject is empty`] : []),
    ...(subject.length > SUBJECT ? [text`the subject is longer than ${SUBJECT} characters`] : []),
    ...(/[.。]$/.test(subject) ? [text`the subject ends with a full stop`] : []),
    ...(EMPTY.test(subject) || QUOTED.test(subject) ? [text`the subject does not say what changes`] : []),
    ...(second.trim() === '' ? [] : [text`the second line is not empty`]),
  ];
}

/** Mends what code can mend: length, the full stop, the empty line; a subject that says nothing becomes the goal. */
export function mended(message: string, goal: string): string {
  const [first = '', ...rest] = visible(message).split('\n');
  const says = first.trim() !== '' && !EMPTY.test(first.trim()) && !QUOTED.test(first.trim());
  const said = says ? first : visible(goal).replace(/\s+/g, ' ');
  const subject = shortened(said.trim().replace(/[.。]+$/, ''));
  const body = rest.join('\n').trim();
  return body === '' ? subject : `${subject}\n\n${body}`;
}

/** Cut between words. */
function shortened(sentence: string): string {
  if (sentence.length <= SUBJECT) return sentence;
  const cut = sentence.slice(0, SUBJECT - 1);
  const blank = cut.lastIndexOf(' ');
  return `${blank > SUBJECT / 2 ? cut.slice(0, blank) : cut}…`;
}

/** The reviewed message: that of the run where its work is delivered as it is and it says what changes, else a model's, else the goal. It names the delivery. */
export async function messageFor(
  ctx: DeliveryContext,
  bench: DeliveryBench,
  io: DeliveryIo,
): Promise<Result<string>> {
  const { message } = bench.header;
  const own = ctx.session === null ? message : null;
  const isGood = own !== null && !QUOTED.test(own);
  const drafted = isGood ? own : ((await byBrain(ctx, bench, io)) ?? own ?? ctx.goal);
  const trailer = `Benchloop delivery ${ctx.run}${ctx.of === null ? '' : ` of run ${ctx.of}`}`;
  return ok(`${mended(drafted, ctx.goal)}\n\n${trailer}\n`);
}

async function byBrain(ctx: DeliveryContext, bench: DeliveryBench, io: DeliveryIo): Promise<string | null> {
  if (brainOf(bench) === null) return null;
  const why = bench.header.message;
  const written = await judge(bench, io, COMMIT_MESSAGE, (mark) => [
    mark('change', ctx.patch, MOST_PATCH),
    ...(why === null ? [] : [mark('what its author said of it', why, MOST_WORDS)]),
  ]);
  if (!written.ok) return null;
  const { subject, body } = written.value;
  const drafted = body.trim() === '' ? subject : `${subject}\n\n${body}`;
  return messageFaults(drafted).length === 0 ? drafted : mended(drafted, ctx.goal);
}
