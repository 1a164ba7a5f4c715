/**
 * Sources are often not UTF-8 (Latin-1 comments). Each byte that is not part of valid UTF-8 becomes the
 * lone surrogate U+DC00 + byte, and back, as in Python's "surrogateescape" (PEP 383): text that is
 * read, patched and written again keeps every byte.
 */
const ESCAPE = 0xdc00;

function sequenceLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  const length = lead < 0x80 ? 1 : lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  const part = bytes.subarray(at, at + length);
  try {
    strict.decode(part);
    return length;
  } catch {
    return 0; // not a sequence: the caller escapes the byte
  }
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Bytes to text without losing any byte. */
export function decodeText(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const plain = buffer.toString('utf8');
  if (!plain.includes('�')) return plain;
  const parts: string[] = [];
  for (let i = 0; i < buffer.length; ) {
    const length = sequenceLength(buffer, i);
    parts.push(
      length === 0 ? String.fromCharCode(ESCAPE + (buffer[i] ?? 0)) : buffer.toString('utf8', i, i + length),
    );
    i += Math.max(1, length);
  }
  return parts.join('');
}

/** The exact bytes that `decodeText` read. */
export function encodeText(text: string): Uint8Array {
  const parts: Buffer[] = [];
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 0xd800 && code <= 0xdbff) i++;
    else if (code >= ESCAPE + 0x80 && code <= ESCAPE + 0xff) {
      parts.push(Buffer.from(text.slice(from, i), 'utf8'), Buffer.from([code - ESCAPE]));
      from = i + 1;
    }
  }
  parts.push(Buffer.from(text.slice(from), 'utf8'));
  return Buffer.concat(parts);
}
