import { existsSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { seconds } from '../../shared/duration.js';
import {
  defaultPolicy,
  type MachinePolicy,
  MachinePolicySchema,
  type Policy,
  PolicySchema,
} from '../../shared/policy.js';
import { ok, type Result } from '../../shared/problem.js';
import { readTextFile } from './text-file.js';
import { readYaml, type YamlKind } from './yaml-file.js';

const POLICY: YamlKind = {
  whole: 'the policy',
  code: 'POLICY_MALFORMED',
  next: 'correct the policy file, or remove it to have the defaults',
};

/** Where the administrator of a computer sets what no person can loosen. */
export function machinePolicyFile(platform = process.platform, env: NodeJS.ProcessEnv = process.env): string {
  return platform === 'win32'
    ? path.win32.join(env.ProgramData ?? 'C:\\ProgramData', 'Benchloop', 'policy.yaml')
    : '/etc/benchloop/policy.yaml';
}

/** `searchSec` where the person's own file says it; null where it does not. Errors: POLICY_MALFORMED. */
export function ownSearchSec(home: string): Result<number | null> {
  const said = readPolicyAs(ownFile(home), z.looseObject({ searchSec: seconds.optional() }));
  return said.ok ? ok(said.value?.searchSec ?? null) : said;
}

/**
 * The person's own thresholds, the defaults where there is no such file; what the computer's policy sets goes before them. Errors:
 * POLICY_MALFORMED, of either file.
 */
export function readPolicy(home: string, machineFile = machinePolicyFile()): Result<Policy> {
  const own = readPolicyAs(ownFile(home), PolicySchema);
  if (!own.ok) return own;
  const machine = readPolicyAs(machineFile, MachinePolicySchema);
  if (!machine.ok) return machine;
  return ok(underMachine(own.value ?? defaultPolicy(), machine.value ?? {}));
}

/** A field that the computer's policy leaves out stays the person's. */
function underMachine(own: Policy, machine: MachinePolicy): Policy {
  const { locks } = own;
  return {
    ...own,
    offline: machine.offline ?? own.offline,
    hosts: machine.hosts ?? own.hosts,
    allowedProviders: machine.allowedProviders ?? own.allowedProviders,
    locks: {
      approve: machine.locks?.approve ?? locks.approve,
      publish: machine.locks?.publish ?? locks.publish,
      deploy: machine.locks?.deploy ?? locks.deploy,
    },
  };
}

const ownFile = (home: string): string => path.join(home, 'policy.yaml');

/** A policy file as that schema reads it; null where there is none. */
function readPolicyAs<T>(file: string, schema: z.ZodType<T>): Result<T | null> {
  if (!existsSync(file)) return ok(null);
  const text = readTextFile(file, {
    what: 'policy file',
    absent: POLICY.code,
    malformed: POLICY.code,
    next: POLICY.next,
  });
  return text.ok ? readYaml(text.value, schema, file, POLICY) : text;
}
