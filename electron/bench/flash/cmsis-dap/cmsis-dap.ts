import { fail, ok, type Problem } from '../../../../shared/problem.js';
import type { FlashSettingsOf } from '../../../../shared/profile/flash.js';
import { bordered } from '../fault.js';
import type { Flasher, Identity } from '../flasher.js';
import type { FlasherAccess } from '../flasher-access.js';
import { compare, readBlocks, untouched } from '../programming.js';
import { INFO, infoText } from './channel.js';
import { CPUID, coreName } from './cortex-m.js';
import { writeStream } from './daplink.js';
import { closeProbe, openProbe, type Probe, takeTarget } from './probe.js';
import { BLOCK_BYTES, type DapTarget } from './target.js';

type Settings = FlashSettingsOf<'cmsis-dap'>;

/**
 * A debug probe that speaks CMSIS-DAP (Arm, "CMSIS-DAP: Interface Firmware for CoreSight Debug Access Port"), version 1
 * or 2. It reads the target's flash by SWD, and DAPLink on the probe writes it.
 */
export function createCmsisDap(settings: Settings, access: FlasherAccess): Flasher {
  let probe: Probe | undefined;
  const connected = (): Probe => {
    if (probe === undefined) throw new Error('connect comes first');
    return probe;
  };
  return {
    protocol: 'cmsis-dap',
    verifies: 'read-back',
    async connect({ signal }) {
      const opened = await openProbe(access);
      if (!opened.ok) return opened;
      const found = opened.value;
      probe = found;
      return bordered('TEST_ENV_FAILURE', found.channel.usb, async () => {
        await takeTarget(found, settings, signal);
        return ok(await identify(found, settings));
      });
    },
    read(region, options) {
      return readFlash(connected(), region, { ...options, phase: 'dump' });
    },
    async write(segments, options) {
      const { channel, daplink } = connected();
      if (daplink === null) return fail(untouched({ ...NO_DAPLINK, where: channel.usb.name }));
      return writeStream(daplink, segments, options);
    },
    async verify(segments, options) {
      const found = connected();
      const { usb } = found.channel;
      // DAPLink let go of the target when it had written.
      const again = await bordered('VERIFY_FAILURE', usb, async () =>
        ok(await takeTarget(found, settings, options.signal)),
      );
      return again.ok ? compare(usb, segments, options, (range, how) => readFlash(found, range, how)) : again;
    },
    async start({ onProgress }) {
      const { channel, target } = connected();
      onProgress({ phase: 'start', done: 0, total: 0 });
      await access.device?.entered();
      return bordered('TEST_ENV_FAILURE', channel.usb, async () => ok(await held(target).reset()));
    },
    async close() {
      if (probe !== undefined) await closeProbe(probe);
      probe = undefined;
    },
  };
}

const readFlash = (
  { channel, target }: Probe,
  range: Parameters<NonNullable<Flasher['read']>>[0],
  options: Parameters<typeof readBlocks>[3],
): ReturnType<typeof readBlocks> =>
  bordered('TEST_ENV_FAILURE', channel.usb, () =>
    readBlocks(channel.usb, range, BLOCK_BYTES, options, held(target).read),
  );

function held(target: DapTarget | null): DapTarget {
  if (target === null) throw new Error('connect comes first');
  return target;
}

/** The target and its probe, by what they say of themselves. @throws ProtocolFault, LinkLost */
async function identify({ channel, daplink, target }: Probe, { chipAt }: Settings): Promise<Identity> {
  const { read } = held(target);
  const word = async (address: number) => Buffer.from(await read(address, 4)).readUInt32LE();
  const chip =
    chipAt === undefined
      ? coreName(await word(CPUID))
      : `0x${(((await word(chipAt.address)) & chipAt.mask) >>> 0).toString(16)}`;
  const firmware = await infoText(channel, INFO.firmware);
  const forTarget = await infoText(channel, INFO.device);
  const names = [
    daplink === null ? '' : `DAPLink ${daplink.version}`.trim(),
    forTarget === '' ? '' : `for ${forTarget}`,
    `CMSIS-DAP ${firmware}`.trim(),
  ];
  return { chip, serial: channel.usb.serial, loader: names.filter((name) => name !== '').join(', ') };
}

const NO_DAPLINK: Problem = {
  code: 'FLASH_FAILURE',
  message: 'the probe has no DAPLink, which would program the target; nothing was written',
  next: 'flash through a tool that knows the chip: `protocol: external` with openocd, pyocd or probe-rs',
};
