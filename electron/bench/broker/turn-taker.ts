import type { Turn } from '../link/link.js';

/** Writes turns, each as soon as the one before was answered; see `Link.writeInTurn`. */
export interface TurnTaker {
  /** Resolves once the first is with the system; rejects where it does not get there. */
  start(turns: readonly Turn[], write: (bytes: Uint8Array) => Promise<unknown>): Promise<unknown>;
  heard(bytes: Uint8Array): void;
  stop(): void;
}

export function createTurnTaker(): TurnTaker {
  let left: readonly Turn[] = [];
  let write: (bytes: Uint8Array) => Promise<unknown> = async () => undefined;
  /** Bytes of the answer to the turn that was written last. */
  let answered = 0;

  const stop = (): void => {
    left = [];
  };
  const take = (turns: readonly Turn[]): Promise<unknown> => {
    left = turns;
    answered = 0;
    return turns[0] === undefined ? Promise.resolve() : write(turns[0].bytes);
  };
  const hear = (byte: number): void => {
    const [turn] = left;
    if (turn === undefined) return;
    answered += 1;
    if (answered === 1 && byte !== turn.first) stop();
    // a port that cannot be written is lost, which who reads it hears
    else if (answered === turn.answer) void take(left.slice(1)).catch(stop);
  };

  return {
    stop,
    start: (turns, through) => {
      write = through;
      return take(turns);
    },
    heard: (bytes) => bytes.forEach(hear),
  };
}
