import { existsSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { seconds } from '../../shared/duration.js';
import { defaultPolicy, type Policy, PolicySchema } from '../../shared/policy.js';
import { ok, type Result } from '../../shared/problem.js';
import { readTextFile } from './text-file.js';
import { readYaml, type YamlKind } from './yaml-file.js';

const POLICY: YamlKind = {
  whole: 'the policy',
  code: 'POLICY_MALFORMED',
  next: 'correct the policy file, or remove it to have the defaults',
};

/** `searchSec` where the person's own file says it; null where it does not. Errors: POLICY_MALFORMED. */
export function ownSearchSec(home: string): Result<number | null> {
  const said = readPolicyAs(home, z.looseObject({ searchSec: seconds.optional() }));
  return said.ok ? ok(said.value?.searchSec ?? null) : said;
}

/** The person's own thresholds; the defaults where there is no such file. Errors: POLICY_MALFORMED. */
export function readPolicy(home: string): Result<Policy> {
  const read = readPolicyAs(home, PolicySchema);
  return read.ok ? ok(read.value ?? defaultPolicy()) : read;
}

/** The policy file as that schema reads it; null where there is none. */
function readPolicyAs<T>(home: string, schema: z.ZodType<T>): Result<T | null> {
  const file = path.join(home, 'policy.yaml');
  if (!existsSync(file)) return ok(null);
  const text = readTextFile(file, {
    what: 'policy file',
    absent: POLICY.code,
    malformed: POLICY.code,
    next: POLICY.next,
  });
  return text.ok ? readYaml(text.value, schema, file, POLICY) : text;
}
