import type { Exec } from '../../../shared/process.js';

/** The first PC's, and what programs without a country write. */
const DEFAULT = 437;

/**
 * Code page that console programs of this computer write in: `OEMCP` of the registry (Microsoft Learn, "Code Pages").
 * Outside Windows there is none, and profiles that say `oem` mean the default.
 */
export async function oemCodePage(exec: Exec, platform: NodeJS.Platform): Promise<number> {
  if (platform !== 'win32') return DEFAULT;
  const asked = await exec({
    argv: ['reg', 'query', 'HKLM\\SYSTEM\\CurrentControlSet\\Control\\Nls\\CodePage', '/v', 'OEMCP'],
    cwd: process.cwd(),
    timeoutMs: 5000,
    operation: 'oem-code-page',
  });
  const page = /OEMCP\s+REG_SZ\s+(\d+)/.exec(Buffer.from(asked.stdout).toString('latin1'))?.[1];
  return page === undefined ? DEFAULT : Number(page);
}
