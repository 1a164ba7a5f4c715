import { describe, expect, it } from 'vitest';
import { attacks } from '../attacks/table.js';
import { promises } from '../promises.js';

describe('the attacks', () => {
  it('have names of their own', () => {
    expect(new Set(attacks.map(({ name }) => name)).size).toBe(attacks.length);
  });

  it.each(attacks)('attack promises that there are: $name', (attack) => {
    expect(promises.map(({ id }) => id)).toEqual(expect.arrayContaining([...attack.promises]));
  });
});
