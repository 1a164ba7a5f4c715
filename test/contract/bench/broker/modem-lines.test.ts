import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DEFAULT_SETTINGS, type ModemLines } from '../../../../electron/bench/link/link.js';
import type { MirroredPort } from '../../../../electron/bench/rfc2217/com-port.js';
import { serveRfc2217 } from '../../../../electron/bench/rfc2217/server.js';
import { value } from '../../../fixtures/firmware-run.js';

/** A port whose lines are wired back: RTS to CTS, DTR to DSR and DCD, as in a null-modem plug. */
function loopback(): MirroredPort {
  let settings = DEFAULT_SETTINGS;
  let modem: ModemLines = { cts: true, dsr: true, dcd: true };
  return {
    settings: () => settings,
    held: () => false,
    write: async () => undefined,
    configure: async (wanted) => {
      settings = { ...settings, ...wanted };
    },
    setLines: async ({ dtr = modem.dsr, rts = modem.cts }) => {
      modem = { cts: rts, dsr: dtr, dcd: dtr };
    },
    modem: async () => modem,
  };
}

/** Python's judgement of a port at `url`: its exit code. */
async function judged(port: MirroredPort, script: readonly string[]): Promise<number | null> {
  const mirror = value(await serveRfc2217('127.0.0.1:0', port));
  onTestFinished(() => mirror.close());
  const url = `rfc2217://${mirror.address}?timeout=60`;
  const begin = ['import serial, sys, time', 'port = serial.serial_for_url(sys.argv[1], timeout=60)'];
  const judge = spawn('/usr/bin/python3', ['-c', [...begin, ...script].join('\n'), url], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(judge, 'exit');
  return typeof code === 'number' ? code : null;
}

const SEES = [
  'def sees(name, wanted):',
  '    until = time.monotonic() + 60',
  '    while time.monotonic() < until:',
  '        try:',
  '            if getattr(port, name) == wanted: return',
  '        except serial.SerialException: pass',
  '        time.sleep(0.02)',
  '    sys.exit(name + " never was " + str(wanted))',
];

describe('the input lines of a mirrored port', () => {
  it("are those that pyserial's RFC 2217 client sees, when it comes and whenever they change", async () => {
    const script = [
      ...SEES,
      'sees("cts", True); sees("dsr", True); sees("cd", True); sees("ri", False)',
      'port.rts = False',
      'sees("cts", False); sees("dsr", True)',
      'port.dtr = False',
      'sees("dsr", False); sees("cd", False)',
      'port.rts = True',
      'sees("cts", True); sees("cd", False)',
    ];
    expect(await judged(loopback(), script)).toBe(0);
  });

  it('are not made up where a port has none', async () => {
    const script = [
      'time.sleep(0.5)',
      'try:',
      '    port.cts',
      'except serial.SerialException as error:',
      '    sys.exit(7 if "no NOTIFY_MODEMSTATE" in str(error) else 1)',
    ];
    expect(await judged({ ...loopback(), modem: async () => null }, script)).toBe(7);
  });
});
