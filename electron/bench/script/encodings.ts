import iconv from 'iconv-lite';
import { nearest } from '../../../shared/nearest.js';

/** They turn bytes into other bytes: no program writes in them. */
const NO_TEXT: ReadonlySet<string> = new Set(['base64', 'hex', 'binary']);

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

const isKnown = (name: string): boolean =>
  name === 'oem' || (iconv.encodingExists(name) && !NO_TEXT.has(plain(name)));

/** What is wrong with the name of an encoding, with the one that was probably meant; null: nothing. */
export function whyNoEncoding(name: string): string | null {
  if (isKnown(name)) return null;
  // the table is filled by the first question
  const known = Object.keys(iconv.encodings ?? {}).filter((one) => !one.startsWith('_') && isKnown(one));
  const near = nearest(plain(name), known);
  return near === undefined
    ? `there is no encoding "${name}": utf-8, gb18030, gbk, shift_jis, latin1 and others of iconv-lite are known`
    : `there is no encoding "${name}": did you mean "${near}"?`;
}
