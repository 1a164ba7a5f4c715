import { fail, type ProblemCode, type Result } from '../../../shared/problem.js';
import { type Link, LinkLost } from '../link/link.js';

/** The device answered something else than the protocol has, or not at all: thrown inside of a protocol. */
export class ProtocolFault extends Error {}

/** What an exchange gives; null where the answer was none of the protocol's, or none came. @throws LinkLost */
export async function unlessFault<T>(exchange: Promise<T>): Promise<T | null> {
  try {
    return await exchange;
  } catch (error) {
    if (error instanceof ProtocolFault) return null;
    throw error;
  }
}

/** Turns what a protocol throws into a `Problem` of the code that its caller has for it. */
export async function bordered<T>(
  code: ProblemCode,
  link: Pick<Link, 'name'>,
  work: () => Promise<Result<T>>,
): Promise<Result<T>> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProtocolFault || error instanceof LinkLost)) throw error;
    return fail({ code, where: link.name, message: error.message, next: 'reset the board and flash again' });
  }
}
