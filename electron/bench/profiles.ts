import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { nearest } from '../../shared/nearest.js';
import { fail, ok, type Problem, type Result } from '../../shared/problem.js';
import type { BmcProfile, Secret } from '../../shared/profile/bmc.js';
import type { BoardProfile } from '../../shared/profile/board.js';
import type { ScriptProfile, ScriptStep } from '../../shared/profile/script.js';
import { type Profile, ProfileSchema } from '../../shared/profile.js';
import { readTextFile, type TextKind } from '../files/text-file.js';
import { type Placed, readPlaced, type YamlKind } from '../files/yaml-file.js';
import { anchoredCommand } from './script/command-line.js';
import { whyNoEncoding } from './script/encodings.js';

const PROFILE_FILE = /\.ya?ml$/;

const PROFILE: YamlKind = {
  whole: 'the profile',
  code: 'PROFILE_MALFORMED',
  next: 'correct the profile file; the shipped profiles are examples',
};

const FILE: TextKind = {
  what: 'profile file',
  absent: 'PROFILE_UNKNOWN',
  malformed: PROFILE.code,
  next: 'name an id from `benchloop profiles`, or a file relative to the task',
};

const malformed = (where: string, message: string): Problem => ({
  code: PROFILE.code,
  message,
  where,
  next: PROFILE.next,
});

/**
 * All profiles of the folders, in the order of the folders and then of the file names; a folder that does not exist
 * holds none. A file that is no profile, or claims an id that is taken, becomes a problem with file and line, and the
 * others are loaded all the same.
 */
export function loadProfiles(dirs: readonly string[]): { profiles: Profile[]; problems: Problem[] } {
  const taken = new Map<string, string>();
  const loaded = profileFiles(dirs).map((file): Result<Profile> => {
    const read = readProfile(file);
    if (!read.ok) return read;
    const other = taken.get(read.value.id);
    if (other !== undefined) return fail(malformed(file, `the id "${read.value.id}" is taken by ${other}`));
    taken.set(read.value.id, file);
    return read;
  });
  return {
    profiles: loaded.flatMap((result) => (result.ok ? [result.value] : [])),
    problems: loaded.flatMap((result) => (result.ok ? [] : [result.error])),
  };
}

/**
 * A profile by its id, or by the path of its file (anything with a separator or ending in .yaml), relative to the folder
 * `relativeTo`. Errors: PROFILE_UNKNOWN with the ids there are, PROFILE_MALFORMED with file, line and what was expected.
 */
export function findProfile(idOrPath: string, dirs: readonly string[], relativeTo: string): Result<Profile> {
  if (isProfilePath(idOrPath)) return readProfile(resolve(relativeTo, idOrPath));
  const { profiles } = loadProfiles(dirs);
  const found = profiles.find((profile) => profile.id === idOrPath);
  if (found !== undefined) return ok(found);
  // a file of that name that did not load is what was meant
  const broken = profileFiles(dirs).find((file) => basename(file).replace(PROFILE_FILE, '') === idOrPath);
  const read = broken === undefined ? undefined : readProfile(broken);
  if (read !== undefined && !read.ok) return read;
  return fail(
    unknown(
      idOrPath,
      profiles.map((profile) => profile.id),
    ),
  );
}

/** Whether a profile is named by the path of its file, and not by its id. */
export const isProfilePath = (idOrPath: string): boolean =>
  /[\\/]/.test(idOrPath) || PROFILE_FILE.test(idOrPath);

const profileFiles = (dirs: readonly string[]): string[] =>
  dirs
    .filter((dir) => existsSync(dir))
    .flatMap((dir) =>
      readdirSync(dir)
        .filter((name) => PROFILE_FILE.test(name))
        .sort()
        .map((name) => join(dir, name)),
    );

function readProfile(file: string): Result<Profile> {
  const text = readTextFile(file, FILE);
  if (!text.ok) return text;
  const read = readPlaced(text.value, ProfileSchema, file, PROFILE);
  if (!read.ok) return read;
  const spelt = checkEncodings(read.value);
  return spelt.ok ? ok(anchored(read.value.value, dirname(resolve(file)))) : spelt;
}

/** Every encoding that a profile names is one that output can be read in; the schema does not know them. */
function checkEncodings({ value, placeOf }: Placed<Profile>): Result<void> {
  for (const [at, encoding] of encodingsIn(value)) {
    const why = whyNoEncoding(encoding);
    if (why !== null) return fail(malformed(placeOf(at), `"${at.join('.')}": ${why}`));
  }
  return ok(undefined);
}

function encodingsIn(value: unknown, at: readonly string[] = []): [path: string[], encoding: string][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) =>
    key === 'encoding' && typeof inner === 'string'
      ? [[[...at, key], inner]]
      : encodingsIn(inner, [...at, key]),
  );
}

function unknown(id: string, ids: readonly string[]): Problem {
  const near = nearest(id, ids);
  return {
    code: 'PROFILE_UNKNOWN',
    message: `there is no profile "${id}"${near ? `; did you mean "${near}"?` : ''}`,
    next: `use one of: ${ids.join(', ')}`,
  };
}

/** The profile with every path that it names made absolute: programs and files lie beside it, whoever uses it from wherever. */
function anchored(profile: Profile, dir: string): Profile {
  if (profile.kind === 'script') return anchoredScript(profile, dir);
  if (profile.kind === 'board') return anchoredBoard(profile, dir);
  return profile.kind === 'bmc' ? anchoredBmc(profile, dir) : profile;
}

const anchoredScript = (profile: ScriptProfile, dir: string): ScriptProfile => ({
  ...profile,
  flash: step(profile.flash, dir),
  reset: step(profile.reset, dir),
  test: step(profile.test, dir),
});

const anchoredBoard = ({ power, ...profile }: BoardProfile, dir: string): BoardProfile => ({
  ...profile,
  power: power && { ...power, off: step(power.off, dir), on: step(power.on, dir) },
});

const anchoredBmc = (profile: BmcProfile, dir: string): BmcProfile => {
  const { command } = profile.console;
  const { ca } = profile.redfish;
  return {
    ...profile,
    password: secret(profile.password, dir),
    redfish: { ...profile.redfish, ca: ca && resolve(dir, ca) },
    console: { ...profile.console, command: command && anchoredCommand(command, dir) },
    deploy: step(profile.deploy, dir),
    boot: {
      ...profile.boot,
      prompts: profile.boot.prompts.map((one) => ({ ...one, secret: one.secret && secret(one.secret, dir) })),
    },
  };
};

const step = <S extends ScriptStep | undefined>(one: S, dir: string) =>
  one && { ...one, command: anchoredCommand(one.command, dir), cwd: resolve(dir, one.cwd ?? '.') };

const secret = (one: Secret, dir: string): Secret => ({ ...one, file: one.file && resolve(dir, one.file) });
