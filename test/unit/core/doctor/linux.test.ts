import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { linuxChecks } from '../../../../electron/core/doctor/linux-checks.js';
import { type LinuxFacts, linuxFacts } from '../../../../electron/core/doctor/linux-facts.js';
import { tempDir } from '../../../fixtures/firmware-run.js';

const RULES = path.resolve('native-config/udev/60-benchloop.rules');

const facts: LinuxFacts = {
  user: 'alice',
  isRoot: false,
  groups: 'root:x:0:\ndialout:x:20:alice,bob\n',
  sessionGroups: [1000, 20],
  rules: 'installed',
  running: ['systemd', 'bash'],
  brlttyRules: [],
};
const notes = (more: Partial<LinuxFacts> = {}): Record<string, string> =>
  Object.fromEntries(
    linuxChecks({ ...facts, ...more }, RULES).flatMap(({ name, next }) => (next ? [[name, next]] : [])),
  );

describe('the examination of a Linux computer', () => {
  it('has nothing to say of one where all is well', () => {
    expect(notes()).toEqual({});
  });

  it.each([
    [
      'no udev rules',
      { rules: 'missing' },
      'udev rules',
      /^sudo cp \/.*60-benchloop\.rules .*udevadm control/,
    ],
    ['old udev rules', { rules: 'other' }, 'udev rules', /^sudo cp /],
    [
      'a user outside the group',
      { user: 'carol', sessionGroups: [] },
      'serial ports',
      /usermod -aG dialout carol/,
    ],
    ['a user who has yet to log in again', { sessionGroups: [] }, 'serial ports', /^log out/],
    ['the group of Arch', { groups: 'uucp:x:14:\n', sessionGroups: [] }, 'serial ports', /-aG uucp alice/],
    ['brltty', { running: ['brltty'] }, 'brltty', /remove brltty/],
    ['a rule for brltty', { brlttyRules: ['/usr/lib/udev/rules.d/85-brltty.rules'] }, 'brltty', /brltty/],
  ] as const)('names the command for %s', (_, more, name, next) => {
    expect(notes(more)).toEqual({ [name]: expect.stringMatching(next) });
  });

  it('minds ModemManager only where the rules do not hold it off', () => {
    expect(notes({ running: ['ModemManager'] })).toEqual({});
    expect(notes({ running: ['ModemManager'], rules: 'no-udev' })).toHaveProperty('ModemManager');
  });

  it('asks nothing of root, and of a system without such groups', () => {
    expect(notes({ isRoot: true, user: 'root', sessionGroups: [0] })).toEqual({});
    expect(notes({ groups: 'root:x:0:\n' })).toEqual({});
  });

  it('never makes the computer lack something', () => {
    const worst = { rules: 'missing', sessionGroups: [], running: ['brltty', 'ModemManager'] } as const;
    expect(linuxChecks({ ...facts, ...worst }, RULES).every(({ ok }) => ok)).toBe(true);
  });
});

describe('what is looked at on a Linux computer', () => {
  const tree = (files: Readonly<Record<string, string>>): string => {
    const root = tempDir();
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
      writeFileSync(path.join(root, name), text);
    }
    return root;
  };
  const shipped = readFileSync(RULES, 'utf8');

  it.each([
    ['installed', { 'etc/udev/rules.d/60-benchloop.rules': shipped }],
    ['other', { 'usr/lib/udev/rules.d/60-benchloop.rules': '# old\n' }],
    ['missing', { 'run/udev/control': '' }],
    ['no-udev', {}],
  ])('are the rules: %s', async (rules, files) => {
    expect(await linuxFacts(RULES, tree(files))).toMatchObject({ rules });
  });

  it('is which programs run, and which rules give converters to brltty', async () => {
    const root = tree({
      'proc/7/comm': 'ModemManager\n',
      'proc/self/comm': 'node\n',
      'usr/lib/udev/rules.d/85-brltty.rules':
        'ENV{PRODUCT}=="1a86/7523/*", ENV{BRLTTY_BRAILLE_DRIVER}="bm"\n',
      'etc/udev/rules.d/90-brltty-off.rules': '# ENV{PRODUCT}=="1a86/7523/*"\n',
    });
    expect(await linuxFacts(RULES, root)).toMatchObject({
      running: ['ModemManager'],
      brlttyRules: [path.join(root, 'usr/lib/udev/rules.d/85-brltty.rules')],
    });
  });
});
