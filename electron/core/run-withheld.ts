import * as z from 'zod';
import { readPolicy } from '../files/policy-file.js';
import { type IsWithheld, withheldFiles } from '../tools/withheld/withheld-files.js';
import { withRun } from './run-store.js';

const Inputs = z.looseObject({ inputs: z.array(z.object({ to: z.string() })) });
const Policed = z.looseObject({
  policy: z.looseObject({ neverSend: z.array(z.string()) }),
  /** Of the firmware loop. */
  loaded: Inputs.optional(),
  /** Of a session. */
  task: z.looseObject({ loaded: Inputs }).nullable().optional(),
});
/** Where the headers of the machines have their policy and their task. */
const HeaderSchema = z.union([Policed, z.looseObject({ loop: Policed }).transform(({ loop }) => loop)]);

/**
 * Which files of a run no agent is shown: what its own policy and its task say, and what the person's policy says now. Of a run that
 * cannot be read there is nothing to show.
 */
export function withheldOfRun(home: string, run: string): IsWithheld {
  const about = withRun(home, run, (journal) => journal.header());
  const header = about.ok ? HeaderSchema.safeParse(about.value.header).data : undefined;
  const now = readPolicy(home);
  return withheldFiles({
    neverSend: [...(header?.policy.neverSend ?? []), ...(now.ok ? now.value.neverSend : [])],
    inputs: [...(header?.loaded?.inputs ?? []), ...(header?.task?.loaded.inputs ?? [])],
    clone: null,
  });
}
