import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { TOOL_ERRORS } from '../../../electron/bench/flash/external/errors.js';
import { FlashSchema } from '../../../shared/profile/flash.js';

const page = await readFile('docs/flash-tools.md', 'utf8');
const templates = [...page.matchAll(/^## (.+)\n[\s\S]*?```yaml\n([\s\S]*?)```/gm)];

describe('the templates of flashing tools in the documentation', () => {
  it('are there for all common tools', () => {
    const names = templates.map(([, name]) => name);
    expect(names).toEqual(
      expect.arrayContaining(['OpenOCD', 'pyOCD', 'probe-rs', 'esptool', 'J-Link', 'west', 'st-flash']),
    );
  });

  it.each(templates.map(([, name = '', text = '']) => ({ name, text })))(
    '$name: is a profile, and what the tool says where something is wrong is known',
    ({ name, text }) => {
      const { flash } = z.strictObject({ flash: FlashSchema }).parse(parse(text));
      expect(flash.protocol).toBe('external');
      expect(TOOL_ERRORS.filter(({ tool }) => tool === name).length).toBeGreaterThan(0);
    },
  );
});
