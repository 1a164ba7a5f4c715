import type { ProblemCode } from '../../../../shared/problem.js';
import type { EXTERNAL_ERRORS } from '../../../../shared/profile/flash.js';

const NO_PROBE = 'plug the probe or the board in; `benchloop ports` lists what there is';
const BUSY = 'close the program that has it open, a debugger perhaps, and try again';
const CHIP = 'check which board is plugged in, and the chip that the profile names to the tool';
const AGAIN = 'flash again; if it stays so, the flash or the supply of the board is bad';

interface Meaning {
  code: (typeof EXTERNAL_ERRORS)[number] & ProblemCode;
  message: (tool: string) => string;
  next: string;
}

/** What tools have to say, most of it the same in other words. */
export const MEANINGS = {
  usbAccess: {
    code: 'PORT_PERMISSION',
    message: () => 'this user may not open the USB device',
    next: 'install native-config/udev, then plug it in again (Windows: its WinUSB driver)',
  },
  usbBusy: { code: 'PORT_BUSY', message: () => 'another program has the USB device open', next: BUSY },
  otherChip: {
    code: 'BOARD_MISMATCH',
    message: (tool) => `another chip answers than ${tool} was told`,
    next: CHIP,
  },
  noProbe: { code: 'TEST_ENV_FAILURE', message: (tool) => `${tool} found no probe`, next: NO_PROBE },
  noTarget: {
    code: 'TEST_ENV_FAILURE',
    message: (tool) => `${tool} could not reach the target`,
    next: 'check the power of the target, the wires to the probe and the reset line',
  },
  noConfiguration: {
    code: 'TEST_ENV_FAILURE',
    message: (tool) => `${tool} does not have the configuration that the profile names`,
    next: 'correct its name in the profile, or install the newer release of the tool',
  },
  differs: {
    code: 'VERIFY_FAILURE',
    message: (tool) => `${tool} read back something else than it wrote`,
    next: AGAIN,
  },
  protected: {
    code: 'FLASH_FAILURE',
    message: () => 'the flash is protected',
    next: 'lift the protection of the flash with the tool of the vendor',
  },
  notFlash: {
    code: 'FLASH_FAILURE',
    message: (tool) => `${tool} knows no flash at the addresses of the image: nothing was written there`,
    next: 'check for which chip the image is linked, and the chip that the profile names to the tool',
  },
  badImage: {
    code: 'FLASH_FAILURE',
    message: (tool) => `${tool} does not take the image`,
    next: 'check size and addresses of the image, and how the profile names it to the tool',
  },
  notWritten: {
    code: 'FLASH_FAILURE',
    message: (tool) => `${tool} could not write the flash`,
    next: AGAIN,
  },
  unknownTarget: {
    code: 'TEST_ENV_FAILURE',
    message: () => 'pyOCD does not know the target',
    next: 'install its pack: `pyocd pack install NAME`',
  },
  noRomLoader: {
    code: 'TEST_ENV_FAILURE',
    message: () => 'the ROM loader of the chip does not answer',
    next: 'hold BOOT while RESET is pressed, and check port and cable',
  },
  unknownChip: {
    code: 'BOARD_MISMATCH',
    message: () => 'st-flash does not know this chip or address',
    next: CHIP,
  },
  noLoader: {
    code: 'TEST_ENV_FAILURE',
    message: () => 'no bootloader or programmer answers avrdude',
    next: 'press RESET just before flashing; check port, baud rate and programmer type',
  },
  severalInDfu: {
    code: 'BOARD_MISMATCH',
    message: () => 'several boards wait in DFU mode',
    next: 'unplug the others, or name one to dfu-util (`-S {serial}`)',
  },
  noneInDfu: {
    code: 'TEST_ENV_FAILURE',
    message: () => 'no board waits in DFU mode',
    next: 'put the board into its bootloader (BOOT0 or its buttons) and flash again',
  },
  refusedByBoard: {
    code: 'FLASH_FAILURE',
    message: () => 'the board refused the image',
    next: 'check address and alternate setting; flash again',
  },
  noFlashChip: {
    code: 'TEST_ENV_FAILURE',
    message: (tool) => `${tool} found no flash chip`,
    next: 'check the power of the chip, its wires, and that nothing else drives its bus',
  },
  noRunner: {
    code: 'TEST_ENV_FAILURE',
    message: () => 'west did not find the tool that it wants',
    next: 'install that program and put it on PATH',
  },
  noBuild: {
    code: 'TEST_ENV_FAILURE',
    message: () => 'west found no build to flash',
    next: 'build first, and pass `-d` with the build folder',
  },
  portAccess: {
    code: 'PORT_PERMISSION',
    message: () => 'this user may not open the port',
    next: 'see `benchloop doctor`; on Linux add the user to the group of the port',
  },
  portBusy: { code: 'PORT_BUSY', message: () => 'another program has the port open', next: BUSY },
  noPort: { code: 'TEST_ENV_FAILURE', message: () => 'the tool could not open the port', next: NO_PROBE },
} as const satisfies Record<string, Meaning>;
