import { expect, it } from 'vitest';
import { eraseOf, FlashSchema } from '../../../../shared/profile/flash.js';

it.each([
  [{ protocol: 'cmsis-dap', erase: 'chip' }, 'all'],
  [{ protocol: 'cmsis-dap' }, 'pages'],
  [{ protocol: 'dfu' }, 'pages'],
])('says what is erased before a write: %j', (settings, erased) => {
  expect(eraseOf(FlashSchema.parse(settings))).toBe(erased);
});
