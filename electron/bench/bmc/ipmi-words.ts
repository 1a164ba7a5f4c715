import type { Problem, ProblemCode } from '../../../shared/problem.js';

type Row = readonly [pattern: RegExp, code: ProblemCode, message: string, next: string];

/**
 * What ipmitool 1.8.18 and 1.8.19 say with `-v`, in the order in which it is tried: several lines come together. Sources:
 * its lib/ipmi_sol.c, src/plugins/lanplus/lanplus.c; IPMI v2.0, 13.24 (RMCP+ and RAKP status codes), 24.1 (Activate
 * Payload).
 */
const ROWS: readonly Row[] = [
  [
    /RAKP 2 HMAC is invalid|RAKP 4 message indicates an error|invalid (integrity check value|password)/i,
    'PORT_PERMISSION',
    'the controller refuses the password',
    'check what the profile names under `password`',
  ],
  [
    /unauthorized (name|role|GUID)/i,
    'PORT_PERMISSION',
    'the controller refuses the user',
    'check `user` in the profile, its privilege, and that it may use IPMI over LAN',
  ],
  [
    /password is longer than \d+ bytes/,
    'PORT_PERMISSION',
    'the password is longer than IPMI allows (20 bytes)',
    'give the user of the controller a shorter one',
  ],
  [
    /invalid (authentication|integrity|confidentiality) algorithm|no (matching )?cipher suite/i,
    'BMC_FAILURE',
    'the controller does not offer this cipher suite',
    'set `ipmi.cipherSuite` in the profile: 17, or 3 for old controllers',
  ],
  [
    /Insufficient privilege level/i,
    'PORT_PERMISSION',
    'the user may not do this',
    'give the user of the controller the privilege ADMINISTRATOR, or lower `ipmi.privilege`',
  ],
  [
    /Address lookup for|Could not open socket/,
    'BMC_FAILURE',
    'there is no such host',
    'check `host` in the profile, and the network',
  ],
  [
    /SOL payload already active on another session|activation limit reached/,
    'PORT_BUSY',
    'somebody else has the console of this machine open',
    'close it there, or end it: `ipmitool … sol deactivate`',
  ],
  [
    /SOL session closed by BMC/,
    'BMC_FAILURE',
    'the controller ended it',
    'see whether somebody else took the console, and whether the controller was restarted',
  ],
  [
    /SOL payload (type )?disabled/,
    'BMC_FAILURE',
    'serial over LAN is switched off in the controller',
    'switch it on: `ipmitool … sol set enabled true`, and `sol payload enable` for the user',
  ],
  [
    /Get Auth Capabilities error|No response|no response|timeout/i,
    'BMC_FAILURE',
    'the controller does not answer',
    'check `host` and `ipmi.port` in the profile, and that IPMI over LAN is switched on',
  ],
];

/** What ipmitool's words mean; its own last words where nobody knows. */
export function explainIpmi(words: string): Pick<Problem, 'code' | 'message' | 'next'> {
  const row = ROWS.find(([pattern]) => pattern.test(words));
  if (row === undefined)
    return {
      code: 'BMC_FAILURE',
      message: `ipmitool said: ${lastLines(words) || 'nothing'}`,
      next: 'try the same with ipmitool by hand',
    };
  const [, code, message, next] = row;
  return { code, message, next };
}

/** What it says with `-v` where nothing is wrong. */
const USUAL = /^(Loading IANA|tcgetattr|Running Get VSO|Invalid completion code received|Discovered IPMB)/;

const lastLines = (words: string): string =>
  words
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '' && !USUAL.test(line))
    .slice(-3)
    .join(' | ')
    .slice(-600);
