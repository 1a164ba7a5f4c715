import { writeFileSync } from 'node:fs';
import { it } from 'vitest';
import * as z from 'zod';
import { counted, NOTHING, type Tally } from '../../build/test/attack-tally.mjs';
import type { Opened } from './attack.js';
import { drawOf } from './draw.js';
import { openings } from './openings.js';

// Attempts of one attack, as `npm run test:full -- --attacks` asks for them (build/test/attacks.mjs).

const AskedSchema = z.object({
  name: z.string().refine((name) => name in openings, 'an attack'),
  seed: z.number(),
  /** Number of the first attempt. */
  first: z.number().int(),
  /** So many attempts; null: as the time allows. */
  most: z.number().int().nullable(),
  seconds: z.number(),
  /** File that takes the tally at each step, so that it is known when this process ends within an attempt. */
  notes: z.string(),
});
type Asked = z.infer<typeof AskedSchema>;

/** Lines of an error that say where it comes from. */
const LINES_OF_ERROR = 6;

const asked = AskedSchema.parse(JSON.parse(process.env.BENCHLOOP_ATTACK ?? 'null'));

async function outcomeOf(opened: Opened, { seed, name }: Asked, attempt: number): Promise<string | null> {
  try {
    return await opened.attempt(drawOf(seed, name, attempt));
  } catch (error) {
    const words = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return `exception: ${words.split('\n').slice(0, LINES_OF_ERROR).join('\n')}`;
  }
}

async function attempts(opened: Opened): Promise<void> {
  const begun = performance.now();
  const seconds = (): number => (performance.now() - begun) / 1000;
  const note = (tally: Tally): void => writeFileSync(asked.notes, JSON.stringify(tally));
  let tally: Tally = { ...NOTHING };
  const isOver = (): boolean => tally.tried === asked.most || seconds() > asked.seconds;
  for (let n = asked.first; tally.tried === 0 || !isOver(); n += 1) {
    note({ ...tally, underWay: n, seconds: seconds() });
    tally = counted(tally, n, await outcomeOf(opened, asked, n));
  }
  note({ ...tally, isOver: true, seconds: seconds() });
}

it(asked.name, async () => {
  const open = openings[asked.name];
  if (!open) throw new Error(`nothing opens ${asked.name}`);
  const opened = await open();
  try {
    await attempts(opened);
  } finally {
    opened.close();
  }
});
