import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleCommandLine, type CommandLine } from '../../fixtures/loop/command-line.js';
import { TYPO } from '../../fixtures/loop/projects.js';
import { type Job, prepare } from '../loop/workshop.js';

let cli: CommandLine;
beforeAll(async () => {
  cli = await bundleCommandLine();
});
afterAll(() => cli.close());

function policy({ home }: Job, text: string): void {
  mkdirSync(home, { recursive: true });
  writeFileSync(path.join(home, 'policy.yaml'), text);
}

const command = ({ home, dir }: Job, args: string[], under?: string[]) =>
  cli.run(args, { home, cwd: dir, ...(under && { under }) });

/** The program sees the computer as it is, but for a policy of that computer. */
function onComputerWith(file: string): string[] {
  const etc = readdirSync('/etc').flatMap((name) => ['--ro-bind-try', `/etc/${name}`, `/etc/${name}`]);
  const tree = [
    '--bind',
    '/',
    '/',
    '--dev-bind',
    '/dev',
    '/dev',
    '--proc',
    '/proc',
    '--tmpfs',
    '/etc',
    ...etc,
  ];
  return ['bwrap', ...tree, '--ro-bind', file, '/etc/benchloop/policy.yaml', '--die-with-parent', '--'];
}

describe.skipIf(process.platform !== 'linux')('the policy of a computer, in its own place', () => {
  it('locks what the policy of the person allows', async () => {
    const job = prepare(cli, { edits: TYPO });
    // no bubblewrap works in the one that shows another policy of the computer
    policy(job, `successConfidence: 0\nconfinement: none\nlocks: { approve: false, publish: false }\n`);
    const file = path.join(job.dir, 'computer.yaml');
    writeFileSync(file, 'locks: { approve: true, publish: true }\n');
    const refused = await command(job, ['run', job.task, '--approve', 'all'], onComputerWith(file));
    expect([refused.code, refused.stderr]).toMatchObject([2, expect.stringContaining('locks.approve')]);
    const policies = await command(job, ['run', job.task, '--approve', 'none'], onComputerWith(file));
    expect(policies.code).toBe(4);
    const free = await command(job, ['run', job.task, '--json', '--approve', 'all']);
    expect(free.lines.at(-1)).toMatchObject({ final_status: 'SUCCESS', branch: expect.any(String) });
  });
});
