import type { UsbControl } from './usb-control.js';

const DEVICE = 1;
const CONFIGURATION = 2;
const STRING = 3;
const GET_DESCRIPTOR = 6;
const MOST = 4096;
const MOST_OF_STRING = 255;
const DEVICE_BYTES = 18;
const PRODUCT_INDEX_AT = 15;
const ENGLISH = 0x0409;

/** GET_DESCRIPTOR (USB 2.0, 9.4.3). */
function read(usb: UsbControl, [type, index]: [number, number], length: number, language = 0) {
  const request = { requestType: 'standard', recipient: 'device', request: GET_DESCRIPTOR } as const;
  return usb.in({ ...request, value: (type << 8) | index, index: language }, length);
}

/** The first configuration, with its interfaces and endpoints. @throws Stalled, LinkLost */
export const readConfiguration = (usb: UsbControl): Promise<Uint8Array> =>
  read(usb, [CONFIGURATION, 0], MOST);

/** A string descriptor by its index (USB 2.0, 9.6.7); '' for index 0. @throws Stalled, LinkLost */
export async function readString(usb: UsbControl, index: number): Promise<string> {
  if (index === 0) return '';
  const bytes = await read(usb, [STRING, index], MOST_OF_STRING, ENGLISH);
  return Buffer.from(bytes.subarray(2)).toString('utf16le');
}

/** The product's name (USB 2.0, 9.6.1 iProduct). @throws Stalled, LinkLost */
export async function readProduct(usb: UsbControl): Promise<string> {
  const device = await read(usb, [DEVICE, 0], DEVICE_BYTES);
  return readString(usb, device[PRODUCT_INDEX_AT] ?? 0);
}

/** The descriptors that follow one another in a configuration (USB 2.0, 9.6). */
export function* descriptorsOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; ) {
    const length = bytes[at] ?? 0;
    if (length < 2) return;
    yield bytes.subarray(at, at + length);
    at += length;
  }
}
