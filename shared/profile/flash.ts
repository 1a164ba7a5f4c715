import * as z from 'zod';
import { BaudSchema } from '../baud.js';
import { seconds } from '../duration.js';
import { hex4, regularExpression } from './fields.js';

const address = z.number().int().nonnegative().max(0xffff_ffff);

const region = z.strictObject({
  name: z.string(),
  start: address.describe('First address.'),
  size: z.number().int().positive().describe('Bytes.'),
  page: z.number().int().positive().default(256).describe('Smallest unit of writing or erasing, bytes.'),
});

const common = {
  chip: z.string().optional().describe('What the chip must call itself; another is refused.'),
  machine: z
    .enum(['arm', 'avr', 'riscv', 'xtensa', 'x86'])
    .optional()
    .describe('The processor that an ELF image must be for.'),
  regions: z.array(region).default([]).describe('Where an image may lie; outside of it nothing is written.'),
};

const baud = (n: number) => BaudSchema.default(n).describe('Bits per second while flashing.');
const retrySec = (n: number) => seconds.default(n).describe('How long to wait for the bootloader.');
const entry = z
  .enum(['dtr', 'rts', 'dtr-rts', 'open', 'touch-1200', 'none'])
  .describe(
    'How the bootloader is entered; `open`: by opening the port; `none`: it is there, or a person sees to it.',
  );

/** How what cannot tell its chip by itself is asked; the first group of a pattern counts, else all that fits it. */
const identify = <Command extends z.ZodType>(command: Command) =>
  z
    .strictObject({
      command,
      chip: regularExpression.describe('Finds the chip in the answer.'),
      serial: regularExpression.optional().describe('Finds the serial number in it.'),
    })
    .optional()
    .describe('Asks for the chip; without it a profile with `chip` is refused.');

/** Of the device while it is in its bootloader. */
const bootloaderIds = (what: string) =>
  z
    .strictObject({ vendor: hex4, product: hex4 })
    .optional()
    .describe(`USB ids in ${what}, where they are not those of \`find\`.`);

const marker = regularExpression.optional();

const chipAt = z.strictObject({ address, mask: address.default(0xffff_ffff) }).optional();

/** What an external tool's output can mean. */
export const EXTERNAL_ERRORS = [
  'TEST_ENV_FAILURE',
  'BOARD_MISMATCH',
  'FLASH_FAILURE',
  'VERIFY_FAILURE',
  'PORT_BUSY',
  'PORT_PERMISSION',
] as const;

/** How an image gets onto a board: one member per protocol. */
export const FlashSchema = z.discriminatedUnion('protocol', [
  z.strictObject({
    protocol: z.literal('stk500v1').describe('STK500 version 1, as in optiboot (AVR).'),
    ...common,
    baud: baud(115200),
    entry: entry.default('dtr'),
    connectSec: retrySec(5),
  }),
  z.strictObject({
    protocol: z.literal('an3155').describe('The UART bootloader in the ROM of STM32 (AN3155).'),
    ...common,
    baud: baud(115200),
    parity: z.enum(['even', 'none']).default('even').describe('The ROM wants even parity.'),
    entry: entry.default('none'),
    connectSec: retrySec(5),
    startAt: address.optional().describe('Where to go on after flashing; the first segment without it.'),
  }),
  z.strictObject({
    protocol: z.enum(['xmodem', 'ymodem']).describe('X/YMODEM into a boot monitor (U-Boot).'),
    ...common,
    baud: baud(115200),
    prompt: z.string().default('=> ').describe("The monitor's prompt."),
    interrupt: z.string().optional().describe('Text upon which a key is sent, to stop autoboot.'),
    receive: z.string().describe('The command that starts the transfer: `loady {address}`.'),
    check: z
      .strictObject({ command: z.string(), pattern: regularExpression })
      .optional()
      .describe('A command whose answer holds the CRC-32 of what was received: `crc32 {address} {size}`.'),
    go: z.string().optional().describe('The command that starts the program: `go {address}`.'),
    identify: identify(z.string().describe('A command of the monitor: `printenv soc`.')),
    connectSec: retrySec(30),
  }),
  z.strictObject({
    protocol: z.literal('gdb').describe("A debug server's remote protocol (QEMU, OpenOCD, J-Link)."),
    ...common,
    host: z.string().default('127.0.0.1').describe('Where the server listens.'),
    port: z.number().int().positive().max(65535).describe('Its TCP port.'),
    chipAt: chipAt.describe(
      'Where the chip has its id: a word of 32 bits, little-endian. Without it `chip` is refused.',
    ),
    reset: z
      .string()
      .optional()
      .describe(
        "The server's own command that resets the target: `system_reset` (QEMU), `reset halt` (OpenOCD).",
      ),
  }),
  z.strictObject({
    protocol: z.literal('uf2').describe('A bootloader that shows itself as a drive (UF2).'),
    ...common,
    family: address.describe('UF2 family id of the board: `0xe48bff56` is the RP2040.'),
    entry: z
      .enum(['touch-1200', 'double-reset', 'none'])
      .default('touch-1200')
      .describe('How the bootloader is entered; `none`: its drive is there, or a person sees to it.'),
    ids: bootloaderIds('the bootloader'),
    current: z
      .boolean()
      .default(false)
      .describe('The bootloader shows what it holds as CURRENT.UF2: it is kept before the first write.'),
    connectSec: retrySec(30),
  }),
  z.strictObject({
    protocol: z
      .literal('dfu')
      .describe("USB DFU 1.1, with addresses where the device has ST's extensions (DfuSe, AN3156)."),
    ...common,
    alternate: z.number().int().min(0).max(255).default(0).describe('Alternate setting: which memory.'),
    ids: bootloaderIds('DFU mode'),
    upload: z.boolean().default(true).describe('Whether the device can be read.'),
    connectSec: retrySec(10),
    startAt: address
      .optional()
      .describe('Where a DfuSe device goes on after flashing; the first segment without it.'),
  }),
  z.strictObject({
    protocol: z
      .literal('cmsis-dap')
      .describe(
        'A debug probe with DAPLink (CMSIS-DAP), which programs its target; the flash is read by SWD.',
      ),
    ...common,
    universalHex: z
      .array(hex4)
      .optional()
      .describe(
        'Ids of the board in a Universal Hex: of such a file its part is written (micro:bit V2: `9903` to `9906`).',
      ),
    clock: z.number().int().positive().default(1_000_000).describe('Clock of SWD, Hz.'),
    chipAt: chipAt.describe(
      'Where the chip has its id: a word of 32 bits, little-endian. Without it `chip` is the core, `cortex-m4`.',
    ),
    erase: z
      .enum(['pages', 'chip'])
      .default('pages')
      .describe(
        'What is erased: the sectors that the image touches, which DAPLink before 0257 cannot do, or everything, which is always asked for.',
      ),
    connectSec: seconds.default(5).describe('How long the target may take to answer by SWD.'),
  }),
  z.strictObject({
    protocol: z.literal('esp').describe('The loader in the ROM of ESP32 chips.'),
    ...common,
    baud: baud(460800),
    entry: z
      .enum(['classic', 'usb-jtag', 'none'])
      .default('classic')
      .describe(
        'How the loader is entered; `classic`: DTR and RTS through two transistors; `usb-jtag`: the USB port of the chip; `none`: a person sees to it.',
      ),
    connectSec: retrySec(10),
  }),
  z.strictObject({
    protocol: z.literal('external').describe('A tool of yours: openocd, pyocd, probe-rs, esptool, J-Link, …'),
    ...common,
    write: z
      .array(z.string())
      .nonempty()
      .describe(
        'Argument vector; `{image}` is Intel HEX, beside `{address}` bare bytes, `{bin}` always is; `{port}`, `{serial}`.',
      ),
    commands: z
      .string()
      .optional()
      .describe('Text of a file `{commands}` that `write` may name, with the same placeholders.'),
    read: z
      .array(z.string())
      .nonempty()
      .optional()
      .describe('Puts bare bytes into `{file}`: of `{start}` and `{size}`, or all memory from 0.'),
    start: z.array(z.string()).nonempty().optional().describe('Starts the program, where `write` does not.'),
    identify: identify(z.array(z.string()).nonempty().describe('Argument vector.')),
    unsafeFrom: marker.describe(
      'From this line on `write` is not ended by an abort; without it from its beginning …',
    ),
    safeAgain: marker.describe('… until this one.'),
    timeoutSec: seconds.default(120).describe('Then it is ended in any case.'),
    errors: z
      .array(z.strictObject({ pattern: regularExpression, code: z.enum(EXTERNAL_ERRORS) }))
      .default([])
      .describe('What its output means, beside what is known of the common tools.'),
  }),
]);
export type FlashSettings = z.infer<typeof FlashSchema>;

/** What a profile's flasher erases before it writes: the pages that the image touches, or everything. */
export const eraseOf = (flash: FlashSettings): 'pages' | 'all' =>
  flash.protocol === 'cmsis-dap' && flash.erase === 'chip' ? 'all' : 'pages';

export type FlashProtocol = FlashSettings['protocol'];
/** The settings of one protocol. */
export type FlashSettingsOf<P extends FlashProtocol> = Extract<FlashSettings, { protocol: P }>;
