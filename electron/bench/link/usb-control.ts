/** A control request, without its data (USB 2.0, 9.3). */
export interface ControlRequest {
  requestType: 'standard' | 'class';
  recipient: 'device' | 'interface';
  request: number;
  value: number;
  index: number;
}

/**
 * An opened USB device. Calls are made one after the other.
 *
 * - A request that the device refuses throws `Stalled`.
 * - A device that does not answer, or is gone, makes every pending and later call throw `LinkLost`.
 */
export interface UsbControl {
  /** Ids and place, for messages. */
  readonly name: string;
  /** `vendor:product`, four hexadecimal digits each. */
  readonly ids: string;
  /** USB serial number; null where it has none. */
  readonly serial: string | null;
  /** Gives at most `length` bytes. */
  in(request: ControlRequest, length: number): Promise<Uint8Array>;
  out(request: ControlRequest, data: Uint8Array): Promise<void>;
  /** One bulk or interrupt transfer from an endpoint, by its number, of a claimed interface: at most `length` bytes. */
  read(endpoint: number, length: number, timeoutMs: number): Promise<Uint8Array>;
  /** One bulk or interrupt transfer to an endpoint of a claimed interface. */
  write(endpoint: number, bytes: Uint8Array): Promise<void>;
  /** Takes an interface for this process alone, from the system's driver too, in one of its alternate settings. */
  claim(interfaceNumber: number, alternate: number): Promise<void>;
  /** A USB reset, after which the device may be another one: only `close` is left to do. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

/** The device answered a request by STALL: it does not know it, or not now. */
export class Stalled extends Error {}
