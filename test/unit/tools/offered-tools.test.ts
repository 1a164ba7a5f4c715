import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { OFFERED } from '../../../electron/tools/offered-tools.js';

describe('the offered tools', () => {
  it('have names of their own, words of their own, and arguments that JSON schema can describe', () => {
    expect(new Set(OFFERED.map(({ tool }) => tool.name)).size).toBe(OFFERED.length);
    expect(new Set(OFFERED.map(({ about }) => about)).size).toBe(OFFERED.length);
    for (const { tool } of OFFERED)
      expect(z.toJSONSchema(tool.arguments, { io: 'input' })).toMatchObject({
        type: 'object',
        additionalProperties: false,
      });
  });

  it('only read and ask nobody, or change something and can be asked about', () => {
    for (const { tool } of OFFERED)
      expect([tool.name, tool.danger === 'none']).toEqual([tool.name, tool.isIdempotent]);
    for (const { tool } of OFFERED.filter((one) => one.tool.danger === 'none')) expect(tool.scope).toBeNull();
  });
});
