import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runProgram } from './child.mjs';
import { cacheDir } from './project.mjs';
import { done, failed, lastLines } from './steps.mjs';
import { updatePackageLists } from './system-packages.mjs';

/** The kernel in which the tests see real USB: `vmlinuz`, its modules, and `order`, in which they are loaded. */
const guestKernelDir = path.join(cacheDir, 'guest-kernel');

/** USB, its host controllers, serial converters, HID, gadgets and USB/IP: each module after those that it needs. */
const guestModules = [
  'usb-common',
  'usbcore',
  'xhci-hcd',
  'xhci-pci',
  'usbserial',
  'ftdi_sio',
  'cdc-acm',
  'hid',
  'usbhid',
  'hid-generic',
  'udc-core',
  'dummy_hcd',
  'configfs',
  'libcomposite',
  'u_serial',
  'usb_f_acm',
  'usbip-core',
  'vhci-hcd',
];

const order = guestModules.map((name) => `${name}.ko\n`).join('');

const META_PACKAGE = 'linux-image-amd64';

/** The package that the newest kernel of this release is in; undefined where apt does not know one. */
async function kernelPackage() {
  const { stdout } = await runProgram('apt-cache', ['depends', META_PACKAGE]);
  return /Depends: (linux-image-\S+)/.exec(stdout)?.[1];
}

/** @param {string} dir an empty folder */
async function unpack(dir) {
  const name = (await kernelPackage()) ?? ((await updatePackageLists()) ? await kernelPackage() : undefined);
  if (name === undefined) return `apt knows no package ${META_PACKAGE}`;
  const download = await runProgram('apt-get', ['-q', 'download', name], { cwd: dir });
  if (download.code !== 0) return `apt-get download ${name} failed:\n    ${lastLines(download)}`;
  const [deb = ''] = await readdir(dir);
  const root = path.join(dir, 'root');
  const unpacked = await runProgram('dpkg-deb', ['-x', deb, root], { cwd: dir });
  if (unpacked.code !== 0) return `dpkg-deb failed:\n    ${lastLines(unpacked)}`;
  return collect(await readdir(root, { recursive: true }), root, path.join(dir, 'kernel'));
}

/**
 * Picks what the guest needs.
 *
 * @param {readonly string[]} files below `root`
 * @param {string} root
 * @param {string} target
 */
async function collect(files, root, target) {
  await mkdir(target);
  const image = files.find((file) => /^boot\/vmlinuz-/.test(file));
  if (image === undefined) return 'the package holds no kernel';
  await rename(path.join(root, image), path.join(target, 'vmlinuz'));
  for (const module of guestModules) {
    const found = files.find((file) => path.basename(file).replace(/\.xz$/, '') === `${module}.ko`);
    if (found === undefined) return `the package holds no module ${module}`;
    const file = path.join(target, path.basename(found));
    await rename(path.join(root, found), file);
    // Debian 13 compresses modules.
    if (file.endsWith('.xz')) await runProgram('xz', ['-d', file]);
  }
  await writeFile(path.join(target, 'order'), order);
  return undefined;
}

/**
 * Unpack, without installing it, a kernel for the guest in which USB is tested.
 *
 * @returns {Promise<import('./steps.mjs').StepResult>}
 */
export async function prepareGuestKernel() {
  // Written last: all of it is there.
  const there = await readFile(path.join(guestKernelDir, 'order'), 'utf8').catch(() => '');
  if (there === order) return done('unpacked');
  const isDebian = (await runProgram('dpkg-deb', ['--version'])).code === 0;
  if (!isDebian || process.arch !== 'x64')
    return done('no Debian for x86-64 here: tests in the USB guest are left out');
  await mkdir(cacheDir, { recursive: true });
  const dir = await mkdtemp(path.join(cacheDir, 'kernel-'));
  try {
    const problem = await unpack(dir);
    if (problem !== undefined) return failed(problem, 'sudo apt-get update, then run the same command again');
    await rm(guestKernelDir, { recursive: true, force: true });
    await rename(path.join(dir, 'kernel'), guestKernelDir);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
  return done('unpacked from the Debian package');
}
