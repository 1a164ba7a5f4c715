import type { Check } from './check.js';
import type { LinuxFacts } from './linux-facts.js';

type Look = (facts: LinuxFacts, rulesFile: string) => Check;

/** Each with `ok`: a computer without boards lacks nothing. */
export const linuxChecks = (facts: LinuxFacts, rulesFile: string): Check[] =>
  LOOKS.map((look) => look(facts, rulesFile));

const check = (name: string, detail: string, next?: string): Check => ({
  name,
  ok: true,
  detail,
  ...(next !== undefined && { next }),
});

const udevRules: Look = ({ rules }, file) => {
  const install = `sudo cp ${file} /etc/udev/rules.d/ && sudo udevadm control --reload && sudo udevadm trigger`;
  const name = 'udev rules';
  if (rules === 'installed') return check(name, 'installed');
  if (rules === 'no-udev') return check(name, 'no udev runs here; device files are as the host gave them');
  return rules === 'other'
    ? check(name, 'installed, but of another version', install)
    : check(name, 'not installed; debug probes and bootloaders may not be opened', install);
};

/** Debian, Ubuntu, Fedora and openSUSE; Arch. */
const SERIAL_GROUPS = ['dialout', 'uucp'];

const serialGroup: Look = ({ user, isRoot, groups, sessionGroups }) => {
  const name = 'serial ports';
  if (isRoot) return check(name, 'root may open all');
  const lines = groups.split('\n').map((line) => line.trim().split(':'));
  const line = SERIAL_GROUPS.map((group) => lines.find(([one]) => one === group)).find((one) => one);
  if (line === undefined) return check(name, 'there is no group of the serial ports here');
  const [group = '', , gid, members = ''] = line;
  if (sessionGroups.includes(Number(gid))) return check(name, `${user} is in the group ${group}`);
  return members.split(',').includes(user)
    ? check(name, `${user} is in the group ${group}, but not yet in this session`, 'log out and in again')
    : check(
        name,
        `${user} is not in the group ${group}`,
        `sudo usermod -aG ${group} ${user}, then log out and in`,
      );
};

const brltty: Look = ({ running, brlttyRules }) =>
  running.includes('brltty') || brlttyRules.length > 0
    ? check(
        'brltty',
        'takes CH340 serial converters for braille displays: their ports vanish',
        'sudo apt-get remove brltty (if no braille display is used here)',
      )
    : check('brltty', 'takes no ports');

const modemManager: Look = ({ running, rules }) => {
  if (!running.includes('ModemManager')) return check('ModemManager', 'does not run');
  return rules === 'installed'
    ? check('ModemManager', 'leaves the boards of the udev rules alone')
    : check(
        'ModemManager',
        'sends commands to new serial ports, also to boards that boot',
        'install the udev rules, or: sudo systemctl disable --now ModemManager',
      );
};

const LOOKS: readonly Look[] = [udevRules, serialGroup, brltty, modemManager];
