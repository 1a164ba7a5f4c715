import { describe, expect, it } from 'vitest';
import { parsePace } from '../../../electron/cli/pace.js';
import { surroundingsOf } from '../../../electron/cli/surroundings.js';

describe('--pace', () => {
  it.each(['0', '800', '3600000', 'slow'])('takes %s', (text) => {
    expect(parsePace(text, surroundingsOf(process, ''))).toMatchObject({ ok: true });
  });

  it.each(['-1', '3600001', '1e9', '1e99', 'Infinity', 'fast'])(
    'refuses %s, which no timer holds',
    (text) => {
      expect(parsePace(text, surroundingsOf(process, ''))).toMatchObject({
        ok: false,
        error: { code: 'USAGE', message: `--pace ${text} is no time` },
      });
    },
  );
});
