import { describe, expect, it } from 'vitest';
import { bytesToSend } from '../../../renderer/console/bytes-to-send.js';

describe('what is sent', () => {
  it('is the UTF-8 of a text and its line ending', () => {
    expect(bytesToSend({ text: 'aé', hex: false, ending: 'crlf' })).toBe('61c3a90d0a');
    expect(bytesToSend({ text: '', hex: false, ending: 'cr' })).toBe('0d');
  });

  it.each(['7e 01 ff', '0x7E,0x01,0xFF', '7E01FF', '7e:1:ff'])('is the bytes of %s and no other', (text) => {
    expect(bytesToSend({ text, hex: true, ending: 'lf' })).toBe('7e01ff');
  });

  it.each(['7g', '123', 'hello'])('is not the odd bytes of %s', (text) => {
    expect(bytesToSend({ text, hex: true, ending: 'lf' })).toBeNull();
  });

  it('is never nothing', () => {
    expect(bytesToSend({ text: '', hex: false, ending: 'none' })).toBeNull();
    expect(bytesToSend({ text: ' ', hex: true, ending: 'lf' })).toBeNull();
  });
});
