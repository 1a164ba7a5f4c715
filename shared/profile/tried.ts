import type { FlashProtocol } from './flash.js';

/**
 * Against what a way of flashing was tried: `peer`, a bootloader or a tool that is not ours; `simulation`, only what we
 * wrote ourselves; `tool`, the profile's own tool does it, and all depends on that.
 */
export type Tried = 'peer' | 'simulation' | 'tool';

interface Trial {
  speaks: string;
  tried: Tried;
  /** Who judged it. */
  judges: string;
}

/** What each protocol speaks, and who judged that it does. */
export const TRIALS: Readonly<Record<FlashProtocol, Trial>> = {
  stk500v1: {
    speaks: 'optiboot and other STK500 v1 bootloaders',
    tried: 'peer',
    judges: 'optiboot on simavr, avrdude',
  },
  an3155: {
    speaks: 'the UART bootloader of STM32',
    tried: 'peer',
    judges: 'stm32flash, a bootloader after AN3155 in QEMU',
  },
  xmodem: { speaks: 'boot monitors', tried: 'peer', judges: 'U-Boot in QEMU, lrzsz' },
  ymodem: { speaks: 'boot monitors', tried: 'peer', judges: 'U-Boot in QEMU, lrzsz' },
  dfu: {
    speaks: 'bootloaders with USB DFU 1.1 or DfuSe',
    tried: 'peer',
    judges: 'dfu-util, on a simulated device in a real kernel; no hardware',
  },
  'cmsis-dap': {
    speaks: 'debug probes with DAPLink (CMSIS-DAP 1 and 2)',
    tried: 'simulation',
    judges: 'a simulated probe in a real kernel, read alike by OpenOCD, written by dapjs too; no hardware',
  },
  gdb: {
    speaks: "debug servers, over GDB's remote protocol",
    tried: 'peer',
    judges: "QEMU's stub, gdb's compare-sections",
  },
  uf2: {
    speaks: 'bootloaders that show themselves as a drive',
    tried: 'simulation',
    judges: 'the npm package uf2 reads our files from a FAT file system that fusefat writes; no board',
  },
  esp: {
    speaks: 'the loader in the ROM of ESP32 chips',
    tried: 'simulation',
    judges: 'a simulated ROM, which esptool-js takes for real; no chip',
  },
  external: {
    speaks: 'any tool of yours: openocd, pyocd, probe-rs, esptool, J-Link, …',
    tried: 'tool',
    judges:
      'avrdude and flashrom as a whole; OpenOCD, st-flash and dfu-util where no board answers; of the others only their known messages',
  },
};

/** What a person is told before a flash. */
export const TRIED_NOTES: Readonly<Record<Tried, readonly string[]>> = {
  peer: [],
  simulation: ['not tried against an independent peer'],
  tool: ['written by a tool that is not ours: what it does depends on that tool'],
};
