import * as z from 'zod';
import { ProblemSchema } from '../problem.js';
import { idField } from '../profile/fields.js';
import { wordsSchema } from '../texts/words.js';
import { type CallsOf, nothing } from './calls.js';

const text = z.string().min(1).max(400);

export const RESTORE_POINTS = ['last-good', 'first-dump'] as const;

/** What is to be flashed where. Files are named by what `pickImage` gave: main takes no path from the window. */
export const FlashWantedSchema = z.strictObject({
  profile: idField.max(200),
  /** Key of a port or device (`PortRow.key`); null: where the profile finds its board. */
  target: text.nullable(),
  image: z.discriminatedUnion('by', [
    z.strictObject({
      by: z.literal('file'),
      token: text,
      /** Address of the first byte of a file that does not say where it belongs. */
      base: z.number().int().min(0).max(0xffff_ffff).nullable(),
    }),
    z.strictObject({ by: z.literal('restore'), board: text, point: z.enum(RESTORE_POINTS) }),
  ]),
});
export type FlashWanted = z.infer<typeof FlashWantedSchema>;

const bytes = z.number().int().nonnegative();
const range = { start: bytes, size: bytes };

/** How what was written is verified: every byte read again, a checksum of the device, or only each block acknowledged. */
export const VERIFIES = ['read-back', 'checksum', 'echo'] as const;
const verifies = z.enum(VERIFIES);

/** What a flash would do, as far as that can be told without touching the board. */
export const FlashPlanSchema = z.object({
  protocol: z.string(),
  tried: z.enum(['peer', 'simulation', 'tool']),
  /** What the chip must call itself; null where the profile does not say. */
  chip: z.string().nullable(),
  /** What is run, where a tool of the person's own flashes. */
  command: z.array(z.string()).nullable(),
  /** Null where no board is found. */
  target: z
    .object({
      port: z.string(),
      /** As the device calls itself: untrusted text. */
      device: z.string(),
      board: z.string(),
      /** As it answered before; null: never flashed from here. */
      chip: z.string().nullable(),
      serial: z.string().nullable(),
      in_use_by: z.array(z.string()),
    })
    .nullable(),
  /** Null where it cannot be read. */
  image: z
    .object({
      format: z.string(),
      sha256: z.string(),
      bytes,
      segments: z.array(z.object({ ...range, regions: z.array(z.string()) })),
    })
    .nullable(),
  erase: z.enum(['pages', 'all']),
  /** Where an image may lie; `used` of it the image takes, `erased` is what is erased for that. */
  regions: z.array(z.object({ name: z.string(), ...range, page: bytes, used: bytes, erased: bytes })),
  /** What the board holds: kept already, kept before the first write, or lost because of `irreversible`. */
  keeps: z.enum(['kept', 'first', 'never']),
  irreversible: z.string().nullable(),
  verifies: verifies.nullable(),
  /** What cannot be undone, as the profile declares it. */
  warnings: z.array(z.enum(['antiRollback', 'readOutProtection', 'oneTimeFuses'])),
  /** Why it cannot begin; empty where it can. */
  problems: z.array(ProblemSchema),
});
export type FlashPlan = z.infer<typeof FlashPlanSchema>;

export const FLASH_STAGES = [
  'waiting',
  'connect',
  'dump',
  'asking',
  'erase',
  'write',
  'verify',
  'start',
] as const;
const stage = z.enum(FLASH_STAGES);

/** One flash, from its beginning to its end. Times in ms. */
export const FlashJobSchema = z.object({
  /** Number of the flash in this process. */
  id: z.number().int(),
  profile: z.object({ id: z.string(), title: z.string() }),
  /** Name of the image for people. */
  image: z.string(),
  stage,
  /** Who holds the board; null where it is ours. */
  waiting: z.string().nullable(),
  done: bytes,
  total: bytes,
  /** Bytes per second in this stage; null until that can be told. */
  rate: z.number().nullable(),
  eta_ms: z.number().nullable(),
  /** Stages that are over, in their order. */
  past: z.array(z.object({ stage, bytes, ms: z.number() })),
  /** What a person is to agree to; null where nothing is asked. */
  asked: z.object({ question: z.string(), subject: wordsSchema, binding: z.string() }).nullable(),
  /** The first byte may have been written: to cancel now leaves a part of the image. */
  begun: z.boolean(),
  cancelling: z.boolean(),
  result: z
    .discriminatedUnion('outcome', [
      z.object({
        outcome: z.literal('done'),
        board: z.string(),
        sha256: z.string(),
        verifies,
        ms: z.number(),
      }),
      z.object({ outcome: z.literal('failed'), problem: ProblemSchema, ms: z.number() }),
    ])
    .nullable(),
});
export type FlashJob = z.infer<typeof FlashJobSchema>;

/** What the Flash view shows of what main does, whole: it replaces the one before it. */
export const FlashViewSchema = z.object({
  topic: z.literal('flash'),
  revision: z.number().int().nonnegative(),
  /** The flash that runs, or the last one; null before the first. */
  job: FlashJobSchema.nullable(),
});
export type FlashView = z.infer<typeof FlashViewSchema>;

/** The calls about flashing by hand. */
export const FLASH_CALLS = {
  /** From now on the view is pushed, at once for the first time. */
  watchFlash: { in: nothing, out: nothing },
  /** Asks for an image in the system's own dialog; null where the person closed it. */
  pickImage: { in: nothing, out: z.object({ token: z.string(), file: z.string() }).nullable() },
  /** Touches no board. */
  planFlash: { in: FlashWantedSchema, out: FlashPlanSchema },
  startFlash: { in: FlashWantedSchema, out: nothing },
  /** `binding` is that of the question as it was shown: another one means that something else would be agreed to. */
  answerFlash: { in: z.strictObject({ binding: z.string(), answer: z.enum(['yes', 'no']) }), out: nothing },
  /** Stops before the first write at once, else at the next safe point. */
  cancelFlash: { in: nothing, out: nothing },
} as const satisfies CallsOf<'flash'>;
