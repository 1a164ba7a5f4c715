import type { Channel } from '../../shared/events.js';
import { fail, ok, type Result } from '../../shared/problem.js';
import { loadKits } from '../effects/registry.js';
import { addressee } from './addressee.js';
import type { Said, Told } from './core-api.js';
import { withRun } from './run-store.js';

/** See `Core.tell`. Who hears it is found in the transaction that writes it: nobody ends in between. */
export async function tellRun(
  home: string,
  run: string,
  { type, payload, node, by }: Said,
  { by: channel, at }: { by: Channel; at: number },
): Promise<Result<Told>> {
  const kits = await loadKits();
  const from = by === 'client' ? FROM_CLIENT : { by: 'operator', channel };
  const told = withRun(home, run, (journal) =>
    journal.tellAsItStands(() => {
      const to = addressee(journal, kits, run, { type, node });
      if (!to.ok) return to;
      const { kit, machine, at: where } = to.value;
      const why = kit.refuses?.({ type, payload }, where) ?? null;
      if (why !== null) return fail(why);
      return ok({ machine, message: { node: to.value.node, type, payload, ...from, at } });
    }),
  );
  return told.ok ? ok({ node: told.value.message.node, machine: told.value.machine }) : told;
}

const FROM_CLIENT = { by: 'client', channel: 'mcp' };
