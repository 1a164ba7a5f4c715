import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';

/** What a step's placeholders stand for: `{image}`, `{port}`, `{serial}`, `{work}`, … */
export type ScriptValues = Readonly<Record<string, string>>;

const PLACEHOLDER = /\{([a-zA-Z][a-zA-Z0-9]*)\}/g;

/**
 * What cmd.exe reads as its own wherever a value is expanded: `%` and `!` (variables), `^` (escape), `&` and `|` (next
 * command), `<` and `>` (files), `"` (quoting), line breaks. Source: `cmd /?` and `help set` of Windows 10.
 */
const CMD_SPECIAL = /[%!^&|<>"\r\n]/;

/** Grouping, which only matters outside quotes: a constant argument stands there bare. */
const CMD_BARE = /[%!^&|<>()"\r\n]/;

/** Fills in the placeholders. Errors: SCRIPT_REFUSED for one that has no value here, or a value with a NUL. */
export function fill(text: string, values: ScriptValues): Result<string> {
  const unknown = [...text.matchAll(PLACEHOLDER)].map((m) => m[1] ?? '').find((name) => !(name in values));
  if (unknown !== undefined) {
    const known = Object.keys(values)
      .map((name) => `{${name}}`)
      .join(', ');
    return refused(`{${unknown}} has no value here`, text, `use one of: ${known}`);
  }
  const filled = text.replaceAll(PLACEHOLDER, (_, name: string) => values[name] ?? '');
  if (filled.includes('\0')) return refused('a value holds a NUL byte', text, 'rename the file');
  return ok(filled);
}

/** Errors: SCRIPT_REFUSED, naming the character that a batch file would read as its own. */
export function safeInBatch(name: string, value: string): Result<string> {
  const found = CMD_SPECIAL.exec(value)?.[0];
  if (found === undefined) return ok(value);
  return refused(
    `${name} holds ${JSON.stringify(found)}, which a batch file would read as its own`,
    value,
    'rename the file or folder, or use a .ps1 or a program',
  );
}

/** Errors: SCRIPT_REFUSED for a placeholder, or a character with a meaning to cmd.exe. */
export function safeBatchArgument(argument: string): Result<string> {
  if (argument.match(PLACEHOLDER)) {
    return refused(
      `${argument}: a batch file gets values through its environment only`,
      argument,
      'name it under env, and read it as %NAME% in the batch file',
    );
  }
  const found = CMD_BARE.exec(argument)?.[0];
  if (found === undefined && argument !== '') return ok(/\s/.test(argument) ? `"${argument}"` : argument);
  return refused(
    argument === ''
      ? 'an empty argument of a batch file is lost'
      : `the argument holds ${JSON.stringify(found)}`,
    argument,
    'put the value under env',
  );
}

export const refusal = (message: string, where: string, next: string): Problem => ({
  code: 'SCRIPT_REFUSED',
  message,
  where,
  next,
});

const refused = (message: string, where: string, next: string) => fail(refusal(message, where, next));
