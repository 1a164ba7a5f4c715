const TICK_MS = 20;
/** What Linux keeps of a terminal that is not read: the line discipline's buffer (n_tty.c) and the port's (tty_buffer.c). */
const SYSTEM_BUFFER = 4095 + 64 * 1024;
/** A start bit, eight bits, a stop bit. */
const BITS_PER_BYTE = 10;

/**
 * Notices that this process did not read for so long that the system's buffer can have overflowed at this speed (a
 * suspended computer, a starved processor). Drivers count overruns too, but Node cannot ask them (TIOCGICOUNT): what is
 * told is that bytes may be missing, never how many.
 */
export function watchStalls(baud: () => number, onStall: (ms: number) => void): { stop: () => void } {
  let last = process.hrtime.bigint();
  const timer = setInterval(() => {
    const at = process.hrtime.bigint();
    const ms = Number(at - last) / 1e6 - TICK_MS;
    last = at;
    if ((ms / 1000) * (baud() / BITS_PER_BYTE) > SYSTEM_BUFFER) onStall(Math.round(ms));
  }, TICK_MS);
  return { stop: () => clearInterval(timer) };
}
