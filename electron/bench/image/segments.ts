import { ok, type Result } from '../../../shared/problem.js';
import type { Segment } from './image.js';
import { hex, malformed } from './parsed.js';

/**
 * Orders pieces by address and joins those that touch. Empty pieces are left out.
 *
 * Errors: IMAGE_MALFORMED where two pieces claim the same address, even with the same bytes: which of them was meant cannot
 * be told.
 */
export function joinPieces(pieces: readonly Segment[]): Result<Segment[]> {
  const sorted = pieces.filter(({ bytes }) => bytes.length > 0).toSorted((a, b) => a.address - b.address);
  const runs: Segment[][] = [];
  let end = -1;
  for (const piece of sorted) {
    if (piece.address < end) return malformed(`two parts of the image overlap at ${hex(piece.address)}`);
    const run = runs.at(-1);
    if (run !== undefined && piece.address === end) run.push(piece);
    else runs.push([piece]);
    end = piece.address + piece.bytes.length;
  }
  return ok(runs.map(joined));
}

function joined(run: readonly Segment[]): Segment {
  const address = run[0]?.address ?? 0;
  return { address, bytes: new Uint8Array(Buffer.concat(run.map(({ bytes }) => bytes))) };
}
