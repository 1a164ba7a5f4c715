import * as z from 'zod';
import {
  healthWithin,
  idField,
  profileSdk,
  regularExpression,
  testEnd,
  title,
  toolchainPrefix,
} from './fields.js';
import { offSec } from './power.js';
import { ScriptStepSchema } from './script.js';

const port = (n: number) => z.number().int().positive().max(65535).default(n);

/** Where a secret is kept; it never stands in a profile. */
export const SecretSchema = z
  .strictObject({
    env: z
      .string()
      .regex(/^[A-Za-z_]\w*$/, 'a name')
      .optional()
      .describe('The environment variable that holds it.'),
    file: z
      .string()
      .optional()
      .describe(
        'Or a file whose first line it is, relative to the profile, which nobody else can read (mode 0600).',
      ),
  })
  .refine(({ env, file }) => (env === undefined) !== (file === undefined), 'either `env` or `file`');
export type Secret = z.infer<typeof SecretSchema>;

const IpmiSchema = z.strictObject({
  program: z.string().default('ipmitool').describe('The ipmitool program.'),
  port: port(623),
  cipherSuite: z
    .number()
    .int()
    .min(0)
    .max(19)
    .optional()
    .describe('Cipher suite, where the best one that is offered does not work: 3 or 17.'),
  privilege: z.enum(['USER', 'OPERATOR', 'ADMINISTRATOR']).default('ADMINISTRATOR'),
  instance: z.number().int().min(1).max(15).default(1).describe('Which console, where there are several.'),
});

const RedfishSchema = z.strictObject({
  scheme: z.enum(['https', 'http']).default('https'),
  port: port(443),
  auth: z.enum(['session', 'basic']).default('session'),
  fingerprint: z
    .string()
    .regex(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/, 'SHA-256 as openssl prints it: AB:CD:…')
    .optional()
    .describe("SHA-256 of the controller's certificate; no other is accepted."),
  ca: z
    .string()
    .optional()
    .describe('A file with the certificates that sign it (PEM), relative to the profile.'),
  system: z.string().optional().describe('`Id` of the system, where the controller has several.'),
});

const BmcConsoleSchema = z.strictObject({
  command: z
    .array(z.string())
    .nonempty()
    .optional()
    .describe('A program whose output is the console (ssh, telnet); without it serial over LAN by IPMI.'),
  enter: z.enum(['cr', 'lf', 'crlf']).default('cr').describe('What ends a line that is typed.'),
});

export const BmcProfileSchema = z.strictObject({
  id: idField,
  kind: z.literal('bmc').describe('The firmware runs on a machine that a management controller switches.'),
  title,
  host: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._:-]*$/, 'a host name or an address')
    .describe('Host name or address of the controller.'),
  user: z.string().min(1),
  password: SecretSchema.describe("Where the user's password is kept."),
  power: z.enum(['ipmi', 'redfish']).default('ipmi').describe('What switches the machine.'),
  ipmi: IpmiSchema.prefault({}),
  redfish: RedfishSchema.prefault({}),
  console: BmcConsoleSchema.prefault({}),
  deploy: ScriptStepSchema.optional().describe(
    'Puts the image where the machine starts it from, before it is switched.',
  ),
  boot: z
    .strictObject({
      by: z
        .enum(['cycle', 'reset'])
        .default('cycle')
        .describe(
          'How a test begins; after a reset the last words of the program before may still be heard.',
        ),
      offSec,
      prompts: z
        .array(
          z.strictObject({
            pattern: regularExpression,
            answer: z.string().default('').describe('Without it only Enter.'),
            secret: SecretSchema.optional().describe('Typed instead: where it is kept.'),
          }),
        )
        .default([])
        .describe(
          'Questions on the way up, looked for in the line that has not ended; each is answered once.',
        ),
    })
    .prefault({}),
  test: z
    .strictObject({
      prompt: regularExpression.describe('The line without an end that shows that a command can be typed.'),
      command: z.string().describe('What is typed there.'),
    })
    .optional()
    .describe('Without it what is heard from the start on is the test.'),
  sdk: profileSdk,
  toolchainPrefix: toolchainPrefix('arm-none-eabi-'),
  health: healthWithin(90).prefault({}).describe('The banner, and the prompt, within this time.'),
  testEnd: testEnd.prefault({}),
});
export type BmcProfile = z.infer<typeof BmcProfileSchema>;
