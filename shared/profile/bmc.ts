import { z } from 'zod';
import { health, idField, testEnd, title, toolchainPrefix } from './fields.js';

export const BmcProfileSchema = z.strictObject({
  id: idField,
  kind: z.literal('bmc').describe('A machine behind a management controller.'),
  title,
  controller: z.discriminatedUnion('by', [
    z.strictObject({
      by: z.literal('ipmi'),
      host: z.string(),
      port: z.number().int().positive().max(65535).default(623),
      interface: z.enum(['lanplus', 'lan']).default('lanplus'),
      cipherSuite: z.number().int().nonnegative().default(17),
      user: z.string(),
      passwordEnv: z
        .string()
        .default('BENCHLOOP_BMC_PASSWORD')
        .describe('Environment variable of the password.'),
    }),
    z.strictObject({
      by: z.literal('redfish'),
      url: z.url().describe('Root of the service, https.'),
      system: z.string().optional().describe('Id of the system, where there are several.'),
      user: z.string(),
      passwordEnv: z.string().default('BENCHLOOP_BMC_PASSWORD'),
      certificateSha256: z
        .string()
        .optional()
        .describe('Fingerprint of a certificate that no authority signed.'),
    }),
  ]),
  prompt: z.string().optional().describe('A regular expression: booted when the console shows it.'),
  bootSec: z.number().positive().default(300).describe('Longest boot.'),
  deploy: z
    .array(z.string())
    .nonempty()
    .optional()
    .describe('Puts the image where the machine boots from; `{image}`.'),
  test: z.string().optional().describe('What is typed at the prompt to run the test.'),
  toolchainPrefix: toolchainPrefix(''),
  health: health.prefault({}),
  testEnd: testEnd.prefault({}),
});
export type BmcProfile = z.infer<typeof BmcProfileSchema>;
