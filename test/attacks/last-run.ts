import * as z from 'zod';

const count = z.number().int().min(0);

/** What `npm run test:full -- --attacks` writes of a run of all attacks (`test/attacks/last-run.json`). */
export const LastRunSchema = z.strictObject({
  /** What all attempts were drawn from. */
  seed: z.number().int(),
  attacks: z.array(
    z.strictObject({ name: z.string(), tried: count.min(1), held: count, broken: count, seconds: count }),
  ),
});
export type LastRun = z.infer<typeof LastRunSchema>;
