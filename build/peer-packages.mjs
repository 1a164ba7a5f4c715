/**
 * What our own code is judged by, and what stands in for boards: only tests and benchmarks need these.
 *
 * @type {readonly import('./system-packages.mjs').SystemPackage[]}
 */
export const peerPackages = [
  { debian: 'wine', command: 'wine', why: 'runs batch files as Windows does' },
  { debian: 'wine64', why: 'runs batch files as Windows does' },
  { debian: 'libsimavr-dev', why: 'an AVR board without hardware' },
  { debian: 'gcc-avr', command: 'avr-gcc', why: 'builds optiboot, and programs that it starts' },
  { debian: 'avr-libc', why: 'builds optiboot, and programs that it starts' },
  { debian: 'arduino-core-avr', why: 'has the source of optiboot, which judges our AVR flasher' },
  { debian: 'avrdude', command: 'avrdude', why: 'judges what our AVR flasher wrote, and how fast' },
  {
    debian: 'openocd',
    command: 'openocd',
    why: 'reads simulated debug probes beside our flasher; its errors are explained, with its dummy adapter',
  },
  { debian: 'stlink-tools', command: 'st-flash', why: 'a flashing tool whose errors are explained' },
  { debian: 'flashrom', why: 'a flashing tool, with its own simulated chip' },
  { debian: 'fusefat', command: 'fusefat', why: 'a FAT drive for the test of UF2 bootloaders' },
  { debian: 'dosfstools', why: 'makes that drive' },
  { debian: 'stm32flash', command: 'stm32flash', why: 'judges our STM32 flasher, and how fast' },
  { debian: 'u-boot-qemu', why: 'a real boot monitor, which judges our X/YMODEM flasher' },
  { debian: 'lrzsz', command: 'rb', why: 'receives what our X/YMODEM sends' },
  { debian: 'openipmi', command: 'ipmi_sim', why: 'a management controller without a machine' },
  { debian: 'ipmitool', command: 'ipmitool', why: 'talks to that controller' },
  {
    debian: 'dfu-util',
    command: 'dfu-util',
    why: 'judges what our DFU flasher wrote, and how fast; its errors are explained',
  },
  {
    debian: 'qemu-system-x86',
    command: 'qemu-system-x86_64',
    why: 'a computer with USB, in which DFU is tested',
  },
  { debian: 'busybox-static', command: 'busybox', why: 'the programs of that computer' },
  { debian: 'usbip', why: 'plugs simulated devices into that computer' },
  {
    debian: 'redfishtool',
    command: 'redfishtool',
    why: "DMTF's client, which judges the Redfish service of the tests",
  },
  { debian: 'openssl', command: 'openssl', why: 'certificates for that service' },
  { debian: 'python3-serial', why: 'its RFC 2217 client judges how a port is mirrored' },
  { debian: 'socat', command: 'socat', why: 'pseudo-terminals for the tests of serial ports' },
];

/**
 * What only benchmarks compare with.
 *
 * @type {readonly import('./system-packages.mjs').SystemPackage[]}
 */
const benchPackages = [{ debian: 'picocom', command: 'picocom', why: 'captures a port beside our console' }];

/**
 * What a benchmark can use where it is there.
 *
 * @type {readonly import('./system-packages.mjs').SystemPackage[]}
 */
export const benchPeers = [...peerPackages, ...benchPackages];
