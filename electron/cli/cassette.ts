import path from 'node:path';
import {
  CASSETTE_KINDS,
  type CassetteContents,
  type CassetteKind,
  type Held,
} from '../../shared/cassette.js';
import { ok, type Result } from '../../shared/problem.js';
import type { Say } from '../../shared/texts/language.js';
import { nested, text, type Words } from '../../shared/texts/words.js';
import type { Judged } from '../core/cassette/rejudge.js';
import { usage } from './arguments.js';
import type { CommandDeps } from './command.js';

/**
 * Writes a run's cassette where a file is named, and says before what it will hold, and what was sought and found in it. Errors:
 * USAGE, those of reading the run.
 */
export async function writeCassette(
  { core, out, at }: Pick<CommandDeps, 'core' | 'out' | 'at'>,
  run: string,
  file: string | undefined,
  include: string | undefined,
): Promise<Result<void>> {
  const kinds = kindsOf(include);
  if (!kinds.ok) return kinds;
  if (file === undefined)
    return include === undefined
      ? ok(undefined)
      : usage('--include needs --cassette', 'name the file with --cassette FILE');
  const draft = await core.cassette(run, kinds.value);
  if (!draft.ok) return draft;
  for (const line of contentsLines(draft.value.contents, out.say)) out.note(out.say(line));
  return draft.value.write(path.resolve(at.here, file));
}

function kindsOf(include: string | undefined): Result<CassetteKind[]> {
  const named = include === undefined ? [] : include.split(',').map((kind) => kind.trim());
  const known = CASSETTE_KINDS.filter((kind) => named.includes(kind));
  const wrong = named.filter((kind) => !known.some((one) => one === kind));
  if (wrong.length === 0) return ok(known);
  return usage(
    `--include ${wrong.join(', ')} is no kind`,
    `use some of ${CASSETTE_KINDS.slice(1).join(', ')}`,
  );
}

function contentsLines({ holds, sought, found }: CassetteContents, say: Say): Words[] {
  return [
    text`The cassette holds:`,
    ...holds.map(heldLine),
    text`Searched for: ${sought.map((one) => say(one)).join(', ')}.`,
    ...(found.length === 0
      ? [text`Found: none of these. Other secrets may be in it.`]
      : [
          ...found.map(
            ({ kind, what, count }) =>
              text`Found in ${kind}: ${say(what)}, ${count} times. It is still there.`,
          ),
          text`Read the file before you pass it on.`,
        ]),
  ];
}

function heldLine({ kind, count, bytes, included, cut }: Held): Words {
  if (count === 0) return text`  ${kind}: the run has none`;
  if (!included) return text`  ${kind}: ${count} (${bytes} bytes), left out; --include ${kind} adds it`;
  const whole = text`  ${kind}: ${count} (${bytes} bytes)`;
  return cut === 0 ? whole : text`${nested(whole)}, ${cut} of them cut for their size`;
}

/** Replies that are others than the exported ones. */
export const alteredLines = (altered: readonly string[]): Words[] =>
  altered.map((file) => text`${file} is not the reply that was exported`);

/** What the judgements of a cassette came to when they were played again. */
export function judgedLines(judged: readonly Judged[], asked: number): Words[] {
  const differing = judged.filter(({ same, changed }) => !same || changed.length > 0);
  return [
    text`${judged.length - differing.length} of ${judged.length} judgements came out the same, on the same prompts`,
    ...(judged.length < asked
      ? [text`judged again: ${judged.length} of ${asked}; the others were taken as recorded`]
      : []),
    ...differing.flatMap(({ seq, state, visit, same, changed }) => [
      ...changed.map(
        (name) => text`transition ${seq}, ${state}: the prompt of the judgement ${name} is another now`,
      ),
      ...(same
        ? []
        : [text`transition ${seq}, ${state}: the reply leads to another event now (record ${visit})`]),
    ]),
  ];
}
