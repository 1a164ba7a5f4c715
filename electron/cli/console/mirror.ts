import type { Result } from '../../../shared/problem.js';
import { inEnglish } from '../../../shared/texts/words.js';
import type { PortClient } from '../../bench/broker/port-client.js';
import type { LinkSettings } from '../../bench/link/link.js';
import { type Mirror, serveRfc2217 } from '../../bench/rfc2217/server.js';
import type { Output } from '../output.js';

/** Mirrors a brokered port at `address`. What the port refuses is told here: RFC 2217 has no word for it. Errors: USAGE. */
export async function mirrorPort(
  address: string,
  { client, settings: opened, held }: { client: PortClient; settings: LinkSettings; held: () => boolean },
  out: Output,
): Promise<Result<Mirror>> {
  let settings: LinkSettings = opened;
  const tell = <T>(result: Result<T>): Result<T> => {
    if (!result.ok) out.note(`mirror: ${inEnglish(result.error.message)}`);
    return result;
  };
  return serveRfc2217(address, {
    settings: () => settings,
    held,
    write: async (bytes) => void tell(await client.write(bytes)),
    configure: async (wanted) => {
      if (tell(await client.configure(wanted)).ok) settings = { ...settings, ...wanted };
    },
    modem: async () => {
      const modem = await client.modem();
      return modem.ok ? modem.value : null;
    },
    setLines: async (lines) => void tell(await client.setLines(lines)),
  });
}
