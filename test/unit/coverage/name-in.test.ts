import { expect, it } from 'vitest';
import { nameIn } from '../../coverage/name-in.js';

it.each([
  ['export async function readAll(dir: string): Promise<void> {', 'readAll'],
  ['const ok = <T>(value: T): Result<T> => ({ ok: true, value });', 'ok'],
  ['  isOurs: () => lock !== null,', 'isOurs'],
  ['const isBusy: Check = (error) => error instanceof Error;', 'isBusy'],
  ['  private async take(name: string): Promise<void> {', 'take'],
  ['  get size() {', 'size'],
  ['  #weight = ({ moduleId }) => 1;', '#weight'],
  ['    .map((one) => one.name)', ''],
  ['  if (found(x)) {', ''],
  ['  },', ''],
])('the first function of the line %j is called %j', (line, name) => {
  expect(nameIn(line)).toBe(name);
});
