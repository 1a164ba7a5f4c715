import iconv from 'iconv-lite';
import type { ScriptStep } from '../../../shared/profile/script.js';

/** Feeds on raw output and gives text, a character that is cut between two chunks included. */
export interface Decoder {
  text(chunk: Uint8Array): string;
  /** What is left at the end. */
  end(): string;
}

/**
 * Decodes a program's output. `oem` is the code page of the console of this computer, as its number: 437 in the United
 * States, 850 in western Europe, 936 in China (Microsoft Learn, "Code Page Identifiers").
 */
export function createDecoder(encoding: ScriptStep['encoding'], oemCodePage: number): Decoder {
  const decoder = iconv.getDecoder(nameOf(encoding, oemCodePage));
  return {
    text: (chunk) => decoder.write(Buffer.from(chunk)),
    end: () => decoder.end() ?? '',
  };
}

/** What is typed to a program; one that writes UTF-16 (`cmd /u`) reads bytes all the same. */
export const encodeAnswer = (
  text: string,
  encoding: ScriptStep['encoding'],
  oemCodePage: number,
): Uint8Array => iconv.encode(text, encoding === 'utf-16le' ? 'utf-8' : nameOf(encoding, oemCodePage));

function nameOf(encoding: ScriptStep['encoding'], oemCodePage: number): string {
  const name = encoding === 'oem' ? `cp${oemCodePage}` : encoding;
  return iconv.encodingExists(name) ? name : 'utf-8';
}
