import { TRIED_NOTES } from '../../../shared/profile/tried.js';
import type { Profile } from '../../../shared/profile.js';
import { inOneLine, type Message, nested, text, type Words } from '../../../shared/texts/words.js';
import type { FlashAsked } from '../../bench/environment.js';
import { bindingOf } from '../../engine/binding.js';

const hex = (n: number): string => `0x${n.toString(16).padStart(8, '0')}`;

/** What the answer covers where a person flashes by hand. @param writer where the image comes from */
export const bindingOfFlash = (asked: FlashAsked, writer: string, profile: Profile): string =>
  bindingOf([asked, writer, profile]);

/**
 * What is agreed to: each element is one line, whatever a device or a file name holds.
 *
 * @param writer where the image comes from; absent where this run built it
 */
export const describeFlash = (asked: FlashAsked, profile: string, writer?: Words): Words[] =>
  [
    text`board: ${asked.board}`,
    text`profile: ${profile}`,
    ...(asked.chip === null ? [] : [text`chip: ${asked.chip}`]),
    ...(asked.serial === null ? [] : [text`serial number: ${asked.serial}`]),
    text`image: SHA-256 ${asked.image}`,
    ...(writer === undefined
      ? []
      : [text`NOT BUILT HERE: image SHA-256 ${asked.image}, from ${nested(writer)}`]),
    ...asked.regions.map(
      ({ name, start, size }) => text`region: ${name}, ${hex(start)} to ${hex(start + size - 1)}`,
    ),
    ERASE[asked.erase],
    ...(asked.command === undefined ? [] : [text`command, not confined: ${JSON.stringify(asked.command)}`]),
    asked.irreversible === null
      ? text`the board's current content is saved first`
      : text`IRREVERSIBLE: ${nested(asked.irreversible)}`,
    ...TRIED_NOTES[asked.tried],
  ].map(inOneLine);

const ERASE: Readonly<Record<FlashAsked['erase'], Message>> = {
  pages: text`erase: pages`,
  all: text`erase: all`,
  'as the script does': text`erase: as the script does`,
};
