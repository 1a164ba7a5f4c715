import { readFile, stat } from 'node:fs/promises';
import os from 'node:os';
import type { Problem } from '../../../shared/problem.js';

/** The command that shows the way from here: it knows where the rules lie. */
const RULES =
  'install the udev rules with the command that `benchloop doctor` shows, then plug the board in again';

/** Why this user may not open a device file, and the command that changes it. PORT_PERMISSION. */
export async function permissionProblem(path: string): Promise<Problem> {
  const file = await stat(path).catch(() => null);
  const groups = await readFile('/etc/group', 'utf8').catch(() => '');
  const of = file === null ? null : groupOf(groups, file.gid);
  return { code: 'PORT_PERMISSION', where: path, ...advice(of, os.userInfo().username) };
}

interface Group {
  name: string;
  members: readonly string[];
}

/** A line of group(5): name, password, number, members. */
function groupOf(groups: string, gid: number): Group | null {
  const line = groups.split('\n').find((entry) => entry.split(':')[2] === String(gid));
  const [name = '', , , members = ''] = line?.split(':') ?? [];
  return name === '' ? null : { name, members: members.trim().split(',') };
}

function advice(group: Group | null, user: string): Pick<Problem, 'message' | 'next'> {
  if (group === null) return { message: 'this user may not open the port', next: RULES };
  if (group.name === 'root') return { message: 'only the user root may open the port', next: RULES };
  if (group.members.includes(user))
    return {
      message: `${user} is in the group ${group.name}, but not yet in this session`,
      next: 'log out and in again',
    };
  return {
    message: `only the user root and the group ${group.name} may open the port, and ${user} is not in it`,
    next: `sudo usermod -aG ${group.name} ${user}, then log out and in`,
  };
}
