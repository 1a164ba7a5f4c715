import * as z from 'zod';

/** Exit codes that mean success; Windows has codes of 32 bits. */
export const exitCodes = z
  .array(z.number().int().min(0).max(0xffff_ffff))
  .nonempty()
  .default([0])
  .meta({ examples: [[0, 1]] });
