import { expect, it } from 'vitest';
import { inheritedEnvironment } from '../../../../electron/bench/process/inherited.js';

const USUAL = {
  PATH: '/bin',
  HOME: '/home/me',
  LC_ALL: 'C',
  Path: 'C:\\',
  http_proxy: 'p',
  ARMLMD_LICENSE_FILE: '8224@s',
};
const OTHERS = {
  ...{
    DEPLOY_PASS: 'p',
    GH_TOKEN: 't',
    OPENAI_API_KEY: 'k',
    AWS_PROFILE: 'a',
    ZEPHYR_BASE: '/zephyr',
    PASS: 'p',
  },
  ...{ BENCHLOOP_HOME: '/h', BENCHLOOP_OPENAI_MODEL: 'm', NODE_OPTIONS: '--require x', LC_: 'x' },
};

it('is what programs usually need, and nothing that nobody knows', () => {
  expect(inheritedEnvironment({ ...USUAL, ...OTHERS })).toEqual(USUAL);
});

it('has what the person names too, and only that', () => {
  const named = { BENCHLOOP_PASS_ENV: 'ZEPHYR_BASE, IDF_PATH' };
  expect(inheritedEnvironment({ ...USUAL, ...OTHERS, ...named })).toEqual({
    ...USUAL,
    ZEPHYR_BASE: '/zephyr',
  });
});
