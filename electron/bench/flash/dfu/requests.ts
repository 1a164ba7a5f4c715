import { setTimeout as delay } from 'node:timers/promises';
import { Stalled, type UsbControl } from '../../link/usb-control.js';
import { ProtocolFault } from '../fault.js';

/** The DFU interface of an opened device. */
export interface DfuInterface {
  usb: UsbControl;
  number: number;
}

/** bState (DFU 1.1, 6.1.2). */
export const STATE = {
  appIdle: 0,
  appDetach: 1,
  idle: 2,
  downloadSync: 3,
  downloadBusy: 4,
  downloadIdle: 5,
  manifestSync: 6,
  manifest: 7,
  manifestWaitReset: 8,
  uploadIdle: 9,
  error: 10,
} as const;

/** bRequest (DFU 1.1, 3). */
const REQUEST = { detach: 0, download: 1, upload: 2, getStatus: 3, clearStatus: 4, abort: 6 } as const;

export const STATUS_OK = 0;

/** bStatus, what it means (DFU 1.1, 6.1.2). */
const STATUS: readonly string[] = [
  'no error',
  'the file is not for this device (errTARGET)',
  'the file fails a check of the device (errFILE)',
  'the device cannot write memory (errWRITE)',
  'the device cannot erase memory (errERASE)',
  'memory that was to be erased is not (errCHECK_ERASED)',
  'the device cannot program memory (errPROG)',
  'programmed memory is not as it should be (errVERIFY)',
  'the address is out of range (errADDRESS)',
  'the device expected more data (errNOTDONE)',
  'the program in the device is damaged (errFIRMWARE)',
  'an error of its maker: for STM32, the memory is protected (errVENDOR)',
  'an unexpected USB reset (errUSBR)',
  'an unexpected power-on reset (errPOR)',
  'an unknown error (errUNKNOWN)',
  'a request that it did not expect (errSTALLEDPKT)',
];

/** The device refused or failed, with its reason. */
export class DfuFault extends ProtocolFault {
  constructor(
    what: string,
    readonly status: number,
  ) {
    super(`${what}: the device says ${STATUS[status] ?? `error ${status}`}`);
  }
}

export interface DfuStatus {
  status: number;
  /** The device wants to be left alone for so long, ms. */
  pollMs: number;
  state: number;
}

const STATUS_BYTES = 6;

const request = (dfu: DfuInterface, code: number, value = 0) =>
  ({ requestType: 'class', recipient: 'interface', request: code, value, index: dfu.number }) as const;

/** DFU_GETSTATUS (DFU 1.1, 6.1.2). @throws Stalled, ProtocolFault, LinkLost */
export async function getStatus(dfu: DfuInterface): Promise<DfuStatus> {
  const bytes = await dfu.usb.in(request(dfu, REQUEST.getStatus), STATUS_BYTES);
  if (bytes.length < STATUS_BYTES) throw new ProtocolFault('the device does not tell its whole status');
  const [status = 0, low = 0, middle = 0, high = 0, state = 0] = bytes;
  return { status, pollMs: low + (middle << 8) + (high << 16), state };
}

/** DFU_DETACH (5.1). @throws Stalled, LinkLost */
export const detach = (dfu: DfuInterface, timeoutMs: number): Promise<void> =>
  dfu.usb.out(request(dfu, REQUEST.detach, timeoutMs), new Uint8Array());

/** DFU_DNLOAD (6.1.1). @throws DfuFault, LinkLost */
export const download = (dfu: DfuInterface, block: number, bytes: Uint8Array): Promise<void> =>
  explained(dfu, 'writing', () => dfu.usb.out(request(dfu, REQUEST.download, block), bytes));

/** DFU_UPLOAD (6.2.1); fewer bytes than asked for are the last. @throws DfuFault, LinkLost */
export const upload = (dfu: DfuInterface, block: number, length: number): Promise<Uint8Array> =>
  explained(dfu, 'reading', () => dfu.usb.in(request(dfu, REQUEST.upload, block), length));

/** What a refused request means, is in the status. */
async function explained<T>(dfu: DfuInterface, what: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof Stalled)) throw error;
    throw new DfuFault(what, (await answered(dfu, what)).status);
  }
}

/** The device refuses even to tell its status: it has left the protocol. */
export class NoStatus extends ProtocolFault {}

async function answered(dfu: DfuInterface, what: string): Promise<DfuStatus> {
  try {
    return await getStatus(dfu);
  } catch (error) {
    throw error instanceof Stalled ? new NoStatus(`${what}: the device does not tell its status`) : error;
  }
}

const BUSY: readonly number[] = [STATE.downloadSync, STATE.downloadBusy, STATE.manifestSync, STATE.manifest];
/** Erasing everything takes longest. */
const PATIENCE_MS = 300_000;

/**
 * Waits, as long as the device asks for each time, until it has done what it was sent; gives the state.
 *
 * @throws DfuFault, ProtocolFault, LinkLost
 */
export async function settled(dfu: DfuInterface, what: string): Promise<number> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const { status, pollMs, state } = await answered(dfu, what);
    if (status !== STATUS_OK || state === STATE.error) throw new DfuFault(what, status);
    if (!BUSY.includes(state)) return state;
    if (performance.now() + pollMs > deadline)
      throw new ProtocolFault(`${what}: not done after ${PATIENCE_MS / 1000} s`);
    await leftAlone(pollMs);
  }
}

/** As `settled`, in the one state that fits. @throws DfuFault, ProtocolFault, LinkLost */
export async function settledIn(dfu: DfuInterface, wanted: number, what: string): Promise<void> {
  const state = await settled(dfu, what);
  if (state !== wanted) throw outOfStep(what, state);
}

export const outOfStep = (what: string, state: number): ProtocolFault =>
  new ProtocolFault(`${what}: the device is in state ${state}`);

/** A request that comes too early is an error (A.2.5), and a timer of Node may be early. */
async function leftAlone(ms: number): Promise<void> {
  const until = performance.now() + ms;
  for (let left = ms; left > 0; left = until - performance.now()) await delay(Math.ceil(left));
}

/** More than any way from one state to dfuIDLE takes. */
const STEPS_TO_IDLE = 8;

/** Brings a device that is in DFU mode to dfuIDLE, whatever was done with it before (A.1). @throws ProtocolFault, LinkLost */
export async function toIdle(dfu: DfuInterface): Promise<void> {
  for (let step = 0; step < STEPS_TO_IDLE; step++) {
    const { state, pollMs } = await answered(dfu, 'beginning');
    if (state === STATE.idle) return;
    await leftAlone(pollMs);
    const way = state === STATE.error ? REQUEST.clearStatus : REQUEST.abort;
    if (!BUSY.includes(state))
      await explained(dfu, 'beginning', () => dfu.usb.out(request(dfu, way), new Uint8Array()));
  }
  throw new ProtocolFault('the device does not come to rest');
}
