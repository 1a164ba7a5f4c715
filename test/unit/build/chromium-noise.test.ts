import { describe, expect, it } from 'vitest';
import { handOver } from '../../../build/child.mjs';
import { isChromiumNoise } from '../../../build/chromium-noise.mjs';

const bus = '[18633:1122/015501.350522:ERROR:bus.cc(407)] Failed to connect to the bus: no such file';

describe('noise of Chromium', () => {
  it.each([
    bus,
    '[18633:1122/015501.350522:ERROR:dbus/bus.cc:408] Failed to connect to the bus: no such file',
    '[7:1122/015503.287969:ERROR:viz_main_impl.cc(181)] Exiting GPU process due to errors during initialization',
  ])('is what tells of services that the window does not use: %s', (line) => {
    expect(isChromiumNoise(line)).toBe(true);
  });

  it.each([
    '[7:1122/015503.287969:FATAL:bus.cc(181)] Check failed',
    '[7:1122/015503.287969:ERROR:network_service_instance_impl.cc(521)] Network service crashed',
    'Error: Cannot find module bus.cc(407)] ',
    `quoted: ${bus}`,
    'refused a call of "runs" from another page',
    '',
  ])('is nothing else: %s', (line) => {
    expect(isChromiumNoise(line)).toBe(false);
  });

  it('is kept from the terminal, and every other line reaches it', async () => {
    const script = `process.stderr.write(${JSON.stringify(`${bus}\nreal error\nlast, without an end`)})`;
    const seen: string[] = [];
    const code = await handOver(process.execPath, ['-e', script], {
      hide: isChromiumNoise,
      tell: (line) => seen.push(line),
    });
    expect(code).toBe(0);
    expect(seen).toEqual(['real error', 'last, without an end']);
  });
});
