/** Which family ids (Microsoft, uf2families.json; RP2350: its datasheet, 5.5.3) a board takes, by the first token of its Board-ID. */
const FAMILIES: readonly (readonly [board: RegExp, families: readonly number[]])[] = [
  [/^RPI-RP2$/i, [0xe48bff56]],
  [/^RP2350/i, [0xe48bff57, 0xe48bff59, 0xe48bff5a, 0xe48bff5b]],
  [/^SAMD21/i, [0x68ed2b88]],
  [/^SAM[DE]51/i, [0x55114460]],
  [/^nRF52840/i, [0xada52840]],
  [/^nRF52833/i, [0x621e937a]],
  [/^ESP32-?S2/i, [0xbfdd4eee]],
  [/^ESP32-?S3/i, [0xc47e5767]],
  [/^(MI)?MXRT10/i, [0x4fb2d5bd]],
];

/** Whether a board takes images of a family; true where nothing is known of the board. */
export const takesFamily = (boardId: string, family: number): boolean =>
  FAMILIES.find(([board]) => board.test(boardId))?.[1].includes(family) ?? true;
