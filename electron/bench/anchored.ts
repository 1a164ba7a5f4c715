import { resolve } from 'node:path';
import type { BmcProfile, Secret } from '../../shared/profile/bmc.js';
import type { BoardProfile } from '../../shared/profile/board.js';
import type { ScriptProfile, ScriptStep } from '../../shared/profile/script.js';
import type { Profile } from '../../shared/profile.js';
import { anchoredCommand } from './script/command-line.js';

/** The profile with every path that it names made absolute: programs and files lie beside it, whoever uses it from wherever. */
export function anchored(profile: Profile, dir: string): Profile {
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
