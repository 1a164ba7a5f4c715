import { fail, ok, type Result } from '../../shared/problem.js';
import { LANGUAGES, type Language, languageOf } from '../../shared/texts/language.js';

/** POSIX.1-2017, 8.2: the first of these that is set and not empty decides about messages. */
const VARIABLES = ['BENCHLOOP_LANG', 'LC_ALL', 'LC_MESSAGES', 'LANG'] as const;

/** The language of the texts where no option names one. */
export function languageFrom(env: NodeJS.ProcessEnv): Language {
  const named = VARIABLES.map((name) => env[name]).find((tag) => tag !== undefined && tag !== '');
  return languageOf(named ?? '');
}

/**
 * Takes `--lang` out of the arguments of any command. What programs read (`--json`) is always English.
 * Errors: USAGE for a language that there is not.
 */
export function takeLanguage(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Result<{ language: Language; rest: string[] }> {
  const at = args.findIndex((arg) => arg === '--lang' || arg.startsWith('--lang='));
  const json = args.includes('--json');
  if (at < 0) return ok({ language: json ? 'en' : languageFrom(env), rest: [...args] });
  const joined = args[at]?.startsWith('--lang=') === true;
  const tag = joined ? (args[at]?.slice('--lang='.length) ?? '') : args[at + 1];
  if (tag === undefined) return wrong('--lang needs a language');
  const language = LANGUAGES.find((one) => one.toLowerCase() === tag.toLowerCase().replace('_', '-'));
  if (language === undefined) return wrong(`--lang ${tag} is unknown`);
  return ok({ language: json ? 'en' : language, rest: args.toSpliced(at, joined ? 1 : 2) });
}

const wrong = (message: string) =>
  fail({ code: 'USAGE' as const, message, next: `use ${LANGUAGES.join(' or ')}` });
