import type { Channel } from '../../shared/events.js';
import { fail, ok, type Problem, type Result } from '../../shared/problem.js';
import { text } from '../../shared/texts/words.js';
import { registered } from '../effects/registry.js';
import { MAIN } from '../journal/records.js';
import type { Said } from './core-api.js';
import { withRun } from './run-store.js';

/** See `Core.tell`. */
export async function tellRun(
  home: string,
  run: string,
  { type, payload, by }: Said,
  { by: channel, at }: { by: Channel; at: number },
): Promise<Result<void>> {
  const about = withRun(home, run, (journal) => journal.about());
  if (!about.ok) return about;
  const kit = await registered(about.value.machine)?.kit();
  if (kit?.messages[type] === undefined) return fail(unheard(run, about.value.machine, type));
  return withRun(home, run, (journal) => {
    const from = by === 'client' ? FROM_CLIENT : { by: 'operator', channel };
    journal.tell({ node: MAIN, type, payload, ...from, at });
    return ok(undefined);
  });
}

/** Why a run cannot hear what is said to it, and who can. */
function unheard(run: string, machine: string, type: string): Problem {
  const [message, next] =
    type === 'undo'
      ? [
          text`${run} is a run of ${machine}: only what a session changed in its copy is taken back like this`,
          text`find the session with \`benchloop runs\``,
        ]
      : type === 'task_followup_received'
        ? [
            text`${run} is a run of ${machine}: a follow-up goes to a roundtable that has ended`,
            text`begin one: benchloop coordinate TASK.yaml --mode proposal`,
          ]
        : [
            text`${run} is a run of ${machine}, and works without listening: nothing can be said to it`,
            text`sessions, deliveries and campaigns listen; say it to one of them, or begin one: benchloop ask "…"`,
          ];
  return { code: 'USAGE', message, next };
}

const FROM_CLIENT = { by: 'client', channel: 'mcp' };
