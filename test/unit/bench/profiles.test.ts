import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkProfileTools } from '../../../electron/bench/open-environment.js';
import { findProfile, loadProfiles } from '../../../electron/bench/profiles.js';

import { realExec } from '../../fixtures/exec.js';

const shipped = fileURLToPath(new URL('../../../native-config/profiles/', import.meta.url));
const root = mkdtempSync(join(tmpdir(), 'bl-profiles-'));
const own = join(root, 'own');
beforeAll(() => mkdirSync(own));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const write = (name: string, text: string) => writeFileSync(join(own, name), text);
const GOOD = 'id: my-board\nkind: qemu\ntitle: Mine\nmachine: lm3s6965evb\n';

function only(text: string) {
  rmSync(own, { recursive: true, force: true });
  mkdirSync(own);
  write('a.yaml', text);
  const { profiles, problems } = loadProfiles([own]);
  expect(profiles).toEqual([]);
  return problems[0];
}

describe('the shipped profiles', () => {
  it('all load', () => {
    const { profiles, problems } = loadProfiles([shipped]);
    expect(problems).toEqual([]);
    const ids = profiles.map((profile) => profile.id);
    expect(ids).toEqual(
      expect.arrayContaining(['host', 'qemu-lm3s6965evb', 'qemu-mps2-an385', 'qemu-netduinoplus2']),
    );
  });

  it('find their simulator, and say how to get one that is not there', async () => {
    const found = findProfile('qemu-lm3s6965evb', [shipped], root);
    if (!found.ok || found.value.kind !== 'qemu') throw new Error('not shipped');
    const exec = await realExec();
    expect(await checkProfileTools(found.value, exec)).toMatchObject({ ok: true });
    const other = await checkProfileTools({ ...found.value, binary: 'qemu-system-nowhere' }, exec);
    expect(other).toMatchObject({ ok: false, error: { code: 'TOOLCHAIN_MISSING' } });
  });

  it('name a machine that the simulator has', async () => {
    const found = findProfile('qemu-lm3s6965evb', [shipped], root);
    if (!found.ok || found.value.kind !== 'qemu') throw new Error('not shipped');
    const profile = found.value;
    const exec = await realExec();
    const check = (machine: string) => checkProfileTools({ ...profile, machine }, exec);
    expect(await check('type=lm3s6965evb,usb=off')).toMatchObject({ ok: true });
    expect(await check('lm3s6965evbb')).toMatchObject({
      error: { code: 'PROFILE_MALFORMED', message: expect.stringContaining('did you mean "lm3s6965evb"?') },
    });
    expect(await check('Supported')).toMatchObject({ ok: false });
    const other = await checkProfileTools({ ...profile, binary: 'false' }, exec);
    expect(other).toMatchObject({ ok: false, error: { code: 'TEST_ENV_FAILURE' } });
  });
});

describe('a bad profile', () => {
  it('is named with file, line, what was found and what was expected', () => {
    expect(only(`${GOOD}uart: one\n`)).toMatchObject({
      code: 'PROFILE_MALFORMED',
      where: join(own, 'a.yaml:5:1'),
      message: expect.stringMatching(/^"uart": found "one", expected a number$/),
    });
  });

  it.each([
    [
      'an unknown key',
      `${GOOD}usrt: 1\n`,
      '5:1',
      /^unknown key "usrt" in the profile: did you mean "uart"\?$/,
    ],
    ['a missing key', 'id: a\nkind: qemu\ntitle: x\n', '1:1', /"machine": found nothing, expected a string/],
    [
      'a nested value',
      `${GOOD}testEnd:\n  silenceSec: -1\n`,
      '6:3',
      /"testEnd.silenceSec": found -1, expected a number of more than 0/,
    ],
    [
      'an unknown kind',
      'id: a\nkind: toaster\ntitle: x\n',
      '2:1',
      /"kind": found "toaster", expected one of qemu, host/,
    ],
    ['a bad id', 'id: Not An Id\nkind: host\ntitle: x\n', '1:1', /lower-case/],
    ['a pattern that is none', `${GOOD}testEnd: { pattern: "(" }\n`, '5:12', /regular expression/],
    ['no YAML', 'id: [a\nkind: qemu\n', '2:1', /YAML/],
    ['a list', '- a\n', '1:1', /profile/],
    ['nothing', '', '1:1', /profile/],
  ])('is refused for %s', (_, text, line, words) => {
    const problem = only(text);
    expect(problem?.where).toBe(join(own, `a.yaml:${line}`));
    expect(problem?.message).toMatch(words);
  });

  it('does not stop the others, nor may it take the id of another', () => {
    only('kind: 3\n');
    write('b.yml', GOOD.replaceAll('\n', '\r\n'));
    write('c.yaml', GOOD);
    write('notes.txt', 'not a profile');
    const { profiles, problems } = loadProfiles([own, join(root, 'no-such-folder')]);
    expect(profiles.map((profile) => profile.id)).toEqual(['my-board']);
    expect(problems.map((problem) => problem.where)).toEqual([join(own, 'a.yaml:1:1'), join(own, 'c.yaml')]);
  });
});

describe('finding a profile', () => {
  it('goes by id, or by a path relative to the task', () => {
    only('kind: 3\n');
    write('mine.yaml', GOOD);
    expect(findProfile('my-board', [shipped, own], root)).toMatchObject({
      ok: true,
      value: { id: 'my-board' },
    });
    expect(findProfile('own/mine.yaml', [], root)).toMatchObject({ ok: true, value: { id: 'my-board' } });
    expect(findProfile('mine.yaml', [], own)).toMatchObject({ ok: true });
  });

  it('lists what there is, and the nearest, where there is none of that id', () => {
    const found = findProfile('qemu-lm3s6965ebv', [shipped], root);
    expect(found).toMatchObject({ ok: false, error: { code: 'PROFILE_UNKNOWN' } });
    if (!found.ok) expect(found.error.message).toContain('did you mean "qemu-lm3s6965evb"?');
    if (!found.ok) expect(found.error.next).toMatch(/host.*qemu-netduinoplus2/);
    expect(findProfile('./nowhere.yaml', [shipped], root)).toMatchObject({
      ok: false,
      error: { code: 'PROFILE_UNKNOWN', where: join(root, 'nowhere.yaml') },
    });
  });

  it('says what is wrong with the file that was meant', () => {
    only('kind: 3\n');
    expect(findProfile('a', [own], root)).toMatchObject({ ok: false, error: { code: 'PROFILE_MALFORMED' } });
    expect(findProfile('own/a.yaml', [], root)).toMatchObject({
      ok: false,
      error: { code: 'PROFILE_MALFORMED' },
    });
  });
});
