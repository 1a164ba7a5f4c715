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
 * Removes the claim of a broker that is dead, or one's own. Where another broker has published its claim meanwhile, that
 * one is put back.
 */
export function withdrawClaim(file: string, mine: Claim | null): void {
  const aside = `${file}.${randomBytes(4).toString('hex')}.old`;
  try {
    renameSync(file, aside);
  } catch {
    return; // somebody else removed it
  }
  const removed = readClaim(aside);
  if (removed !== null && removed.address !== mine?.address) {
    try {
      linkSync(aside, file);
    } catch {
      // a third one has claimed the port: its claim stands
    }
  } else if (removed && process.platform !== 'win32') rmSync(removed.address, { force: true });
  rmSync(aside, { force: true });
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
