/** A write of a program to a device. */
export interface Store {
  address: number;
  /** The lowest eight bits of what was written. */
  byte: number;
  /** The calls under way, by their place in a list. */
  stack: number;
}

/** More writes to the register than bytes on the console: settings that share its address (16550: divisor latch). */
const MOST_OTHERS = 64;

/**
 * Finds the register that the console's bytes were written to: the one whose values, in their order, are these bytes. Returns the
 * stack of each byte; null where no register fits.
 */
export function writersOf(console: Uint8Array, stores: readonly Store[]): Int32Array | null {
  const byAddress = new Map<number, Store[]>();
  for (const store of stores) {
    const known = byAddress.get(store.address);
    if (known) known.push(store);
    else byAddress.set(store.address, [store]);
  }
  const likely = [...byAddress.values()]
    .filter(({ length }) => length >= console.length && length <= console.length + MOST_OTHERS)
    .sort((a, b) => a.length - b.length);
  for (const written of likely) {
    const found = matched(console, written);
    if (found !== null) return found;
  }
  return null;
}

/** From the end: what is written to the address for another purpose is written before the console is in use. */
function matched(console: Uint8Array, written: readonly Store[]): Int32Array | null {
  const stacks = new Int32Array(console.length);
  let at = written.length - 1;
  for (let i = console.length - 1; i >= 0; i -= 1) {
    while (at >= 0 && written[at]?.byte !== console[i]) at -= 1;
    if (at < 0) return null;
    stacks[i] = written[at]?.stack ?? -1;
    at -= 1;
  }
  return stacks;
}
