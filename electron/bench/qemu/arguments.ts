import type { QemuProfile } from '../../../shared/profile.js';

/** Where QEMU finds us: the part of a `-chardev socket` option that names the place. */
export interface Attachments {
  console: string;
  qmp: string;
  debugger: string;
}

/** In QEMU's option lists a comma ends a value; doubled it is a comma (QEMU, "Standard options"). */
export const optionValue = (text: string): string => text.replaceAll(',', ',,');

/**
 * QEMU's argument vector: started stopped (`-S`), so that the console is attached before the first instruction;
 * the console on the profile's UART, QMP and its debugger on sockets to which QEMU itself connects. Semihosting is on for its
 * exit codes, with `target=gdb`: with `native` firmware could run commands on this computer (SYS_SYSTEM).
 * Source: QEMU, "Invocation".
 */
export function qemuArgv(profile: QemuProfile, image: string, operation: string, at: Attachments): string[] {
  const unusedUarts = Array.from({ length: profile.uart }, () => ['-serial', 'null']).flat();
  return [
    profile.binary,
    ...['-name', optionValue(`benchloop-${operation}`), '-machine', profile.machine],
    ...['-nodefaults', '-no-user-config', '-display', 'none', '-monitor', 'none', '-S'],
    ...['-semihosting-config', 'enable=on,target=gdb'],
    ...[
      '-chardev',
      `socket,id=console,server=off,${at.console}`,
      ...unusedUarts,
      '-serial',
      'chardev:console',
    ],
    ...['-chardev', `socket,id=qmp,server=off,${at.qmp}`, '-mon', 'chardev=qmp,mode=control'],
    ...['-chardev', `socket,id=debugger,server=off,${at.debugger}`, '-gdb', 'chardev:debugger'],
    ...(profile.icount === undefined ? [] : ['-icount', profile.icount]),
    ...['-kernel', image],
  ];
}
