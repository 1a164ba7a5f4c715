import { describeProblem, type Problem, type Result } from '../../../shared/problem.js';
import type { Exec } from '../../../shared/process.js';
import type { Profile } from '../../../shared/profile.js';
import { checkProfileTools } from '../../bench/open-environment.js';
import { UNRECORDED } from '../../bench/process/children.js';
import { type ConfinementKind, detectConfinement } from '../../bench/process/confine.js';
import { createExec } from '../../bench/process/exec.js';
import { findProgram, searchFolders } from '../../bench/process/search-path.js';
import { loadProfiles } from '../../bench/profiles.js';
import { checkHome } from '../../files/home.js';
import { installCommand } from '../../workspace/build/install-commands.js';
import { createRunList } from '../run-list.js';
import { benchChecks } from './bench-checks.js';
import { captureChecks } from './captures-check.js';
import { type Check, detailOf } from './check.js';

const TOOLS = ['git', 'make', 'gcc', 'arm-none-eabi-gcc'] as const;
/** Of runs that are set aside. */
const MAX_PLACES = 5;

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
  const confinement = await detectConfinement();
  // what profiles need is asked for its version: programs of this computer, not of a repository
  const exec = createExec({
    children: UNRECORDED,
    confinement: confinement.ok ? confinement.value : 'none',
  });
  const targets = await Promise.all(profiles.map((profile) => checkProfile(profile, exec)));
  const writable = checkHome(home);
  return [
    { name: 'node', ok: true, detail: process.version },
    ...tools,
    ...targets,
    ...problems.map(brokenProfile),
    { name: 'data folder', ok: writable.ok, detail: writable.ok ? home : describeProblem(writable.error) },
    ...(writable.ok ? [setAside(createRunList(home)().quarantined)] : []),
    confinementCheck(confinement),
    ...(await captureChecks(home)),
    ...(await benchChecks(resources)),
  ];
}

function confinementCheck(confinement: Result<ConfinementKind>): Check {
  const name = 'confinement';
  if (!confinement.ok) return { name, ok: false, ...detailOf(confinement.error) };
  if (confinement.value !== 'none') return { name, ok: true, detail: confinement.value };
  return { name, ok: false, detail: 'builds and tests run unconfined', next: installCommand('bwrap') };
}

const brokenProfile = (problem: Problem): Check => ({
  name: `profile ${problem.where}`,
  ok: false,
  ...detailOf(problem),
});

/** Runs whose record cannot be read. They stand in nobody's way. */
function setAside(runs: readonly Problem[]): Check {
  if (runs.length === 0) return { name: 'runs', ok: true, detail: 'all can be read' };
  const places = runs.flatMap(({ where }) => where ?? []);
  const shown = [...places.slice(0, MAX_PLACES), ...(places.length > MAX_PLACES ? ['…'] : [])].join(', ');
  return {
    name: 'runs',
    ok: true,
    detail: `${runs.length} of them set aside as unreadable: ${shown}`,
    next: '`benchloop runs` says why; put the files back from a backup, or remove their folders: other runs are not affected',
  };
}

async function checkProfile(profile: Profile, exec: Exec): Promise<Check> {
  const tools = await checkProfileTools(profile, exec);
  const name = `profile ${profile.id}`;
  return tools.ok ? { name, ok: true, detail: 'ready' } : { name, ok: false, ...detailOf(tools.error) };
}
