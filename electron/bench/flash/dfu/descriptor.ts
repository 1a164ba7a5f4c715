import { descriptorsOf } from '../../link/usb-descriptor.js';

/** An alternate setting of a DFU interface: one of the memories of the device. */
export interface DfuAlternate {
  interface: number;
  setting: number;
  /** bInterfaceProtocol: 1 the program runs, 2 DFU mode. */
  protocol: number;
  /** String descriptor with its name; 0 where it has none. */
  nameIndex: number;
}

/** DFU functional descriptor (DFU 1.1, 4.1.3). */
export interface DfuFunction {
  canDownload: boolean;
  canUpload: boolean;
  /** Speaks DFU again after it took an image in. */
  tolerant: boolean;
  /** Leaves the bus by itself when it is told to detach; else it waits for a USB reset. */
  willDetach: boolean;
  /** Waits so long for that reset, ms. */
  detachMs: number;
  /** Most bytes of a block. */
  transferSize: number;
  /** 0x0110 is DFU 1.1, 0x011a DfuSe. */
  version: number;
}

const INTERFACE = 4;
const FUNCTIONAL = 0x21;
/** Application-specific, device firmware upgrade (DFU 1.1, 4.2.3). */
const DFU_CLASS = [0xfe, 0x01];
/** DFU 1.0 has no bcdDFUVersion. */
const DFU_10_BYTES = 7;
const DFU_11_BYTES = 9;

/** What a configuration descriptor says of DFU; null where it says nothing. */
export function parseDfu(configuration: Uint8Array): { alternates: DfuAlternate[]; dfu: DfuFunction } | null {
  const alternates: DfuAlternate[] = [];
  let dfu: DfuFunction | null = null;
  let inside = false;
  for (const one of descriptorsOf(configuration)) {
    if (one[1] === INTERFACE) {
      inside = one[5] === DFU_CLASS[0] && one[6] === DFU_CLASS[1];
      const [, , number = 0, setting = 0, , , , protocol = 0, nameIndex = 0] = one;
      if (inside) alternates.push({ interface: number, setting, protocol, nameIndex });
    }
    // HID uses the same number for a descriptor of its own.
    if (inside && one[1] === FUNCTIONAL && one.length >= DFU_10_BYTES) dfu = functionOf(one);
  }
  return dfu === null ? null : { alternates, dfu };
}

function functionOf(bytes: Uint8Array): DfuFunction {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const attributes = view.getUint8(2);
  return {
    canDownload: (attributes & 1) !== 0,
    canUpload: (attributes & 2) !== 0,
    tolerant: (attributes & 4) !== 0,
    willDetach: (attributes & 8) !== 0,
    detachMs: view.getUint16(3, true),
    transferSize: view.getUint16(5, true),
    version: bytes.length >= DFU_11_BYTES ? view.getUint16(7, true) : 0x0100,
  };
}
