import * as z from 'zod';
import { text, type Words } from '../../../../shared/texts/words.js';

const Build = z.looseObject({ success: z.boolean() });
const Test = z.looseObject({ cases: z.array(z.looseObject({ name: z.string(), status: z.string() })) });
const Command = z.looseObject({ exit_code: z.number().nullable() });

/** Cases that are named. */
const NAMED = 5;

/** What each tool that checks says of a pass; null: it passed. */
const WHY: Readonly<Record<string, (payload: unknown) => Words | null>> = {
  build: (payload) => (Build.parse(payload).success ? null : text`the build failed`),
  run_test: (payload) => {
    const { cases } = Test.parse(payload);
    if (cases.length === 0) return text`no case was reported`;
    const failing = cases
      .filter(({ status }) => status !== 'pass' && status !== 'skip')
      .map(({ name }) => name);
    return failing.length === 0 ? null : text`failing cases: ${failing.slice(0, NAMED).join(', ')}`;
  },
  run_terminal_cmd: (payload) => {
    const { exit_code } = Command.parse(payload);
    return exit_code === 0 ? null : text`exit code ${String(exit_code)}`;
  },
};

/** Why the payload of a call that checks is no pass; null: it is one, or the tool checks nothing. */
export const whyNotPassed = (tool: string, payload: unknown): Words | null => WHY[tool]?.(payload) ?? null;
