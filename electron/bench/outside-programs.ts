import type { ScriptStep } from '../../shared/profile/script.js';
import type { Profile } from '../../shared/profile.js';

/** A program that a profile has run outside of the confinement: it needs a port, a probe or a network. */
export interface OutsideProgram {
  /** Where the profile names it. */
  step: string;
  /** With its placeholders. */
  argv: readonly string[];
  /** Absolute; null: a folder of the run's own. */
  cwd: string | null;
  env: Readonly<Record<string, string>>;
}

type Named = readonly [step: string, argv: readonly string[] | undefined];

const plain = (named: readonly Named[]): OutsideProgram[] =>
  named.flatMap(([step, argv]) => (argv === undefined ? [] : [{ step, argv, cwd: null, env: {} }]));

const steps = (named: readonly (readonly [string, ScriptStep | undefined])[]): OutsideProgram[] =>
  named.flatMap(([name, step]) =>
    step === undefined ? [] : [{ step: name, argv: step.command, cwd: step.cwd ?? null, env: step.env }],
  );

/** All programs that a target with this profile may run as the person, with their files and their network. */
export function outsidePrograms(profile: Profile): OutsideProgram[] {
  switch (profile.kind) {
    case 'script':
      return steps([
        ['flash', profile.flash],
        ['reset', profile.reset],
        ['test', profile.test],
      ]);
    case 'board': {
      const { flash, console, power } = profile;
      const tool = flash.protocol === 'external' ? flash : null;
      return [
        ...plain([
          ['flash.identify', tool?.identify?.command],
          ['flash.read', tool?.read],
          ['flash.write', tool?.write],
          ['flash.start', tool?.start],
          ['console.rtt.server', console.rtt?.server],
        ]),
        ...steps([
          ['power.off', power?.off],
          ['power.on', power?.on],
        ]),
      ];
    }
    case 'bmc':
      return [
        ...steps([['deploy', profile.deploy]]),
        ...plain([
          ['ipmi.program', [profile.ipmi.program]],
          ['console.command', profile.console.command],
        ]),
      ];
    default:
      return [];
  }
}
