import { isDeepStrictEqual } from 'node:util';
import { fail, ok, type Result } from '../../../shared/problem.js';
import type { LinkSettings } from '../link/link.js';
import type { PortKeeper } from './port-keeper.js';
import type { PortSettings } from './port-settings.js';

/**
 * Gives a port the settings that apply now, and tells its consoles where they are others than before. Nothing is done
 * where they are the same. What is given must not run twice at once. Errors: PORT_LOST where the port refuses them.
 */
export function settleSettings(
  port: PortKeeper,
  shared: PortSettings,
  tell: (text: string) => void,
): () => Promise<Result<void>> {
  let told = port.settings();
  return async () => {
    const current = shared.current();
    if (current === null) return ok(undefined);
    const { settings, who } = current;
    try {
      if (!isDeepStrictEqual(settings, port.settings())) await port.configure(settings);
    } catch (error) {
      return fail({
        code: 'PORT_LOST',
        message: `the port cannot be set to ${describeSettings(settings)}: ${error instanceof Error ? error.message : error}`,
        next: 'use settings that the port has, or plug the device in again',
      });
    }
    if (!isDeepStrictEqual(settings, told)) tell(`${describeSettings(settings)}, ${who}`);
    told = settings;
    return ok(undefined);
  };
}

/** `115200 8N1`. */
export function describeSettings({ baud, dataBits, parity, stopBits }: LinkSettings): string {
  return `${baud} ${dataBits}${parity.charAt(0).toUpperCase()}${stopBits}`;
}
