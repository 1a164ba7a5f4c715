import { describe, expect, it } from 'vitest';
import { searcher } from '../../../../electron/core/cassette/search.js';
import type { Found } from '../../../../shared/cassette.js';

function found(text: string, home = '/home/me'): [Found['what'], number][] {
  const seeker = searcher(home);
  seeker.search('console', text);
  return seeker.found().map(({ what, count }) => [what, count]);
}

describe('the search through a cassette', () => {
  it.each([
    ['private key', '-----BEGIN EC PRIVATE KEY-----\nMHc'],
    ['service key', 'key is sk-proj-abcdefghijklmnop1234'],
    ['service key', 'AKIAABCDEFGHIJKLMNOP'],
    ['token', `ghp_${'a1'.repeat(18)}`],
    ['token', 'Authorization: Bearer abcdefghijklmnop.qrs'],
    ['password in an address', 'git clone https://me:hunter2@example.org/x.git'],
    ['assigned secret', 'const char wifi_password[] = "correct horse";'.replace('[]', '')],
    ['home folder', '/home/alice/fw/main.c'],
    ['home folder', '"C:\\\\Users\\\\alice\\\\fw"'],
  ])('finds a %s', (what, text) => {
    expect(found(text)).toEqual([[what, 1]]);
  });

  it('finds the own home folder wherever it lies, and counts', () => {
    expect(found('/root/fw and /root/other, not /rooted', '/root')).toEqual([['home folder', 2]]);
  });

  it('finds nothing in plain code', () => {
    expect(found('int token = 3; /* private key handling */ char *password;')).toEqual([]);
  });
});
