import type { UsbControl } from '../../link/usb-control.js';
import { descriptorsOf, readConfiguration, readProduct, readString } from '../../link/usb-descriptor.js';

/** An endpoint, by its number without the direction. */
interface Endpoint {
  number: number;
  /** wMaxPacketSize, bytes. */
  packetSize: number;
}

/** The interface of a probe that takes CMSIS-DAP commands. */
export interface DapInterface {
  number: number;
  setting: number;
  /** Version 1 speaks in HID reports, version 2 in bulk packets. */
  kind: 'hid' | 'bulk';
  in: Endpoint;
  /** Null: HID without it, where reports are sent by control transfers. */
  out: Endpoint | null;
}

interface Candidate extends DapInterface {
  nameIndex: number;
}

const INTERFACE = 4;
const ENDPOINT = 5;
const HID_CLASS = 3;
const VENDOR_CLASS = 0xff;
const BULK = 2;
const INTERRUPT = 3;
const TO_HOST = 0x80;

/**
 * The interface for CMSIS-DAP, version 2 where there are both; null where there is none (Arm CMSIS-DAP, "Configure USB":
 * version 2 is a vendor interface whose first endpoints are bulk OUT and IN and whose name contains `CMSIS-DAP`, version 1
 * a HID of a product, or with a name, that contains it).
 *
 * @throws Stalled, LinkLost
 */
export async function findDap(usb: UsbControl): Promise<(DapInterface & { product: string }) | null> {
  const product = await readProduct(usb);
  const candidates = candidatesIn(await readConfiguration(usb));
  for (const candidate of candidates.toSorted((a, b) => a.kind.localeCompare(b.kind))) {
    const name = await readString(usb, candidate.nameIndex);
    if (isDap(name) || (candidate.kind === 'hid' && isDap(product))) return { ...candidate, product };
  }
  return null;
}

const isDap = (name: string): boolean => /CMSIS-DAP/i.test(name);

/** Interfaces that have the class and the endpoints for it. */
export function candidatesIn(configuration: Uint8Array): Candidate[] {
  const candidates: Candidate[] = [];
  let current: Uint8Array | undefined;
  let endpoints: Uint8Array[] = [];
  const finish = () => {
    const candidate = current && candidateOf(current, endpoints);
    if (candidate) candidates.push(candidate);
  };
  for (const one of descriptorsOf(configuration)) {
    if (one[1] === ENDPOINT) endpoints.push(one);
    if (one[1] !== INTERFACE) continue;
    finish();
    current = one;
    endpoints = [];
  }
  finish();
  return candidates;
}

function candidateOf(descriptor: Uint8Array, endpoints: readonly Uint8Array[]): Candidate | null {
  const [, , number = 0, setting = 0, , classCode, subclass, , nameIndex = 0] = descriptor;
  const isBulk = classCode === VENDOR_CLASS && subclass === 0;
  if (!isBulk && classCode !== HID_CLASS) return null;
  const usable = endpoints.filter((one) => ((one[3] ?? 0) & 3) === (isBulk ? BULK : INTERRUPT));
  const find = (direction: number) => usable.find((one) => ((one[2] ?? 0) & TO_HOST) === direction);
  const [input, output] = [endpointOf(find(TO_HOST)), endpointOf(find(0))];
  if (input === null || (isBulk && output === null)) return null;
  return { number, setting, kind: isBulk ? 'bulk' : 'hid', in: input, out: output, nameIndex };
}

/** Bits 10 to 0 are the size; above are transactions per microframe (USB 2.0, 9.6.6). */
function endpointOf(descriptor: Uint8Array | undefined): Endpoint | null {
  if (descriptor === undefined) return null;
  const [, , address = 0, , low = 0, high = 0] = descriptor;
  return { number: address & 0x0f, packetSize: ((high << 8) | low) & 0x7ff };
}
