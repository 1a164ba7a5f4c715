import { describeProblem, type Problem } from '../../../shared/problem.js';
import type { Profile } from '../../../shared/profile.js';
import { checkProfileTools } from '../../bench/open-environment.js';
import { detectConfinement } from '../../bench/process/confine.js';
import { findProgram, searchFolders } from '../../bench/process/search-path.js';
import { loadProfiles } from '../../bench/profiles.js';
import { installCommand } from '../../workspace/build/install-commands.js';
import type { Check } from '../core-api.js';
import { checkHome } from '../home.js';
import { benchChecks } from './bench-checks.js';

const TOOLS = ['git', 'make', 'gcc', 'arm-none-eabi-gcc'] as const;

/** What this computer has and lacks, each with the command that puts it right. */
export async function examine(
  home: string,
  profileDirs: readonly string[],
  resources: string,
): Promise<Check[]> {
  const { profiles, problems } = loadProfiles(profileDirs);
  const folders = searchFolders();
  const tools = TOOLS.map((tool): Check => {
    const ok = findProgram(tool, process.cwd(), folders) === 'found';
    return {
      name: tool,
      ok,
      detail: ok ? 'installed' : 'not installed',
      ...(ok ? {} : { next: installCommand(tool) }),
    };
  });
  const targets = await Promise.all(profiles.map(checkProfile));
  const writable = checkHome(home);
  const confinement = await detectConfinement();
  return [
    { name: 'node', ok: true, detail: process.version },
    ...tools,
    ...targets,
    ...problems.map(brokenProfile),
    { name: 'data folder', ok: writable.ok, detail: writable.ok ? home : describeProblem(writable.error) },
    {
      name: 'confinement',
      ok: confinement !== 'none',
      detail: confinement === 'none' ? 'builds and tests run unconfined' : confinement,
      ...(confinement === 'none' ? { next: installCommand('bwrap') } : {}),
    },
    ...(await benchChecks(resources)),
  ];
}

const brokenProfile = ({ where, message, next }: Problem): Check => ({
  name: `profile ${where}`,
  ok: false,
  detail: message,
  ...(next === undefined ? {} : { next }),
});

async function checkProfile(profile: Profile): Promise<Check> {
  const tools = await checkProfileTools(profile);
  const name = `profile ${profile.id}`;
  return tools.ok
    ? { name, ok: true, detail: 'ready' }
    : { name, ok: false, detail: tools.error.message, next: tools.error.next };
}
