import { z } from 'zod';
import { CHANNELS, type Channel, wireName } from '../../shared/channels.js';
import { CONTRACT, type Handlers, type Output } from '../../shared/ipc.js';
import { fail, ok, type Problem, type Result } from '../../shared/problem.js';

/** The part of Electron's `ipcMain` that is used here. */
export interface CallReceiver<E> {
  handle(name: string, listener: (event: E, input: unknown) => Promise<unknown>): void;
}

/**
 * Answers every call of the contract with a `Result`. A call from elsewhere than our own page is refused and told to
 * `onRefused`; a malformed one is refused with the field that is wrong (both USAGE). An answer that breaks the contract
 * is a bug and rejects.
 *
 * @param handlers calls that come before they are ready wait for them
 */
export function serve<E>(
  receiver: CallReceiver<E>,
  handlers: Promise<Handlers>,
  isOurPage: (event: E) => boolean,
  onRefused: (channel: Channel) => void,
): void {
  for (const channel of CHANNELS) {
    receiver.handle(wireName(channel), async (event, input) => {
      if (isOurPage(event)) return call(channel, await handlers, input);
      onRefused(channel);
      return fail(refused(channel));
    });
  }
}

async function call<C extends Channel>(
  channel: C,
  handlers: Handlers,
  input: unknown,
): Promise<Result<Output<C>>> {
  const parsed = CONTRACT[channel].in.safeParse(input);
  if (!parsed.success) return fail(malformed(channel, parsed.error));
  const result = await handlers[channel](parsed.data);
  return result.ok ? ok(CONTRACT[channel].out.parse(result.value)) : result;
}

const refused = (channel: Channel): Problem => ({
  code: 'USAGE',
  message: 'only the page of the Benchloop window may call this',
  where: channel,
});

const malformed = (channel: Channel, error: z.ZodError): Problem => ({
  code: 'USAGE',
  message: z.prettifyError(error),
  where: channel,
  next: 'this is a fault of the window: close it, open it again, and report it if it stays',
});
