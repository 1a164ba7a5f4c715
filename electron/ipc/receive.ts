import { CHANNELS, type Channel, wireName } from '../../shared/channels.js';

/** The part of Electron's `ipcMain` that is used here. */
export interface CallReceiver<E> {
  handle(name: string, listener: (event: E, input: unknown) => Promise<unknown>): void;
}

/** Answers one call; `event` tells who calls, `input` is untrusted. */
export type Answering<E> = (channel: Channel, event: E, input: unknown) => Promise<unknown>;

/**
 * Takes every call of the contract from now on.
 *
 * @param answering may still be loading: a call that comes before that waits
 */
export function receiveCalls<E>(receiver: CallReceiver<E>, answering: Promise<Answering<E>>): void {
  for (const channel of CHANNELS) {
    receiver.handle(wireName(channel), async (event, input) => (await answering)(channel, event, input));
  }
}
