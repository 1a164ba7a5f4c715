import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { resolveAsset } from '../../electron/asset-path.js';

const folder = path.resolve('dist', 'renderer');
const resolve = (url: string) => resolveAsset(url, 'benchloop', folder);

describe('a request of the window', () => {
  it('is answered with a file of the bundle and its type', () => {
    expect(resolve('app://benchloop/index.html')).toEqual({
      file: path.join(folder, 'index.html'),
      type: 'text/html; charset=utf-8',
    });
    expect(resolve('app://benchloop/main.js?v=1#top')?.type).toBe('text/javascript; charset=utf-8');
  });

  it.each([
    'app://elsewhere/index.html',
    'app://benchloop/..%2fmain.js',
    'app://benchloop/%2e%2e%2f%2e%2e%2fpackage.svg',
    'app://benchloop/..%5cmain.js%00.html',
    'app://benchloop/%ff.html',
    'app://benchloop/',
    'app://benchloop/inputs.json',
    'app://benchloop/main.node',
    'not an address',
  ])('is refused outside of it: %s', (url) => {
    expect(resolve(url)).toBeUndefined();
  });
});
