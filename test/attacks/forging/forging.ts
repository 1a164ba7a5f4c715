import type { Opening } from '../attack.js';
import { disguised } from './disguise.js';
import { forgery } from './forgeries.js';
import { judging } from './judged.js';

/** Patches that forge a verdict: each must be refused, or a person be asked. */
export const forging: Opening = async () => {
  const { judge, compiles, close } = await judging();
  return {
    close,
    attempt: async (draw) => {
      const { kind, top, body, byExit } = forgery(draw);
      const change = {
        top: top === undefined ? undefined : disguised(draw, top),
        body: body === undefined ? undefined : disguised(draw, body),
        byExit,
      };
      const { fate, why } = await judge(change);
      if (fate !== 'passed' || !compiles(change)) return null;
      return `${kind} is neither refused nor asked about (${why}):\n${[change.top, change.body].filter(Boolean).join('\n')}`;
    },
  };
};
