import { fail, type ProblemCode, type Result } from '../../../shared/problem.js';
import { type Link, LinkLost } from '../link/link.js';

/** The device answered something else than the protocol has, or not at all: thrown inside of a protocol. */
export class ProtocolFault extends Error {
  /** @param next what a person does about it, where the device's answer tells */
  constructor(
    message: string,
    readonly next?: string,
  ) {
    super(message);
  }
}

/** What a person does where nothing better is known. */
export const RESET_AND_AGAIN = 'reset the board and flash again';

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
    const told = error instanceof ProtocolFault ? error.next : undefined;
    return fail({ code, where: link.name, message: error.message, next: told ?? RESET_AND_AGAIN });
  }
}
