import { fail, ok, type Problem, type Result } from '../../../../shared/problem.js';
import { inEnglish } from '../../../../shared/texts/words.js';
import type { Segment } from '../../image/image.js';
import { hex } from '../../image/parsed.js';
import type { Link } from '../../link/link.js';
import { bordered } from '../fault.js';
import type { FlashOptions, WriteProblem } from '../flasher.js';
import { inErase } from '../programming.js';
import type { ErasePlan } from './pages.js';
import { eraseAll, erasePages, Nack, writeMemory } from './protocol.js';

/** Pages of one command: between two commands it can be stopped, and shows how far it is. */
const PAGES_AT_ONCE = 16;
/** A block whose checksum did not fit was damaged on its way, and nothing was done with it (AN3155, 3.6): sent again. */
const TRIES = 3;
/** ERASE counts pages in one byte, and 255 means all of them (3.7). */
const MOST_SHORT = 0xfe;

export interface EraseHow {
  plan: ErasePlan;
  all: boolean;
  extended: boolean;
}

/** What can be told before anything is sent. */
export function refuseErase({ plan, all, extended }: EraseHow): Problem | null {
  const last = plan.pages.at(-1) ?? 0;
  if (all || extended || last <= MOST_SHORT) return null;
  return {
    code: 'FLASH_FAILURE',
    message: `this bootloader can erase pages up to ${MOST_SHORT}, the image needs page ${last}; nothing was written`,
    next: 'flash with erasing all, or make the image smaller',
  };
}

/** Erases. Progress counts pages. */
export async function erase(
  link: Link,
  { plan, all, extended }: EraseHow,
  { onProgress, signal }: FlashOptions,
): Promise<Result<void, WriteProblem>> {
  const total = plan.pages.length;
  onProgress({ phase: 'erase', done: 0, total });
  if (all) {
    const result = await erased(link, 'all pages', () => eraseAll(link, extended));
    if (result.ok) onProgress({ phase: 'erase', done: total, total });
    return result;
  }
  for (let done = 0; done < total; ) {
    const some = plan.pages.slice(done, done + PAGES_AT_ONCE);
    const name = `pages ${some[0]} to ${some.at(-1)}`;
    if (signal.aborted) return fail(inPart(link, `stopped while erasing, before ${name}`));
    const result = await erased(link, name, () => erasePages(link, some, extended));
    if (!result.ok) return result;
    done += some.length;
    onProgress({ phase: 'erase', done, total });
  }
  return ok(undefined);
}

async function erased(
  link: Link,
  name: string,
  work: () => Promise<void>,
): Promise<Result<void, WriteProblem>> {
  const result = await bordered('FLASH_FAILURE', link, async () => ok(await work()));
  return result.ok ? result : fail(inPart(link, `erasing ${name}: ${inEnglish(result.error.message)}`));
}

const inPart = (link: Link, message: string): WriteProblem =>
  inErase({ code: 'FLASH_FAILURE', where: link.name, message });

/** @param wrote is called after each block @throws Nack after some tries of a block, ProtocolFault, LinkLost */
export async function writeBlocks(link: Link, blocks: readonly Segment[], wrote: () => void): Promise<void> {
  let done = 0;
  for (let attempt = 1; done < blocks.length; attempt++) {
    try {
      await writeMemory(link, blocks.slice(done), () => {
        done += 1;
        attempt = 1;
        wrote();
      });
    } catch (error) {
      if (!(error instanceof Nack && error.step === 'data') || attempt === TRIES) throw error;
    }
  }
}

export const readProtected = (link: Link, address: number): Problem => ({
  code: 'TEST_ENV_FAILURE',
  where: link.name,
  message: `the chip refuses to be read at ${hex(address)}: its read-out protection is on`,
  next: 'say so in the profile (`safety.readOutProtection`); lifting the protection erases the whole chip',
});
