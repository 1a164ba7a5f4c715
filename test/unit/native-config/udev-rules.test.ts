import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** udev(7): a rule is a list of `KEY op "value"`. */
const PAIR = /^[A-Z]+(\{[A-Za-z_]+\})?(==|!=|=|\+=)"[^"]*"$/;

const lines = readFileSync('native-config/udev/60-benchloop.rules', 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));
const pairs = lines.map((line) => line.split(', '));

describe('the udev rules', () => {
  it('are rules, each on one line', () => {
    for (const pair of pairs.flat()) expect(pair).toMatch(PAIR);
  });

  it('jump only to labels that are there', () => {
    const values = (key: string): string[] =>
      pairs.flat().flatMap((pair) => new RegExp(`^${key}="(.*)"$`).exec(pair)?.[1] ?? []);
    expect(new Set(values('LABEL'))).toEqual(new Set(values('GOTO')));
  });

  it('name ids as sysfs does, four lower-case hexadecimal digits or a pattern of them', () => {
    const ids = lines.flatMap((line) => [...line.matchAll(/\{id(?:Vendor|Product)\}=="([^"]*)"/g)]);
    expect(ids.length).toBeGreaterThan(30);
    for (const [, id = ''] of ids) expect(id).toMatch(/^([0-9a-f?]|\[[0-9a-f-]+\]){4}$/);
  });
});
