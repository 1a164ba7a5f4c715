import * as z from 'zod';

/** What a cassette can hold. `structure` is always in it: transitions with their events, and the hashes of what they rest on. */
export const CASSETTE_KINDS = ['structure', 'source', 'console', 'prompts', 'replies'] as const;
export type CassetteKind = (typeof CASSETTE_KINDS)[number];

/** What of one kind a run has, and whether the file holds it. */
export const HeldSchema = z.object({
  kind: z.enum(CASSETTE_KINDS),
  /** Transitions, files or records. */
  count: z.number().int(),
  bytes: z.number().int(),
  included: z.boolean(),
  /** Files that are in it in part, or not at all, for their size. */
  cut: z.number().int(),
});
export type Held = z.infer<typeof HeldSchema>;

/** What the search knows by its form. Anything else that should not be passed on is not found by it. */
export const SOUGHT = [
  'private key',
  'service key',
  'token',
  'password in an address',
  'assigned secret',
  'home folder',
] as const;

/** How often something was found in what the file holds of one kind. It is still there. */
export const FoundSchema = z.object({
  kind: z.enum(CASSETTE_KINDS),
  what: z.enum(SOUGHT),
  count: z.number().int(),
});
export type Found = z.infer<typeof FoundSchema>;

export interface CassetteContents {
  holds: readonly Held[];
  sought: readonly string[];
  found: readonly Found[];
}

/** A part of a file, on a line of its own behind the structure. */
export const FilePartSchema = z.object({
  kind: z.enum(CASSETTE_KINDS),
  path: z.string(),
  part: z.number().int(),
  /** UTF-8, or the bytes in base64 where they are none. */
  text: z.string().optional(),
  base64: z.string().optional(),
});
export type FilePart = z.infer<typeof FilePartSchema>;

/** A file as the first line names it. */
export const CassetteFileSchema = z.object({
  kind: z.enum(CASSETTE_KINDS),
  path: z.string(),
  /** Of what the cassette has of it, hexadecimal. */
  sha256: z.string(),
});
export type CassetteFile = z.infer<typeof CassetteFileSchema>;

/** The last line of a cassette with files: one that was cut off lacks it. */
export const CassetteEndSchema = z.object({ files: z.number().int(), lines: z.number().int() });
