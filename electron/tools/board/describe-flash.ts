import { TRIED_NOTES } from '../../../shared/profile/tried.js';
import type { Profile } from '../../../shared/profile.js';
import type { FlashAsked } from '../../bench/environment.js';
import { bindingOf } from '../../engine/binding.js';

/** Where an image comes from: built by this run at a commit of its clone, or made by something else, in words. */
export type Origin = { commit: string } | { writer: string };

/** What others said may hold line ends: it would end our own words. */
export const oneLine = (text: string): string => text.replace(/\s*\n\s*/g, ' ');

const hex = (n: number): string => `0x${n.toString(16).padStart(8, '0')}`;

/** What the answer covers where a person flashes by hand. @param writer where the image comes from */
export const bindingOfFlash = (asked: FlashAsked, writer: string, profile: Profile): string =>
  bindingOf([asked, writer, profile]);

/**
 * What is agreed to, line by line.
 *
 * @param origin where the image comes from; absent where more than one image is agreed to
 */
export const describeFlash = (asked: FlashAsked, profile: string, origin?: Origin): string =>
  [
    `board: ${asked.board}`,
    `profile: ${profile}`,
    ...(asked.chip === null ? [] : [`chip: ${asked.chip}`]),
    ...(asked.serial === null ? [] : [`serial number: ${asked.serial}`]),
    `image: SHA-256 ${asked.image}`,
    ...(origin && 'writer' in origin
      ? [`NOT BUILT HERE: image SHA-256 ${asked.image}, from ${oneLine(origin.writer)}`]
      : []),
    ...asked.regions.map((r) => `region: ${r.name}, ${hex(r.start)} to ${hex(r.start + r.size - 1)}`),
    `erase: ${asked.erase}`,
    ...(asked.command === undefined ? [] : [`command, not confined: ${JSON.stringify(asked.command)}`]),
    asked.irreversible === null
      ? 'what the board holds now is kept first'
      : `IRREVERSIBLE: ${asked.irreversible}`,
    ...TRIED_NOTES[asked.tried],
  ].join('\n');
