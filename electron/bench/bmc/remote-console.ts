/** The console of a machine, through whatever reaches it. */
export interface RemoteConsole {
  /** Types text as it stands. */
  type(text: string): void;
  /** From now on what the machine says goes to `take`. */
  hear(take: (bytes: Uint8Array) => void): void;
  /** Settles when the connection is gone, with the reason in words. */
  ended: Promise<string>;
  /** Settles when the other side is free for the next one. Never fails. */
  close(): Promise<void>;
}
