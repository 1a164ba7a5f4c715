import * as z from 'zod';
import { fail, ok, type Result } from '../../../../shared/problem.js';
import type { UsableTool } from '../../../agents/judgement/with-tools.js';
import { toolResult } from '../../../tools/tool-error.js';

/** What a call is told with: words as they are, anything else as JSON; and the files of the repository whose text is in it. */
export interface Told {
  value: unknown;
  files?: readonly string[];
}

interface Definition<A> {
  name: string;
  about: string;
  arguments: z.ZodType<A>;
  run(args: A, signal: AbortSignal): Promise<Result<Told>>;
}

/** A tool for a model, its arguments checked; a failure is told as those of a session's tools are. */
export function usableTool<A>({ name, about, arguments: schema, run }: Definition<A>): UsableTool {
  const { $schema: _, ...parameters } = z.toJSONSchema(schema, { io: 'input' });
  return {
    offer: { name, about, parameters },
    run: async (args, signal) => {
      const read = schema.safeParse(args);
      const told = read.success ? await run(read.data, signal) : malformed(read.error);
      if (!told.ok) return ok({ text: JSON.stringify(toolResult(told, name)), files: [] });
      const { value, files = [] } = told.value;
      return ok({ text: typeof value === 'string' ? value : JSON.stringify(value), files });
    },
  };
}

const malformed = (error: z.ZodError): Result<never> =>
  fail({ code: 'ARGUMENTS_MALFORMED', message: z.prettifyError(error).slice(0, 600) });
