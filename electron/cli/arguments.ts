import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { Approvals } from '../../shared/events.js';
import { APPROVABLE } from '../../shared/events.js';
import { nearest } from '../../shared/nearest.js';
import { fail, ok, type Problem, type Result } from '../../shared/problem.js';
import { PROVIDER_NAMES, type ProviderName } from '../../shared/provider-name.js';

type Options = NonNullable<ParseArgsConfig['options']>;

export const usage = (message: string, next = 'see `benchloop --help`'): { ok: false; error: Problem } =>
  fail({ code: 'USAGE', message, next });

export interface Parsed {
  positionals: string[];
  flag: (name: string) => boolean;
  value: (name: string) => string | undefined;
  /** Of an option that may be given several times. */
  values: (name: string) => string[];
}

/** Parses the arguments of one command; an option that it does not know is an error that says so. */
export function parseCommand(
  args: readonly string[],
  options: Options,
  positionals: { least: number; most: number; names: string },
): Result<Parsed> {
  try {
    const parsed = parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
    const count = parsed.positionals.length;
    if (count < positionals.least || count > positionals.most) {
      return usage(
        `expected ${positionals.names || 'no argument'}, got ${count === 0 ? 'nothing' : parsed.positionals.join(' ')}`,
      );
    }
    const values = parsed.values as Record<string, string | boolean | (string | boolean)[] | undefined>;
    return ok({
      positionals: parsed.positionals,
      flag: (name) => values[name] === true,
      value: (name) => (typeof values[name] === 'string' ? values[name] : undefined),
      values: (name) => [values[name] ?? []].flat().filter((one) => typeof one === 'string'),
    });
  } catch (error) {
    return misused(error, args, options);
  }
}

/** The words of `parseArgs` are for programmers (Node: errors, ERR_PARSE_ARGS_*). */
function misused(error: unknown, args: readonly string[], options: Options): ReturnType<typeof usage> {
  const message = error instanceof Error ? error.message : String(error);
  const name = /'(-[^' ]*)/.exec(message)?.[1] ?? '';
  const known = Object.keys(options).map((option) => `--${option}`);
  if (/^Unknown option/.test(message)) {
    const meant = nearest(name, known);
    const there = known.length > 0 ? `it knows ${known.join(', ')}` : 'this command has no options';
    return usage(`there is no option ${name}${meant ? `; did you mean ${meant}?` : `: ${there}`}`);
  }
  const given = args.find((word) => word.split('=')[0] === name.replace(/,$/, ''));
  if (/ambiguous/.test(message))
    return usage(
      `${given ?? name} needs a value`,
      `one that begins with a dash is written ${given ?? name}=-1`,
    );
  if (/argument missing/.test(message)) return usage(`${given ?? name} needs a value`);
  if (/does not take an argument/.test(message)) return usage(`${name} takes no value`);
  return usage(message.split('\n')[0] ?? message);
}

/** `ask`, `none`, `all`, or a comma-separated list of scopes. `question` is none: it is never pre-answered. */
export function parseApprovals(text: string | undefined): Result<Approvals | undefined> {
  if (text === undefined || text === 'ask' || text === 'none' || text === 'all') return ok(text);
  const scopes = text.split(',').map((s) => s.trim());
  const known = APPROVABLE.filter((s) => scopes.includes(s));
  const unknown = scopes.filter((s) => !known.some((k) => k === s));
  if (unknown.length === 0) return ok(known);
  if (unknown.includes('question'))
    return usage(
      `--approve ${text}: no policy answers a question`,
      'leave question out: only a person answers it',
    );
  const meant = nearest(unknown[0] ?? '', APPROVABLE);
  const told = `--approve ${text}: ${unknown.join(', ')} is no scope`;
  return usage(
    meant === undefined ? told : `${told}; did you mean ${meant}?`,
    `use ask, none, all or a list of ${APPROVABLE.join(', ')}`,
  );
}

/** Absent: as the policy file says. */
export function parseProvider(text: string | undefined): Result<ProviderName | undefined> {
  const known = PROVIDER_NAMES.find((name) => name === text);
  if (text === undefined || known !== undefined) return ok(known);
  return usage(`--provider ${text} is unknown`, `use one of ${PROVIDER_NAMES.join(', ')}`);
}
