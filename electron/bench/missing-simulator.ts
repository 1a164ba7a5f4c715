import { existsSync } from 'node:fs';
import type { Problem } from '../../shared/problem.js';
import type { QemuProfile } from '../../shared/profile.js';

/** Debian's package for a simulator; all else is in qemu-system. Source: packages.debian.org, bookworm. */
const DEBIAN_PACKAGES: Readonly<Record<string, string>> = {
  'qemu-system-arm': 'qemu-system-arm',
  'qemu-system-aarch64': 'qemu-system-arm',
  'qemu-system-riscv32': 'qemu-system-misc',
  'qemu-system-riscv64': 'qemu-system-misc',
  'qemu-system-xtensa': 'qemu-system-misc',
  'qemu-system-avr': 'qemu-system-misc',
  'qemu-system-x86_64': 'qemu-system-x86',
  'qemu-system-i386': 'qemu-system-x86',
};

/** How to install a simulator on this computer: one command, or for unknown systems the package to look for. */
function installCommand(binary: string): string {
  if (process.platform === 'darwin') return 'brew install qemu';
  if (process.platform === 'win32') {
    return 'winget install SoftwareFreedomConservancy.QEMU (or: choco install qemu), then add its folder to PATH';
  }
  if (existsSync('/usr/bin/apt-get')) {
    return `sudo apt-get install -y ${DEBIAN_PACKAGES[binary] ?? 'qemu-system'}`;
  }
  if (existsSync('/usr/bin/dnf')) return `sudo dnf install -y ${binary}`;
  if (existsSync('/usr/bin/pacman')) return `sudo pacman -S ${binary}`;
  return `install the package that holds ${binary} (QEMU)`;
}

/** The simulator of a profile cannot be started: what to install on this computer. */
export const missingSimulator = (profile: QemuProfile, why: 'not-found' | 'not-executable'): Problem => ({
  code: 'TOOLCHAIN_MISSING',
  message: `the simulator ${profile.binary} is ${why === 'not-found' ? 'not installed' : 'not executable'}`,
  where: `profile ${profile.id}`,
  next: installCommand(profile.binary),
});
