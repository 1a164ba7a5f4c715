/** Addresses that are looked up at most. */
const MOST = 64;

/**
 * What in a dump may be an address of code, in the order of its first mention: `0x` and five digits or more, or eight digits
 * (CmBacktrace and Mbed print them bare). Which of them lie in the image, its symbols say.
 */
export function addressesIn(console: string): number[] {
  const found = [...console.matchAll(/\b(?:0x([0-9a-f]{4,8})|([0-9a-f]{8}))\b/gi)];
  const values = found.map(([, prefixed, bare]) => Number.parseInt(prefixed ?? bare ?? '0', 16));
  return [...new Set(values)].slice(0, MOST);
}
