import { describe, expect, it } from 'vitest';
import { type ListedDevice, systemPorts } from '../../../../electron/bench/ports/system-ports.js';

const ftdi: ListedDevice = {
  vendorId: 0x0403,
  productId: 0x6010,
  manufacturerName: 'FTDI',
  productName: 'Dual RS232-HS',
  serialNumber: 'FT1',
  deviceClass: 0,
  bus: '1',
  ports: [4, 2],
};

describe('ports as Windows lists them', () => {
  it('get their place, names and interface from the USB device behind them', async () => {
    const com = (path: string, part: string) => ({
      path,
      vendorId: '0403',
      productId: '6010',
      serialNumber: 'ft1',
      pnpId: `USB\\VID_0403&PID_6010&MI_${part}\\7&1&0&0000`,
    });
    expect(await systemPorts([com('COM7', '00'), com('COM8', '01')], [ftdi])).toMatchObject([
      { path: 'COM7', kind: 'serial', serial: 'FT1', topology: '1-4.2', interface: 0 },
      { path: 'COM8', description: 'Dual RS232-HS', topology: '1-4.2', interface: 1 },
    ]);
  });

  it('get no place where twins cannot be told apart', async () => {
    const twins = [
      { ...ftdi, serialNumber: null },
      { ...ftdi, serialNumber: null, ports: [3] },
    ];
    const [port] = await systemPorts([{ path: 'COM3', vendorId: '0403', productId: '6010' }], twins);
    expect(port).toMatchObject({ vendor: '0403', serial: null, topology: null });
  });

  it('have no USB ids where they are no USB devices', async () => {
    expect(await systemPorts([{ path: 'COM1', pnpId: 'ACPI\\PNP0501\\1' }], [])).toMatchObject([
      { path: 'COM1', vendor: null, topology: null, interface: null, access: 'unknown' },
    ]);
  });

  it('are followed by devices without a port, but no hubs', async () => {
    const dfu = { ...ftdi, vendorId: 0x0483, productId: 0xdf11, productName: 'STM32 BOOTLOADER' };
    expect(await systemPorts([], [dfu, { ...ftdi, deviceClass: 9 }])).toMatchObject([
      { kind: 'usb', path: null, vendor: '0483', product: 'df11', topology: '1-4.2' },
    ]);
  });
});

describe('ports as macOS lists them', () => {
  it.each([
    ['14200000', '20-2'],
    ['0x14143000', '20-1.4.3'],
    ['', null],
    ['nowhere', null],
  ])('stand at location %s: %s', async (locationId, topology) => {
    expect(await systemPorts([{ path: '/dev/tty.usbserial-1', locationId }], [])).toMatchObject([
      { topology },
    ]);
  });
});
