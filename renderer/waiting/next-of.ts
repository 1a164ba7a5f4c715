/** The one behind that which the person was led to last, round and round; the first where that has gone. */
export function nextOf<T extends { key: string }>(items: readonly T[], opened: string | null): T | null {
  const at = items.findIndex(({ key }) => key === opened);
  return items[(at + 1) % items.length] ?? null;
}
