import { describe, expect, it } from 'vitest';
import { explain, TOOL_ERRORS } from '../../../../electron/bench/flash/external/errors.js';
import { TOOL_WORDS } from '../../../../electron/bench/flash/external/words.js';

/** Lines as the tools print them. */
const WORDS: readonly [tool: string, code: string, line: string][] = [
  [
    'libusb',
    'PORT_PERMISSION',
    'dfu-util: Cannot open DFU device 0483:df11 found on devnum 12 (LIBUSB_ERROR_ACCESS)',
  ],
  ['J-Link', 'FLASH_FAILURE', 'J-Link>loadfile "image.hex"\n\n****** Error: Writing target memory failed.'],
  ['J-Link', 'FLASH_FAILURE', '****** Error: Something that is new'],
  ['J-Link', 'TEST_ENV_FAILURE', 'Cannot connect to target.\nWriting failed.'],
  ['J-Link', 'FLASH_FAILURE', 'Writing failed.'],
  ['J-Link', 'TEST_ENV_FAILURE', 'Target connection not established yet but required for command.'],
  ['J-Link', 'FLASH_FAILURE', 'Failed to open file.'],
  [
    'J-Link',
    'TEST_ENV_FAILURE',
    '****** Error: Device "STM32F407VGX" is unknown to this software version\nFailed to open file.',
  ],
  ['libusb', 'PORT_BUSY', 'Error: libusb_claim_interface() failed: LIBUSB_ERROR_BUSY'],
  ['OpenOCD', 'BOARD_MISMATCH', 'Warn : stm32f4x.cpu: UNEXPECTED idcode: 0x1ba01477'],
  ['OpenOCD', 'TEST_ENV_FAILURE', 'Error: unable to find a matching CMSIS-DAP device'],
  [
    'OpenOCD',
    'TEST_ENV_FAILURE',
    "Error: unable to open ftdi device with description '*', serial '*' at bus location '*'",
  ],
  ['OpenOCD', 'TEST_ENV_FAILURE', 'Error: init mode failed (unable to connect to the target)'],
  ['OpenOCD', 'TEST_ENV_FAILURE', 'Error: timed out while waiting for target halted'],
  ['OpenOCD', 'VERIFY_FAILURE', 'Error: checksum mismatch - attempting binary compare\n** Verify Failed **'],
  ['OpenOCD', 'FLASH_FAILURE', 'Error: stm32x device protected'],
  ['OpenOCD', 'FLASH_FAILURE', '** Programming Failed **'],
  // OpenOCD 0.12 of Debian 12, with its dummy adapter and its faux flash
  ['OpenOCD', 'FLASH_FAILURE', 'Warn : no flash bank found for address 0x02000000'],
  ['OpenOCD', 'TEST_ENV_FAILURE', "embedded:startup.tcl:28: Error: Can't find interface/nothing.cfg"],
  ['OpenOCD', 'FLASH_FAILURE', "Error: couldn't open nope.bin"],
  ['OpenOCD', 'TEST_ENV_FAILURE', '** OpenOCD init failed **'],
  ['pyOCD', 'TEST_ENV_FAILURE', 'No connected debug probes'],
  [
    'pyOCD',
    'TEST_ENV_FAILURE',
    "C Target type 'stm32f407vg' not recognized. Use 'pyocd list --targets' [__main__]",
  ],
  ['pyOCD', 'TEST_ENV_FAILURE', 'Memory transfer fault (SWD/JTAG FAULT ACK) @ 0x20000000'],
  ['pyOCD', 'FLASH_FAILURE', 'flash program page failure (address 0x08000000; result code 0x1)'],
  ['probe-rs', 'TEST_ENV_FAILURE', 'Error: No connected probes were found.'],
  ['probe-rs', 'TEST_ENV_FAILURE', 'Error: Connecting to the chip was unsuccessful.'],
  ['probe-rs', 'VERIFY_FAILURE', 'Flash content verification failed.'],
  ['probe-rs', 'FLASH_FAILURE', 'Failed to erase flash sector at address 0x08000000.'],
  [
    'esptool',
    'BOARD_MISMATCH',
    'A fatal error occurred: This chip is ESP32-S3, not ESP32. Wrong --chip argument?',
  ],
  [
    'esptool',
    'TEST_ENV_FAILURE',
    'A fatal error occurred: Failed to connect to ESP32: No serial data received.',
  ],
  ['esptool', 'VERIFY_FAILURE', 'A fatal error occurred: MD5 of file does not match data in flash!'],
  [
    'esptool',
    'PORT_BUSY',
    "A fatal error occurred: Could not open /dev/ttyUSB0, the port is busy or doesn't exist.",
  ],
  ['J-Link', 'TEST_ENV_FAILURE', 'Connecting to J-Link via USB...FAILED: Cannot connect to J-Link.'],
  ['J-Link', 'TEST_ENV_FAILURE', 'Cannot connect to target.'],
  ['J-Link', 'VERIFY_FAILURE', 'Error while programming flash: Verify failed.'],
  ['J-Link', 'FLASH_FAILURE', 'Error while programming flash: Programming failed.'],
  ['st-flash', 'TEST_ENV_FAILURE', "Couldn't find any ST-Link devices"],
  ['st-flash', 'TEST_ENV_FAILURE', 'Failed to enter SWD mode'],
  ['st-flash', 'BOARD_MISMATCH', 'Unknown memory region'],
  ['st-flash', 'VERIFY_FAILURE', 'ERROR common_flash.c: Verification of flash failed at offset: 0'],
  ['st-flash', 'FLASH_FAILURE', 'ERROR flash_loader.c: flash loader run error'],
  ['avrdude', 'BOARD_MISMATCH', 'avrdude: Expected signature for ATmega328P is 1E 95 0F'],
  ['avrdude', 'TEST_ENV_FAILURE', 'avrdude: stk500_getsync() attempt 1 of 10: not in sync: resp=0x00'],
  ['avrdude', 'VERIFY_FAILURE', 'avrdude: verification error, first mismatch at byte 0x0000'],
  ['dfu-util', 'BOARD_MISMATCH', "dfu-util: More than one DFU capable USB device found! Try `--list'"],
  ['dfu-util', 'TEST_ENV_FAILURE', 'dfu-util: No DFU capable USB device available'],
  ['dfu-util', 'FLASH_FAILURE', 'dfu-util: Last page at 0x08200000 is not writeable'],
  [
    'west',
    'TEST_ENV_FAILURE',
    'FATAL ERROR: required program nrfjprog not found; install it or add its location to PATH',
  ],
  // flashrom of Debian 12, with its dummy programmer
  ['flashrom', 'TEST_ENV_FAILURE', 'No EEPROM/flash device found.'],
  ['flashrom', 'VERIFY_FAILURE', 'Verifying flash... FAILED at 0x00000000! Expected=0xdd, Found=0x00'],
  ['flashrom', 'FLASH_FAILURE', "Error: Image size (1024 B) doesn't match the expected size (131072 B)!"],
  ['flashrom', 'FLASH_FAILURE', 'Your flash chip is in an unknown state.'],
  ['west', 'TEST_ENV_FAILURE', "FATAL ERROR: can't find /build/zephyr/runners.yaml"],
  ['system', 'PORT_PERMISSION', 'avrdude: ser_open(): can\'t open device "/dev/ttyACM0": Permission denied'],
  ['system', 'PORT_BUSY', 'avrdude: ser_open(): can\'t open device "/dev/ttyACM0": Device or resource busy'],
  [
    'system',
    'TEST_ENV_FAILURE',
    'avrdude OS error: cannot open port /dev/ttyACM0: No such file or directory',
  ],
  [
    'system',
    'TEST_ENV_FAILURE',
    'avrdude: ser_open(): can\'t open device "/dev/ttyACM0": No such file or directory',
  ],
];

describe("what a flashing tool's words mean", () => {
  it.each(WORDS)('%s: %s: %s', (tool, code, line) => {
    const found = TOOL_ERRORS.find(({ pattern }) => pattern.test(line));
    expect([found?.tool, found?.code]).toEqual([tool, code]);
    expect(explain(line, TOOL_ERRORS)).toMatchObject({ code, message: found?.message, next: found?.next });
  });

  it.each(['notWritten', 'differs', 'badImage', 'notFlash'] as const)(
    'tells of an image that is not on the board whatever the exit code: %s',
    (meaning) => {
      const rows = TOOL_WORDS.flatMap(([, means], at) => (means === meaning ? [TOOL_ERRORS[at]] : []));
      expect(rows.map((row) => row?.silent)).toEqual(rows.map(() => true));
    },
  );

  it('has such a line for every row', () => {
    const silent = TOOL_ERRORS.filter(
      (row) => !WORDS.some(([, , line]) => row === TOOL_ERRORS.find(({ pattern }) => pattern.test(line))),
    );
    expect(silent.map(({ tool, pattern }) => `${tool} ${pattern}`)).toEqual([]);
  });

  it.each([
    'avrdude: 676 bytes of flash verified',
    '** Verified OK **',
    'Hash of data verified.',
    'Flash written and verified! jolly good!',
  ])('takes %j for nothing wrong', (line) => {
    expect(explain(line, TOOL_ERRORS)).toBeNull();
  });
});
