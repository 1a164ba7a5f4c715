import type { UsbControl } from '../../link/usb-control.js';
import { Stalled } from '../../link/usb-control.js';
import { ProtocolFault } from '../fault.js';
import type { DapInterface } from './interface.js';

/** Commands and responses of a probe, a packet each (Arm CMSIS-DAP, "Commands"). */
export interface DapChannel {
  usb: UsbControl;
  /** Most bytes of a command and of a response. */
  packetSize: number;
  /** @throws ProtocolFault, LinkLost */
  send(bytes: Uint8Array): Promise<void>;
  /** A response, filled up with zeros to the packet's size. @throws ProtocolFault, LinkLost */
  receive(timeoutMs: number): Promise<Uint8Array>;
}

/** HID 1.11, 7.2.2. */
const SET_REPORT = 9;
const OUTPUT_REPORT = 2 << 8;
/** What the specification's own commands take at most, ms. */
const ANSWER_MS = 10_000;
/** Responses that a host which broke off has left. */
const MOST_STALE = 8;

/** @param dap an interface of the device, claimed */
export function openChannel(usb: UsbControl, dap: DapInterface): DapChannel {
  const channel: DapChannel = {
    usb,
    packetSize: dap.in.packetSize,
    send: (bytes) => explained(() => transmit(usb, dap, bytes)),
    async receive(timeoutMs) {
      const bytes = await explained(() => usb.read(dap.in.number, channel.packetSize, timeoutMs));
      const packet = new Uint8Array(Math.max(bytes.length, channel.packetSize));
      packet.set(bytes);
      return packet;
    },
  };
  return channel;
}

/** A HID report has always its whole size; version 2 ends a packet by its length. */
async function transmit(usb: UsbControl, dap: DapInterface, bytes: Uint8Array): Promise<void> {
  const size = (dap.out ?? dap.in).packetSize;
  const report = new Uint8Array(dap.kind === 'hid' ? size : bytes.length);
  report.set(bytes);
  if (dap.out !== null) return usb.write(dap.out.number, report);
  const request = { requestType: 'class', recipient: 'interface', request: SET_REPORT } as const;
  return usb.out({ ...request, value: OUTPUT_REPORT, index: dap.number }, report);
}

async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof Stalled ? new ProtocolFault('the probe refuses to take commands') : error;
  }
}

/** One command; gives what follows its number in the response. @throws ProtocolFault, LinkLost */
export async function command(
  channel: DapChannel,
  [id, ...data]: readonly [number, ...number[]],
  timeoutMs = ANSWER_MS,
): Promise<Uint8Array> {
  await channel.send(Uint8Array.of(id, ...data));
  for (let received = 0; received < MOST_STALE; received++) {
    const packet = await channel.receive(timeoutMs);
    if (packet[0] === id) return packet.subarray(1);
    if (packet[0] === INVALID) break;
  }
  throw new ProtocolFault(`the probe does not know the command 0x${id.toString(16).padStart(2, '0')}`);
}

/** What a probe answers to a command that it does not know. */
const INVALID = 0xff;

const DAP_INFO = 0x00;
const HOST_STATUS = 0x01;
const CONNECTED = 0;

/** Lights the probe's light, and passes over what a host before left unread. @throws ProtocolFault, LinkLost */
export async function showConnected(channel: DapChannel, isConnected: boolean): Promise<void> {
  await command(channel, [HOST_STATUS, CONNECTED, isConnected ? 1 : 0]);
}

/** Ids of DAP_Info. */
export const INFO = { firmware: 0x04, device: 0x06, productFirmware: 0x09, packetSize: 0xff } as const;

/** DAP_Info, a string; '' where the probe has none. @throws ProtocolFault, LinkLost */
export async function infoText(channel: DapChannel, id: number): Promise<string> {
  return stringIn(await command(channel, [DAP_INFO, id]));
}

/** A string behind its length; the terminating zero counts. */
export const stringIn = ([length = 0, ...bytes]: Uint8Array): string =>
  Buffer.from(bytes.slice(0, length)).toString('latin1').replace(/\0.*$/s, '');

/** Learns how large packets may be (DAP_Info 0xff); a report of HID has the size of its endpoint. @throws ProtocolFault, LinkLost */
export async function learnPacketSize(channel: DapChannel, { kind }: DapInterface): Promise<void> {
  const [length, low = 0, high = 0] = await command(channel, [DAP_INFO, INFO.packetSize]);
  const told = (high << 8) | low;
  if (kind === 'bulk' && length === 2 && told > channel.packetSize) channel.packetSize = told;
}
