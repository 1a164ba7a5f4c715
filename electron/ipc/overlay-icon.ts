/** Pixels of a side: an overlay of Windows is 16 wide, drawn for a scale of 2 (Win32, ITaskbarList3::SetOverlayIcon). */
export const OVERLAY_SIZE = 32;

const DISC = [0x00, 0x4b, 0x9a, 0xff];
const INK = [0xff, 0xff, 0xff, 0xff];

/** Five columns by seven rows; a bit for each pixel, the leftmost the highest. */
const GLYPHS: Readonly<Record<string, readonly number[]>> = {
  1: [0b00100, 0b01100, 0b00100, 0b00100, 0b00100, 0b00100, 0b01110],
  2: [0b01110, 0b10001, 0b00001, 0b00110, 0b01000, 0b10000, 0b11111],
  3: [0b11110, 0b00001, 0b00001, 0b01110, 0b00001, 0b00001, 0b11110],
  4: [0b00010, 0b00110, 0b01010, 0b10010, 0b11111, 0b00010, 0b00010],
  5: [0b11111, 0b10000, 0b11110, 0b00001, 0b00001, 0b10001, 0b01110],
  6: [0b00110, 0b01000, 0b10000, 0b11110, 0b10001, 0b10001, 0b01110],
  7: [0b11111, 0b00001, 0b00010, 0b00100, 0b01000, 0b01000, 0b01000],
  8: [0b01110, 0b10001, 0b10001, 0b01110, 0b10001, 0b10001, 0b01110],
  9: [0b01110, 0b10001, 0b10001, 0b01111, 0b00001, 0b00010, 0b01100],
  '+': [0b00000, 0b00100, 0b00100, 0b11111, 0b00100, 0b00100, 0b00000],
};
const WIDE = 5;
const HIGH = 7;

/** A disc with the number, `9+` from ten on: BGRA, row by row (Electron, nativeImage.createFromBitmap). */
export function overlayBitmap(count: number): Buffer {
  const text = count > 9 ? '9+' : String(count);
  const scale = text.length > 1 ? 2 : 3;
  const width = (WIDE * text.length + text.length - 1) * scale;
  const left = Math.floor((OVERLAY_SIZE - width) / 2);
  const top = Math.floor((OVERLAY_SIZE - HIGH * scale) / 2);
  const isInk = (x: number, y: number): boolean => {
    const column = Math.floor((x - left) / scale);
    const row = Math.floor((y - top) / scale);
    const bits = GLYPHS[text[Math.floor(column / (WIDE + 1))] ?? '']?.[row] ?? 0;
    const at = column % (WIDE + 1);
    return column >= 0 && at < WIDE && ((bits >> (WIDE - 1 - at)) & 1) === 1;
  };
  const middle = (OVERLAY_SIZE - 1) / 2;
  const isDisc = (x: number, y: number): boolean => Math.hypot(x - middle, y - middle) <= OVERLAY_SIZE / 2;
  const pixels = Array.from({ length: OVERLAY_SIZE ** 2 }, (_none, at) => {
    const [x, y] = [at % OVERLAY_SIZE, Math.floor(at / OVERLAY_SIZE)];
    return isInk(x, y) ? INK : isDisc(x, y) ? DISC : [0, 0, 0, 0];
  });
  return Buffer.from(pixels.flat());
}
