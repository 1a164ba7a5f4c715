import { fail, ok } from '../../../../shared/problem.js';
import type { FlashSettingsOf } from '../../../../shared/profile/flash.js';
import type { Link } from '../../link/link.js';
import { openForEntry } from '../enter-bootloader.js';
import { bordered } from '../fault.js';
import type { Flasher } from '../flasher.js';
import type { FlasherAccess } from '../flasher-access.js';
import { pagesAtOnce } from '../in-turn.js';
import { pagesOf } from '../pages.js';
import { compare, untouched, writeBatches } from '../programming.js';
import { AVR_PARTS, type AvrPart } from './avr-parts.js';
import { identify, programPages, readRange, refuse, unknownPart } from './memory.js';
import { COMMANDS, exchange } from './protocol.js';
import { synchronise } from './sync.js';

/**
 * STK500 version 1 (Atmel AVR061), the subset that optiboot has (optiboot.c: sync, parameters, signature, load address,
 * program page, read page, leave). Optiboot ignores the other commands and says OK to them, so none is used whose effect
 * could not be told; a page is erased by programming it, and there is no erase of the whole chip.
 */
export function createStk500v1(settings: FlashSettingsOf<'stk500v1'>, access: FlasherAccess): Flasher {
  let link: Link | undefined;
  let part: AvrPart | undefined;
  const connected = (): { link: Link; part: AvrPart } => {
    if (link === undefined || part === undefined) throw new Error('connect comes first');
    return { link, part };
  };
  return {
    protocol: 'stk500v1',
    verifies: 'read-back',
    async connect(options) {
      const deadline = Date.now() + settings.connectSec * 1000;
      const opened = await openForEntry(access, settings.entry, { baud: settings.baud }, deadline);
      if (!opened.ok) return opened;
      const open = opened.value;
      link = open;
      return bordered('TEST_ENV_FAILURE', open, async () => {
        const synced = await synchronise(open, settings.entry, deadline, options.signal);
        if (!synced.ok) return synced;
        const identity = await identify(open);
        part = AVR_PARTS[identity.chip];
        return part === undefined ? fail(unknownPart(open, identity)) : ok(identity);
      });
    },
    async read(region, options) {
      const { link } = connected();
      return bordered('TEST_ENV_FAILURE', link, () => readRange(link, region, { ...options, phase: 'dump' }));
    },
    async write(segments, options) {
      const { link, part } = connected();
      const refusal = refuse(segments, part, options.eraseAll);
      if (refusal !== null) return fail(untouched({ where: link.name, ...refusal }));
      const how = { ...options, atOnce: pagesAtOnce(link) };
      return writeBatches(link, pagesOf(segments, part.pageBytes), how, (some, wrote) =>
        programPages(link, some, wrote),
      );
    },
    async verify(segments, options) {
      const { link } = connected();
      return bordered('VERIFY_FAILURE', link, () =>
        compare(link, segments, options, (range, how) => readRange(link, range, how)),
      );
    },
    async start(options) {
      const { link } = connected();
      options.onProgress({ phase: 'start', done: 0, total: 0 });
      return bordered('TEST_ENV_FAILURE', link, async () => {
        await exchange(link, COMMANDS.leave);
        return ok(undefined);
      });
    },
    async close() {
      await link?.close();
      link = undefined;
    },
  };
}
