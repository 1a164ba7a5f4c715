import { expect, it } from 'vitest';
import { inheritedEnvironment } from '../../../../electron/bench/process/inherited.js';

it('leaves the keys of services and all that is Benchloop’s own to nobody', () => {
  const kept = { PATH: '/bin', HOME: '/home/me', ZEPHYR_BASE: '/zephyr' };
  const own = { BENCHLOOP_HOME: '/h', BENCHLOOP_OPENAI_MODEL: 'm' };
  const secret = { OPENAI_API_KEY: 'k', Apikey: 'k', GH_TOKEN: 't', DB_PASSWORD: 'p', MY_SECRET_ID: 's' };
  expect(inheritedEnvironment({ ...kept, ...own, ...secret })).toEqual(kept);
});
