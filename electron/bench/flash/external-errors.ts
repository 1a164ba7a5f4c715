import type { Problem, ProblemCode } from '../../../shared/problem.js';
import type { EXTERNAL_ERRORS } from '../../../shared/profile/flash.js';

type Code = (typeof EXTERNAL_ERRORS)[number] & ProblemCode;

/** What a line of a tool's output means. */
export interface ErrorRow {
  tool: string;
  pattern: RegExp;
  code: Code;
  message: string;
  next: string;
  /** The tool ends with 0 all the same. */
  silent?: true;
}

const NO_PROBE = 'plug the probe or the board in; `benchloop ports` lists what there is';
const NO_TARGET = 'check the power of the target, the wires to the probe and the reset line';
const ACCESS = 'install native-config/udev, then plug it in again (Windows: its WinUSB driver)';
const BUSY = 'close the program that has it open, a debugger perhaps, and try again';
const CHIP = 'check which board is plugged in, and the chip that the profile names to the tool';
const AGAIN = 'flash again; if it stays so, the flash or the supply of the board is bad';
const PROTECTED = 'lift the protection of the flash with the tool of the vendor';

/** Rows of the common tools in the order in which they are tried: what says more comes first. */
export const TOOL_ERRORS: readonly ErrorRow[] = [
  row('libusb', /LIBUSB_ERROR_ACCESS/, 'PORT_PERMISSION', 'this user may not open the USB device', ACCESS),
  row('libusb', /LIBUSB_ERROR_BUSY/, 'PORT_BUSY', 'another program has the USB device open', BUSY),

  row('openocd', /UNEXPECTED idcode/, 'BOARD_MISMATCH', 'another chip answers than OpenOCD was told', CHIP),
  row(
    'openocd',
    /unable to (find a matching|open) .*(device|CMSIS-DAP)|Error: open failed/,
    'TEST_ENV_FAILURE',
    'OpenOCD found no probe',
    NO_PROBE,
  ),
  row(
    'openocd',
    /init mode failed|Target not examined|timed out while waiting for target halted|cannot read IDR/,
    'TEST_ENV_FAILURE',
    'OpenOCD could not reach the target',
    NO_TARGET,
  ),
  row(
    'openocd',
    /checksum mismatch|\*\* Verify Failed/,
    'VERIFY_FAILURE',
    'OpenOCD read back something else than it wrote',
    AGAIN,
  ),
  row(
    'openocd',
    /stm32\w* device protected|flash is (write )?protected/i,
    'FLASH_FAILURE',
    'the flash is protected',
    PROTECTED,
  ),
  row('openocd', /\*\* Programming Failed/, 'FLASH_FAILURE', 'OpenOCD could not write the flash', AGAIN),

  row(
    'pyocd',
    /No (connected debug probes|available debug probes)|Waiting for a debug probe/,
    'TEST_ENV_FAILURE',
    'pyOCD found no probe',
    NO_PROBE,
  ),
  row(
    'pyocd',
    /Target type '?[\w-]+'? not recognized/,
    'TEST_ENV_FAILURE',
    'pyOCD does not know the target',
    'install its pack: `pyocd pack install NAME`',
  ),
  row(
    'pyocd',
    /No ACK received|Memory transfer fault|SWD\/JTAG communication failure/,
    'TEST_ENV_FAILURE',
    'pyOCD could not reach the target',
    NO_TARGET,
  ),
  row(
    'pyocd',
    /flash (program page|erase \w+) failure|[Ff]lash program .*fail/,
    'FLASH_FAILURE',
    'pyOCD could not write the flash',
    AGAIN,
  ),

  row(
    'probe-rs',
    /No (connected )?(debug )?probes? (was|were) found|Probe was not found/i,
    'TEST_ENV_FAILURE',
    'probe-rs found no probe',
    NO_PROBE,
  ),
  row(
    'probe-rs',
    /Connecting to the chip was unsuccessful|target (device )?did not respond|No core .*halt/i,
    'TEST_ENV_FAILURE',
    'probe-rs could not reach the target',
    NO_TARGET,
  ),
  row(
    'probe-rs',
    /Flash content verification failed/,
    'VERIFY_FAILURE',
    'the tool read back something else than it wrote',
    AGAIN,
  ),
  row(
    'probe-rs',
    /Failed to (erase|write|program).*(sector|page|flash)/i,
    'FLASH_FAILURE',
    'probe-rs could not write the flash',
    AGAIN,
  ),

  row(
    'esptool',
    /This chip is \S+,? not /,
    'BOARD_MISMATCH',
    'another chip answers than esptool was told',
    CHIP,
  ),
  row(
    'esptool',
    /Failed to connect to ESP|No serial data received/,
    'TEST_ENV_FAILURE',
    'the ROM loader of the chip does not answer',
    'hold BOOT while RESET is pressed, and check port and cable',
  ),
  row(
    'esptool',
    /MD5 of file does not match|A fatal error occurred: Verify failed/,
    'VERIFY_FAILURE',
    'esptool found other data in the flash than it wrote',
    AGAIN,
  ),
  row(
    'esptool',
    /Could not open \S+, the port (is busy|doesn't exist)/,
    'PORT_BUSY',
    'esptool could not open the port',
    BUSY,
  ),

  {
    ...row(
      'J-Link',
      /Cannot connect to J-Link|Connecting to J-Link.*FAILED|No emulators connected/i,
      'TEST_ENV_FAILURE',
      'J-Link found no probe',
      NO_PROBE,
    ),
    silent: true,
  },
  {
    ...row(
      'J-Link',
      /Cannot connect to target|Could not connect to (the )?target|Could not find core/i,
      'TEST_ENV_FAILURE',
      'J-Link could not reach the target',
      NO_TARGET,
    ),
    silent: true,
  },
  {
    ...row(
      'J-Link',
      /Error while programming flash: (Verify|Comparing)/,
      'VERIFY_FAILURE',
      'the tool read back something else than it wrote',
      AGAIN,
    ),
    silent: true,
  },
  {
    ...row(
      'J-Link',
      /Error while (programming flash|determining flash info)|Verification of RAMCode failed|Failed to (download RAMCode|prepare for programming)/,
      'FLASH_FAILURE',
      'J-Link could not write the flash',
      AGAIN,
    ),
    silent: true,
  },

  row('st-flash', /Couldn't find any ST-Link/, 'TEST_ENV_FAILURE', 'st-flash found no probe', NO_PROBE),
  row(
    'st-flash',
    /Failed to enter SWD mode|Failed to connect to target|Can not connect to target/,
    'TEST_ENV_FAILURE',
    'st-flash could not reach the target',
    NO_TARGET,
  ),
  row(
    'st-flash',
    /[Uu]nknown chip id|Unknown memory region/,
    'BOARD_MISMATCH',
    'st-flash does not know this chip or address',
    CHIP,
  ),
  row(
    'st-flash',
    /Verification of flash failed/,
    'VERIFY_FAILURE',
    'st-flash found other data in the flash than it wrote',
    AGAIN,
  ),
  row(
    'st-flash',
    /flash loader run error|stlink_\w*flash\w*\(\) (== -1|failed)/,
    'FLASH_FAILURE',
    'st-flash could not write the flash',
    AGAIN,
  ),

  row(
    'avrdude',
    /[Ee]xpected signature for/,
    'BOARD_MISMATCH',
    'another chip answers than avrdude was told',
    CHIP,
  ),
  row(
    'avrdude',
    /(programmer is not responding|not in sync: resp=|initialization failed)/,
    'TEST_ENV_FAILURE',
    'no bootloader or programmer answers avrdude',
    'press RESET just before flashing; check port, baud rate and programmer type',
  ),
  row(
    'avrdude',
    /verification error|verification mismatch/,
    'VERIFY_FAILURE',
    'avrdude read back something else than it wrote',
    AGAIN,
  ),

  row(
    'dfu-util',
    /More than one DFU capable USB device/,
    'BOARD_MISMATCH',
    'several boards wait in DFU mode',
    'unplug the others, or name one to dfu-util (`-S {serial}`)',
  ),
  row(
    'dfu-util',
    /No DFU capable USB device/,
    'TEST_ENV_FAILURE',
    'no board waits in DFU mode',
    'put the board into its bootloader (BOOT0 or its buttons) and flash again',
  ),
  row(
    'dfu-util',
    /dfuERROR, status\(|Error during (special command|download)|Last page at .* is not writeable/,
    'FLASH_FAILURE',
    'the board refused the image',
    'check address and alternate setting; flash again',
  ),

  row(
    'west',
    /required program \S+ not found/,
    'TEST_ENV_FAILURE',
    'west did not find the tool that it wants',
    'install that program and put it on PATH',
  ),
  row(
    'west',
    /FATAL ERROR: (no build (directory|configuration)|can't find .*runners\.yaml)/i,
    'TEST_ENV_FAILURE',
    'west found no build to flash',
    'build first, and pass `-d` with the build folder',
  ),

  row(
    'system',
    /[Pp]ermission denied|Access is denied/,
    'PORT_PERMISSION',
    'this user may not open the port',
    'see `benchloop doctor`; on Linux add the user to the group of the port',
  ),
  row(
    'system',
    /Device or resource busy|[Aa]ddress already in use/,
    'PORT_BUSY',
    'another program has the port open',
    BUSY,
  ),
  row(
    'system',
    /can't open device|No such file or directory: '?\/dev|could not open port/,
    'TEST_ENV_FAILURE',
    'the tool could not open the port',
    NO_PROBE,
  ),
];

function row(tool: string, pattern: RegExp, code: Code, message: string, next: string): ErrorRow {
  return { tool, pattern, code, message, next };
}

/** The first row that the output fits; null where nothing of it is known. */
export function explain(
  output: string,
  rows: readonly ErrorRow[],
): Pick<Problem, 'code' | 'message' | 'next'> | null {
  const found = rows.find(({ pattern }) => pattern.test(output));
  return found === undefined ? null : { code: found.code, message: found.message, next: found.next };
}
