import path from 'node:path';
import * as z from 'zod';
import { SYMBOL_MATCHES } from '../../../shared/ipc/console-decode.js';
import { ok, type Result } from '../../../shared/problem.js';
import { FaultSchema, LocationSchema } from '../../../shared/results.js';
import { decodeText } from '../../lab/consoles/decode.js';
import { builtImages } from '../build/built-images.js';
import { readTool } from '../read/read-tool.js';
import type { SessionWork } from '../session-work.js';
import { namedImage } from './image-of-session.js';

const DecodeFaultArguments = z.strictObject({
  text: z.string().min(1).max(20_000),
  /** An artifact's id, or a path in the clone. */
  image: z.string().min(1).max(1024).optional(),
});

const DecodeFaultResult = z.object({
  /** Null where the text holds no fault that is known. */
  fault: FaultSchema.nullable(),
  /** Addresses of the text that lie in functions of the image. */
  calls: z.array(z.object({ address: z.string(), location: LocationSchema })),
  /** The image whose symbols were used, and whether the text or the session says that it is the right one; null: none is known. */
  symbols: z.object({ image: z.string(), match: z.enum(SYMBOL_MATCHES) }).nullable(),
  /** The program that looks symbols up, where it is not installed. */
  missing_tool: z.string().nullable(),
});

/** Places that are shown: a dump of a whole stack names many. */
const MOST_CALLS = 60;

/** Where the symbols are looked up first; null: in what was flashed, by the id that the text names. */
type Elf = { file: string; id: string } | null;

/**
 * Decodes the fault that a text holds, and looks its addresses up in the symbols of an image: the one that is named, else the last
 * that the session built, else what was flashed, where the text names it. Errors: those of `namedImage` and of the image.
 */
export const decodeFaultOf = readTool<
  z.infer<typeof DecodeFaultArguments>,
  z.infer<typeof DecodeFaultResult>,
  SessionWork
>({
  name: 'decode_fault',
  arguments: DecodeFaultArguments,
  result: DecodeFaultResult,
  read: async ({ text, image }, work) => {
    const elf = await elfFor(work, image);
    if (!elf.ok) return elf;
    const decoded = await decodeText(
      { home: work.home, text, elf: elf.value?.file ?? null, workTree: work.paths.clone },
      null,
    );
    if (!decoded.ok) return decoded;
    const { fault, calls, symbols, missingTool } = decoded.value;
    const used = symbols && {
      image: elf.value?.id ?? path.basename(symbols.file),
      match: symbols.match,
    };
    return ok({ fault, calls: calls.slice(0, MOST_CALLS), symbols: used, missing_tool: missingTool });
  },
});

async function elfFor(work: SessionWork, image: string | undefined): Promise<Result<Elf>> {
  if (image !== undefined) {
    const named = await namedImage(work, image);
    return named.ok ? ok({ file: named.value.file, id: named.value.sha256 }) : named;
  }
  const last = (await builtImages(work.paths)).find(({ kind }) => kind === 'elf');
  return ok(last ? { file: path.join(work.paths.artifacts, last.path), id: last.sha256 } : null);
}
