import * as z from 'zod';
import type { Problem } from '../../../../shared/problem.js';
import type { RedfishPlace } from './connect.js';

/** DSP0266, "Error responses"; DSP8010, Message. */
const ErrorSchema = z.object({
  error: z.object({
    message: z.string().optional(),
    '@Message.ExtendedInfo': z
      .array(z.object({ Message: z.string().optional(), Resolution: z.string().optional() }))
      .optional(),
  }),
});

const LONGEST = 600;

/** A status other than success, in the service's own words. */
export function refusal(place: RedfishPlace, what: string, status: number, body: unknown): Problem {
  const { said, advice } = wordsOf(body);
  const where = `profile ${place.id}, ${place.host}: ${what}`;
  const words = said === '' ? '' : `: ${said}`;
  if (status === 401 || status === 403)
    return {
      code: 'PORT_PERMISSION',
      message: `the controller does not let this user do that (${status})${words}`,
      where,
      next: 'check `user`, `password` and `redfish.auth` in the profile, and the role of the user',
    };
  return {
    code: 'BMC_FAILURE',
    message: `the controller refuses (${status})${words}`,
    where,
    next: advice === '' ? 'look at the log of the controller' : advice,
  };
}

function wordsOf(body: unknown): { said: string; advice: string } {
  const read = ErrorSchema.safeParse(body);
  if (!read.success) return { said: '', advice: '' };
  const { message = '', '@Message.ExtendedInfo': more = [] } = read.data.error;
  const told = more.flatMap((one) => one.Message ?? []);
  const advice = more.flatMap((one) => (one.Resolution === 'None' ? [] : (one.Resolution ?? [])));
  const joined = (texts: readonly string[]) => texts.join(' ').slice(0, LONGEST);
  return { said: joined(told.length > 0 ? told : [message]), advice: joined(advice) };
}
