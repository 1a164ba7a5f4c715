const POLYNOMIAL = 0x1021;

const TABLE = Uint16Array.from({ length: 256 }, (_, index) => {
  let value = index << 8;
  for (let bit = 0; bit < 8; bit++) value = (value << 1) ^ (value & 0x8000 ? POLYNOMIAL : 0);
  return value;
});

/** CRC-16 as XMODEM has it: x^16 + x^12 + x^5 + 1, starting at 0, high bit first (Forsberg 1988, section 8.1). */
export const crc16 = (bytes: Uint8Array): number =>
  bytes.reduce((crc, byte) => ((crc << 8) & 0xffff) ^ (TABLE[(crc >> 8) ^ byte] ?? 0), 0);
