import type { MEANINGS } from './meanings.js';

type ToolWords = readonly [tool: string, means: keyof typeof MEANINGS, pattern: RegExp, silent?: 'silent'];

/**
 * What the common tools say where something is wrong, in the order in which it is tried: what says more comes first.
 * `silent`: the tool ends with 0 all the same. What tells of the image itself counts in any case: nothing makes up for it later.
 */
export const TOOL_WORDS: readonly ToolWords[] = [
  ['libusb', 'usbAccess', /LIBUSB_ERROR_ACCESS/],
  ['libusb', 'usbBusy', /LIBUSB_ERROR_BUSY/],

  ['OpenOCD', 'otherChip', /UNEXPECTED idcode/],
  // OpenOCD 0.12 says "Programming Finished" after it, and ends with 0
  ['OpenOCD', 'notFlash', /no flash bank found for address/, 'silent'],
  ['OpenOCD', 'noConfiguration', /Error: Can't find \S+\.cfg/],
  [
    'OpenOCD',
    'noProbe',
    /unable to (find a matching|open) .*(device|CMSIS-DAP)|Error: (open failed|No J-Link device found)/,
  ],
  [
    'OpenOCD',
    'noTarget',
    /init mode failed|Target not examined|timed out while waiting for target halted|cannot read IDR|Invalid ACK \(\d\) in DAP|JTAG scan chain interrogation failed/,
  ],
  ['OpenOCD', 'differs', /checksum mismatch|\*\* Verify Failed/],
  ['OpenOCD', 'protected', /stm32\w* device protected|flash is (write )?protected/i],
  ['OpenOCD', 'badImage', /Error: couldn't open /],
  ['OpenOCD', 'notWritten', /\*\* Programming Failed/],
  ['OpenOCD', 'noTarget', /\*\* OpenOCD init failed/],

  ['pyOCD', 'noProbe', /No (connected debug probes|available debug probes)|Waiting for a debug probe/],
  ['pyOCD', 'unknownTarget', /Target type '?[\w-]+'? not recognized/],
  ['pyOCD', 'noTarget', /No ACK received|Memory transfer fault|SWD\/JTAG communication failure/],
  ['pyOCD', 'notWritten', /flash (program page|erase \w+) failure|[Ff]lash program .*fail/],

  ['probe-rs', 'noProbe', /No (connected )?(debug )?probes? (was|were) found|Probe was not found/i],
  [
    'probe-rs',
    'noTarget',
    /Connecting to the chip was unsuccessful|target (device )?did not respond|No core .*halt/i,
  ],
  ['probe-rs', 'differs', /Flash content verification failed/],
  ['probe-rs', 'notWritten', /Failed to (erase|write|program).*(sector|page|flash)/i],

  ['esptool', 'otherChip', /This chip is \S+,? not /],
  ['esptool', 'noRomLoader', /Failed to connect to ESP|No serial data received/],
  ['esptool', 'differs', /MD5 of file does not match|A fatal error occurred: Verify failed/],
  ['esptool', 'portBusy', /Could not open \S+, the port (is busy|doesn't exist)/],

  [
    'J-Link',
    'noProbe',
    /Cannot connect to J-Link|Connecting to J-Link.*FAILED|No emulators connected/i,
    'silent',
  ],
  [
    'J-Link',
    'noTarget',
    /Cannot connect to target|Could not connect to (the )?target|Could not find core/i,
    'silent',
  ],
  ['J-Link', 'unknownTarget', /Error: Device ".*" is unknown|Could not find device ".*"/i, 'silent'],
  ['J-Link', 'noTarget', /Target connection not established/i, 'silent'],
  ['J-Link', 'badImage', /Failed to open file|Could not open file|File is of unknown/i],
  ['J-Link', 'differs', /Error while programming flash: (Verify|Comparing)/, 'silent'],
  [
    'J-Link',
    'notWritten',
    /Error while (programming flash|determining flash info)|Verification of RAMCode failed|Failed to (download RAMCode|prepare for programming)|(Writing|Programming|Erasing)( target memory| flash)? failed|^\*{6} Error: /im,
  ],

  // st-info ends with 0 where it finds none
  ['st-flash', 'noProbe', /Couldn't find any ST-Link|Found 0 stlink programmers/, 'silent'],
  ['st-flash', 'noTarget', /Failed to enter SWD mode|Failed to connect to target|Can not connect to target/],
  ['st-flash', 'unknownChip', /[Uu]nknown chip id|Unknown memory region/],
  ['st-flash', 'differs', /Verification of flash failed/],
  ['st-flash', 'notWritten', /flash loader run error|stlink_\w*flash\w*\(\) (== -1|failed)/],

  ['avrdude', 'otherChip', /[Ee]xpected signature for/],
  ['avrdude', 'noLoader', /(programmer is not responding|not in sync: resp=|initialization failed)/],
  ['avrdude', 'differs', /verification error|verification mismatch/],

  ['dfu-util', 'severalInDfu', /More than one DFU capable USB device/],
  ['dfu-util', 'noneInDfu', /No DFU capable USB device/],
  [
    'dfu-util',
    'refusedByBoard',
    /dfuERROR, status\(|Error during (special command|download)|Last page at .* is not writeable/,
  ],

  ['flashrom', 'noFlashChip', /No EEPROM\/flash device found/],
  ['flashrom', 'differs', /Verifying flash\.\.\. FAILED at/],
  ['flashrom', 'badImage', /Image size \(\d+ B\) doesn't match the expected size/],
  ['flashrom', 'notWritten', /Your flash chip is in an unknown state/],

  ['west', 'noRunner', /required program \S+ not found/],
  ['west', 'noBuild', /FATAL ERROR: (no build (directory|configuration)|can't find .*runners\.yaml)/i],

  ['system', 'portAccess', /[Pp]ermission denied|Access is denied/],
  ['system', 'portBusy', /Device or resource busy|[Aa]ddress already in use/],
  [
    'system',
    'noPort',
    /can't open device|cannot open port|No such file or directory: '?\/dev|could not open port|Cannot open serial port/,
  ],
];
