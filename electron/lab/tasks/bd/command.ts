import * as z from 'zod';
import { fail, ok, type Problem, type ProblemCode, type Result } from '../../../../shared/problem.js';
import type { Exec, ExecEnd, ExecResult } from '../../../../shared/process.js';
import { text, type Words } from '../../../../shared/texts/words.js';
import { visible } from '../../../../shared/visible-text.js';
import { inheritedEnvironment } from '../../../bench/process/inherited.js';

/** One call of `bd`; a tracker that takes longer, or tells more, is given up. */
const LIMITS = { timeoutMs: 30_000, maxOutputBytes: 8 * 1024 * 1024 };
/** What is shown of its words. */
const SHOWN = 300;

/** Runs `bd` with these words in one repository, as one person or campaign. Its answer is what stands in the envelope. */
export type Bd = (words: readonly string[], actor?: string) => Promise<Result<unknown>>;

/**
 * `bd`, the command line of beads, where the person has allowed it. Asks for the envelope that beads documents for `--json`
 * (`BD_JSON_ENVELOPE=1`: `{"schema_version", "data"}`, errors as `{"data": {"error", "hint"?}}` with an exit code).
 *
 * Errors: TOOLCHAIN_MISSING without the program, TIMEOUT, ENV_ERROR for what it says itself and for what is no such answer.
 */
export const bdIn =
  (o: { root: string; exec: Exec; env: NodeJS.ProcessEnv; timeoutMs?: number }): Bd =>
  async (words, actor) => {
    const argv = ['bd', ...words, '--json', ...(actor === undefined ? [] : [`--actor=${actor}`])];
    const env = Object.fromEntries(
      Object.entries(inheritedEnvironment(o.env)).flatMap(([key, value]) =>
        value === undefined ? [] : [[key, value]],
      ),
    );
    const came = await o.exec({
      ...LIMITS,
      ...{ argv, cwd: o.root, operation: 'bd', env: { ...env, BD_JSON_ENVELOPE: '1' } },
      ...(o.timeoutMs === undefined ? {} : { timeoutMs: o.timeoutMs }),
    });
    return answerOf(words[0] ?? '', came, o.root);
  };

function answerOf(command: string, came: ExecResult, root: string): Result<unknown> {
  if (came.ended !== 'exit') return fail({ ...cutShort(command, came.ended), where: root });
  const said = read(came.stdout);
  if (came.exitCode !== 0) {
    const told = errorIn(said) ?? errorIn(read(came.stderr)) ?? lastLine(came.stderr);
    const why = told === null ? `exit code ${came.exitCode}` : visible(told).slice(0, SHOWN);
    return fail(problem('ENV_ERROR', text`bd ${command} failed: “${why}”`, root));
  }
  const data = Envelope.safeParse(said);
  return data.success
    ? ok('data' in data.data ? data.data.data : data.data.items)
    : fail(problem('ENV_ERROR', text`bd ${command} gave no JSON that beads documents`, root));
}

/** `items` is what lists were wrapped in before `data` was documented. */
const Envelope = z.union([
  z.looseObject({ schema_version: z.number().int(), data: z.unknown() }).refine((one) => 'data' in one),
  z.looseObject({ schema_version: z.number().int(), items: z.array(z.unknown()) }),
]);

const Told = z.union([
  z.looseObject({ data: z.looseObject({ error: z.string() }) }).transform(({ data }) => data.error),
  z.looseObject({ error: z.string() }).transform(({ error }) => error),
]);

const errorIn = (said: unknown): string | null => Told.safeParse(said).data ?? null;

function read(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    return null;
  }
}

const lastLine = (bytes: Uint8Array): string | null =>
  Buffer.from(bytes).toString('utf8').trim().split('\n').at(-1) || null;

const ENDS: Partial<
  Record<ExecEnd, { code: ProblemCode; message: (command: string) => Words; next?: Words }>
> = {
  'not-found': {
    code: 'TOOLCHAIN_MISSING',
    message: () => text`the program bd of beads is not on your PATH`,
    next: text`install beads, or take this repository out of “beads” in policy.yaml`,
  },
  timeout: {
    code: 'TIMEOUT',
    message: (command) => text`bd ${command} gave no answer in time and was ended`,
    next: text`see what it waits for: run it by hand in that folder`,
  },
};

function cutShort(command: string, ended: ExecEnd): Problem {
  const known = ENDS[ended];
  return known === undefined
    ? { code: 'ENV_ERROR', message: text`bd ${command} was cut off: ${ended}` }
    : { code: known.code, message: known.message(command), ...(known.next && { next: known.next }) };
}

const problem = (code: ProblemCode, message: Words, where: string): Problem => ({
  ...{ code, message, where },
  next: text`run bd by hand in that folder; without it: take the folder out of “beads” in policy.yaml`,
});
