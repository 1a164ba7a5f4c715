import { expect, it } from 'vitest';
import { shippedPackages, thirdPartyNotices } from '../../../build/notices.mjs';

it('packages that ship are those for use, and those of the window’s bundle', () => {
  const packages = {
    '': {},
    'node_modules/zod': {},
    'node_modules/vitest': { dev: true },
    'node_modules/elkjs': { dev: true },
    'node_modules/a/node_modules/b': {},
  };
  const inputs = [
    'renderer/main.tsx',
    'node_modules/elkjs/lib/elk.js',
    'node_modules/@xyflow/react/dist/i.js',
  ];
  expect(shippedPackages({ packages }, inputs)).toEqual([
    ...['node_modules/@xyflow/react', 'node_modules/a/node_modules/b', 'node_modules/elkjs'],
    'node_modules/zod',
  ]);
});

it('a notice has the name, the licence and the text of a package', async () => {
  const notices = await thirdPartyNotices(['node_modules/elkjs/lib/elk.bundled.js']);
  expect(notices).toMatch(/\nelkjs [\d.]+\nLicence: EPL-2\.0/);
  expect(notices).toMatch(/\nzod [\d.]+\nLicence: MIT\n[\s\S]*?MIT License/);
});
