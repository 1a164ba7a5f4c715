import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import * as z from 'zod';

/** Who brokers a port: readable by its user alone, because the token lets in. */
const ClaimSchema = z.strictObject({
  address: z.string().min(1),
  token: z.string().min(32),
  pid: z.number().int().positive(),
});
export type Claim = z.infer<typeof ClaimSchema>;

/** Null where nobody claims it, or what stands there is no claim. */
export function readClaim(file: string): Claim | null {
  const text = readText(file);
  if (text === null) return null;
  try {
    return ClaimSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Publishes a claim, whole or not at all. False where there is one already. */
export function publishClaim(file: string, claim: Claim): boolean {
  const draft = `${file}.${randomBytes(4).toString('hex')}`;
  writeFileSync(draft, JSON.stringify(claim), { mode: 0o600, flag: 'wx' });
  try {
    // link(2) fails where the name exists: of two brokers that start at once, one stays.
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Removes the claim of a broker that is dead, or one's own, and its address. Where another broker has published its claim
 * meanwhile, that one is put back.
 */
export function withdrawClaim(file: string, mine: Claim | null): void {
  const removed = takeDown(file, mine);
  if (removed && process.platform !== 'win32') rmSync(removed.address, { force: true });
}

/** One's own claim, from one file to another, or to none. False where it stands in none now. */
export function moveClaim(from: string, to: string | null, mine: Claim): boolean {
  takeDown(from, mine);
  return to !== null && publishClaim(to, mine);
}

/** Gives the claim that was removed. */
function takeDown(file: string, mine: Claim | null): Claim | null {
  const aside = `${file}.${randomBytes(4).toString('hex')}.old`;
  try {
    renameSync(file, aside);
  } catch {
    return null; // somebody else removed it
  }
  const found = readClaim(aside);
  const isForeign = found !== null && found.address !== mine?.address;
  if (isForeign) {
    try {
      linkSync(aside, file);
    } catch {
      // a third one has claimed the port: its claim stands
    }
  }
  rmSync(aside, { force: true });
  return isForeign ? null : found;
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
