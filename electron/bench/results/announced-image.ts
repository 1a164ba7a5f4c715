/**
 * The image that a target says it is: ESP-IDF prints `ELF file SHA256: 1f6ab3…` at boot and with each panic, others a GNU
 * build-id. Hexadecimal, lower case, often only the beginning; null where it says none. The last one counts.
 */
export function announcedImage(console: string): { what: 'sha256' | 'build-id'; begins: string } | null {
  const last = [...console.matchAll(ANNOUNCED)].at(-1);
  const begins = last?.[2]?.toLowerCase();
  if (last === undefined || begins === undefined) return null;
  return { what: /sha/i.test(last[1] ?? '') ? 'sha256' : 'build-id', begins };
}

const ANNOUNCED = /\b(ELF file SHA-?256|build[- _]?id)\s{0,4}[:=]\s{0,4}(?:0x)?([0-9a-f]{8,64})\b/gi;
