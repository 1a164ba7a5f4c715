import { describe, expect, it } from 'vitest';
import { whyNoEncoding } from '../../../../electron/bench/script/encodings.js';

describe('the name of an encoding', () => {
  it.each([
    'utf-8',
    'gb18030',
    'GB-18030',
    'gbk',
    'shift_jis',
    'latin1',
    'windows-1252',
    'ibm850',
    'utf-16le',
    'oem',
  ])('is known: %s', (name) => expect(whyNoEncoding(name)).toBeNull());

  it('that is not known is told with the nearest', () => {
    expect(whyNoEncoding('gb18003')).toContain('did you mean "gb18030"?');
    expect(whyNoEncoding('klingon')).not.toContain('did you mean');
  });

  it.each(['hex', 'base64', 'constructor'])('that turns bytes into no text is refused: %s', (name) =>
    expect(whyNoEncoding(name)).toContain(`there is no encoding "${name}"`),
  );
});
