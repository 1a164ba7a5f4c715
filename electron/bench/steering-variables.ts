import type { Profile } from '../../shared/profile.js';
import { outsidePrograms } from './outside-programs.js';

/**
 * Variables that make a program load or run something else than its arguments say. Sources: ld.so(8), dyld(1), bash(1), zsh(1), python(1),
 * node(1), perlrun(1), ruby(1), gconv in iconv_open(3), git(1), make(1), OPENSSL_CONF in config(5), java(1), lua(1).
 */
const STEERING: ReadonlySet<string> = new Set(
  `PATH PATHEXT COMSPEC SHELL HOME USERPROFILE XDG_CONFIG_HOME
  IFS ENV BASH_ENV ZDOTDIR SHELLOPTS BASHOPTS PS4 PROMPT_COMMAND PSMODULEPATH
  GCONV_PATH LOCPATH NLSPATH GLIBC_TUNABLES
  PYTHONPATH PYTHONHOME PYTHONSTARTUP PYTHONUSERBASE PYTHONBREAKPOINT PYTHONWARNINGS PYTHONEXECUTABLE PYTHONINSPECT
  NODE_OPTIONS NODE_PATH PERL5LIB PERLLIB PERL5OPT PERL5DB RUBYOPT RUBYLIB GEM_HOME GEM_PATH BUNDLE_GEMFILE
  JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS CLASSPATH TCLLIBPATH TCL_LIBRARY MAKEFLAGS MAKEFILES
  OPENSSL_CONF OPENSSL_MODULES OPENSSL_ENGINES EDITOR VISUAL PAGER BROWSER`.split(/\s+/),
);

/** Whole families of them. */
const FAMILY = /^(?:LD|DYLD|GIT|LUA|BASH_FUNC)_/;

/** The system reads names as they stand, Windows in any case. */
const isSteering = (name: string): boolean =>
  STEERING.has(name.toUpperCase()) || FAMILY.test(name.toUpperCase());

/** The first such variable that a profile sets for one of its programs, with its place; null: none. */
export function steeringVariable(profile: Profile): string | null {
  const [first] = outsidePrograms(profile).flatMap(({ step, env }) =>
    Object.keys(env)
      .filter(isSteering)
      .map((name) => `${step}.env.${name}`),
  );
  return first ?? null;
}
