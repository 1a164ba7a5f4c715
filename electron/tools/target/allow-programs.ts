import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod';
import { ok, type Result } from '../../../shared/problem.js';
import type { Secret } from '../../../shared/profile/bmc.js';
import type { Profile } from '../../../shared/profile.js';
import type { LoadedTask } from '../../../shared/task.js';
import { inLines, type Message, text } from '../../../shared/texts/words.js';
import { visibleJson, visibleName } from '../../../shared/visible-text.js';
import { namedFiles } from '../../bench/named-files.js';
import { type OutsideProgram, outsidePrograms } from '../../bench/outside-programs.js';
import { isProfilePath } from '../../bench/profiles.js';
import { bindingOf } from '../../engine/binding.js';
import type { Asking, Caller, Tool } from '../../engine/tool.js';

/** What the profile of a target is, and who named it. */
export interface ProgramsWork {
  profile: Profile;
  /** Null: the person chose the profile. */
  loaded: Pick<LoadedTask, 'task'> | null;
}

/** A program, or a file that it is named beside, with its present content. */
interface ProgramFile {
  path: string;
  /** Hexadecimal. */
  sha256: string;
}

/**
 * A person's own profiles, chosen by their ids, run what the person has put there. What a task names by its path comes with the task,
 * from a repository or a colleague: its programs run as the person, and are asked for by their own names.
 */
const ofTask = ({ profile, loaded }: ProgramsWork): readonly OutsideProgram[] =>
  loaded !== null && isProfilePath(loaded.task.profile) ? outsidePrograms(profile) : [];

async function asking(_: unknown, { profile, loaded }: ProgramsWork): Promise<Asking | null> {
  const programs = ofTask({ profile, loaded });
  if (loaded === null || programs.length === 0) return null;
  const files = await filesOf(programs);
  return {
    kind: 'programs',
    isForRun: true,
    isNamedAlone: true,
    question: text`Let the programs of the profile ${visibleName(profile.id)} run outside of the confinement?`,
    subject: inLines(
      text`NOT CONFINED: they run as you, with your files and your network; they come with the task: ${visibleName(loaded.task.profile)}`,
      ...programs.flatMap(programLines),
      ...secretLines(profile),
      ...files.map(({ path: file, sha256 }) => text`file: ${visibleName(file)}, SHA-256 ${sha256}`),
      text`Benchloop asks again when the profile or one of these files changes; what they start in turn is not looked at`,
    ),
    binding: bindingOf(['programs', profile, files]),
  };
}

const programLines = ({ step, argv, cwd, env }: OutsideProgram): Message[] => [
  text`${step}: ${visibleJson(argv)}`,
  ...(cwd === null ? [] : [text`  folder: ${visibleName(cwd)}`]),
  ...(Object.keys(env).length === 0 ? [] : [text`  environment: ${visibleJson(env)}`]),
];

/** Which secrets the profile sends, and where. */
function secretLines(profile: Profile): Message[] {
  if (profile.kind !== 'bmc') return [];
  const { host, user, password, boot } = profile;
  const typed = boot.prompts.flatMap(({ secret }) => (secret === undefined ? [] : [secret]));
  return [
    text`connects to ${visibleName(host)} as ${visibleName(user)}, with the password of ${placeOf(password)}`,
    ...typed.map((secret) => text`types the secret of ${placeOf(secret)} on the console`),
  ];
}

const placeOf = ({ env, file }: Secret): string =>
  env === undefined ? visibleName(file ?? '') : visibleName(`$${env}`);

async function filesOf(programs: readonly OutsideProgram[]): Promise<ProgramFile[]> {
  const files = [...new Set(programs.flatMap(namedFiles))];
  return Promise.all(files.map(async (file) => ({ path: file, sha256: await hashOf(file) })));
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/**
 * Lets programs of a profile run that nothing confines. It does nothing itself; whoever is about to use a target calls it first, before
 * anything of the profile has run. Errors: DECLINED.
 */
const outsideProgramsTool: Tool<Record<string, never>, null, ProgramsWork> = {
  ...{ name: 'programs', kind: 'programs', isIdempotent: true, scope: 'exec', danger: 'lasting' },
  arguments: z.strictObject({}),
  result: z.null(),
  gate: asking,
  perform: async () => ok(null),
  reconcile: async () => 'again',
};

/** Asks, where anybody has to be asked. Errors: DECLINED. */
export async function allowPrograms(work: ProgramsWork, io: Pick<Caller, 'call'>): Promise<Result<null>> {
  // most targets have no such program: nothing is written down for them
  return ofTask(work).length === 0 ? ok(null) : io.call(outsideProgramsTool, {}, work);
}
