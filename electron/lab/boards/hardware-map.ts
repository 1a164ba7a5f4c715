import { type Document, parseDocument } from 'yaml';
import * as z from 'zod';
import { fail, ok, type Result } from '../../../shared/problem.js';
import { inEnglish } from '../../../shared/texts/words.js';
import { readTextFile } from '../../files/text-file.js';

/** Words for nothing: what the map holds for a board that is not connected. */
const NOTHING = ['', '~', 'null', 'none', 'unknown'];

const text = z
  .string()
  .nullish()
  .transform((given) =>
    given == null || NOTHING.includes(given.trim().toLowerCase()) ? null : given.trim(),
  );

/** One board may be several platforms: as a list, or in one text (Twister's `hardwaremap.py`, `load`). */
const platforms = z
  .union([z.array(z.string()), text], 'no text')
  .transform((given) => (Array.isArray(given) ? given : (given?.split(/\s+/) ?? [])));

const EntrySchema = z.looseObject({
  id: text,
  probe_id: text,
  platform: platforms,
  product: text,
  serial: text,
});

/** A board of the map. `place` is its number in it, from 1. */
export interface MappedBoard {
  place: number;
  /** USB serial number of its probe, or of the board. */
  id: string | null;
  platform: string | null;
  product: string | null;
  /** Path of its serial port. */
  port: string | null;
  /** Keys that mean nothing to us. */
  unused: string[];
}

export interface HardwareMap {
  boards: MappedBoard[];
  /** What is no board at all. */
  refused: { place: number; reason: string }[];
}

const KIND = {
  what: 'hardware map',
  absent: 'USAGE',
  malformed: 'USAGE',
  next: 'give the map that `twister --generate-hardware-map` writes',
} as const;

/** Keys that are used, or describe only how things stood when the map was made. */
const USED = ['probe_id', 'platform', 'product', 'serial', 'connected', 'available', 'notes'];

/** Reads a Zephyr hardware map (Zephyr: "Test Runner (Twister)", hardware map). Error: USAGE with file and line. */
export function readHardwareMap(file: string): Result<HardwareMap> {
  const read = readTextFile(file, KIND);
  if (!read.ok) return read;
  // Twister writes serial numbers without quotes: as numbers they would lose their leading zeros.
  const document = parseDocument(read.value, { schema: 'failsafe' });
  const [error] = document.errors;
  const wrong = (where: string, message: string) =>
    fail({ code: KIND.malformed, where, message, next: KIND.next });
  if (error)
    return wrong(`${file}:${error.linePos?.[0].line ?? 1}`, `not YAML: ${error.message.split('\n')[0]}`);
  const value = contentOf(document);
  if (!value.ok) return wrong(file, inEnglish(value.error.message));
  if (!Array.isArray(value.value)) return wrong(file, 'found no list, expected one of boards');
  const map: HardwareMap = { boards: [], refused: [] };
  for (const [at, entry] of value.value.entries()) {
    const parsed = EntrySchema.safeParse(entry);
    if (parsed.success) map.boards.push(mapped(parsed.data, at + 1));
    else map.refused.push({ place: at + 1, reason: reasonOf(parsed.error) });
  }
  return ok(map);
}

/** Aliases are looked up only now: those that lead nowhere, or to more than anybody writes, are an error of the file. */
function contentOf(document: Document): Result<unknown> {
  try {
    return ok(document.toJS({ maxAliasCount: 100 }));
  } catch (error) {
    const message = `not YAML: ${error instanceof Error ? error.message : error}`;
    return fail({ code: KIND.malformed, message });
  }
}

const reasonOf = ({ issues: [issue] }: z.ZodError): string =>
  issue && issue.path.length > 0 ? `${issue.path.join('.')} is no text` : 'it is no mapping';

function mapped(entry: z.infer<typeof EntrySchema>, place: number): MappedBoard {
  const { probe_id, product, serial } = entry;
  const [platform = null, ...others] = entry.platform;
  const used = probe_id === null ? [...USED, 'id'] : USED;
  const unused = Object.keys(entry).filter((key) => !used.includes(key));
  return {
    place,
    id: probe_id ?? entry.id,
    platform,
    product,
    port: serial,
    unused: [...others.map((other) => `platform:${other}`), ...unused],
  };
}
