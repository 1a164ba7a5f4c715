import type { Channel } from '../../shared/events.js';
import { fail, ok, type Result } from '../../shared/problem.js';
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
  if (kit?.messages[type] === undefined)
    return fail({
      code: 'USAGE',
      message: text`a run of ${about.value.machine} takes no message of the type ${type}`,
      next: text`see \`benchloop show ${run}\``,
    });
  return withRun(home, run, (journal) => {
    const from = by === 'client' ? FROM_CLIENT : { by: 'operator', channel };
    journal.tell({ node: MAIN, type, payload, ...from, at });
    return ok(undefined);
  });
}

const FROM_CLIENT = { by: 'client', channel: 'mcp' };
