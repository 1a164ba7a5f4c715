import { fail, ok, type Problem, type Result } from '../../../../shared/problem.js';
import type { Link } from '../../link/link.js';
import { silence } from '../receive.js';
import { command, OP, RomError, words } from './protocol.js';

export interface EspChip {
  name: string;
  /** Where the factory's MAC address is. */
  mac: number;
  /** FLASH_BEGIN has a word more, which asks for encryption (all but the first chip). */
  encrypts: boolean;
}

/** Of all chips: a word of the ROM, which tells the older ones apart ("Initial Synchronisation"; esptool, `chip_detect_magic_reg_addr`). */
const MAGIC_AT = 0x4000_1000;

/** eFuse blocks of the technical reference manuals; names and ids as esptool has them. */
const chip = (name: string, mac: number, encrypts = true): EspChip => ({ name, mac, encrypts });
const ESP32 = chip('ESP32', 0x3ff5_a004, false);
const BY_MAGIC: ReadonlyMap<number, EspChip> = new Map([
  [0x00f0_1d83, ESP32],
  [0x0000_07c6, chip('ESP32-S2', 0x3f41_a044)],
]);
const ESP8266_MAGIC = 0xfff0_c101;
/** By the chip id of GET_SECURITY_INFO. */
const BY_ID: ReadonlyMap<number, EspChip> = new Map([
  [5, chip('ESP32-C3', 0x6000_8844)],
  [9, chip('ESP32-S3', 0x6000_7044)],
  [12, chip('ESP32-C2', 0x6000_8840)],
  [13, chip('ESP32-C6', 0x600b_0844)],
  [16, chip('ESP32-H2', 0x600b_0844)],
  [18, chip('ESP32-P4', 0x5012_d044)],
  [20, chip('ESP32-C61', 0x600b_4844)],
  [23, chip('ESP32-C5', 0x600b_4844)],
]);

const SECURITY_BYTES = 20;
const SECURE_DOWNLOAD = 0x04;
const REPEATS_MS = 1000;

/**
 * Which chip it is. Errors: BOARD_MISMATCH for one that is not known, or whose fuses encrypt the flash or allow only secure
 * download: what is written then could not be run, or not be verified. @throws ProtocolFault, LinkLost
 */
export async function detectChip(link: Link): Promise<Result<EspChip>> {
  const magic = await registerOrNull(link, MAGIC_AT);
  const known = BY_MAGIC.get(magic ?? 0);
  if (known !== undefined) return ok(known);
  if (magic === ESP8266_MAGIC) return fail(unknown('ESP8266'));
  const info = Buffer.from(
    (await command(link, { op: OP.securityInfo, body: words(), answers: SECURITY_BYTES })).data,
  );
  const id = info.readUInt32LE(12);
  const found = BY_ID.get(id);
  if (found === undefined) return fail(unknown(`number ${id}`));
  if (isOdd(info[4] ?? 0)) return fail(fused(found, 'its flash is encrypted'));
  return (info.readUInt32LE(0) & SECURE_DOWNLOAD) === 0
    ? ok(found)
    : fail(fused(found, 'it allows only secure download'));
}

/** The MAC address of the factory. @throws ProtocolFault, LinkLost */
export async function macAddress(link: Link, { mac }: EspChip): Promise<string> {
  const low = await readRegister(link, mac);
  const high = await readRegister(link, mac + 4);
  const bytes = Buffer.alloc(6);
  bytes.writeUInt16BE(high & 0xffff, 0);
  bytes.writeUInt32BE(low >>> 0, 2);
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join(':');
}

const readRegister = async (link: Link, address: number): Promise<number> =>
  (await command(link, { op: OP.readRegister, body: words(address) })).value;

/** A chip in secure download refuses to read, several times. */
async function registerOrNull(link: Link, address: number): Promise<number | null> {
  try {
    return await readRegister(link, address);
  } catch (error) {
    if (!(error instanceof RomError)) throw error;
    await silence(link, Date.now() + REPEATS_MS);
    return null;
  }
}

/** The fuses that count how often encryption was switched: on where an odd number of them is burnt. */
const isOdd = (fuses: number): boolean =>
  [...fuses.toString(2)].filter((bit) => bit === '1').length % 2 === 1;

const USE_TOOL = 'use `protocol: external` with esptool, which knows it';

const unknown = (name: string): Problem => ({
  code: 'BOARD_MISMATCH',
  message: `the chip ${name} is none of those whose ROM loader is known here; nothing was written`,
  next: USE_TOOL,
});

const fused = ({ name }: EspChip, why: string): Problem => ({
  code: 'BOARD_MISMATCH',
  message: `the fuses of the ${name} are burnt: ${why}; nothing was written`,
  next: USE_TOOL,
});
