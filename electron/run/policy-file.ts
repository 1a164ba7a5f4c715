import { existsSync } from 'node:fs';
import path from 'node:path';
import { defaultPolicy, type Policy, PolicySchema } from '../../shared/policy.js';
import { ok, type Result } from '../../shared/problem.js';
import { readTextFile } from '../bench/text-file.js';
import { readYaml, type YamlKind } from '../bench/yaml-file.js';

const POLICY: YamlKind = {
  whole: 'the policy',
  code: 'POLICY_MALFORMED',
  next: 'correct the policy file, or remove it to have the defaults',
};

/** The person's own thresholds; the defaults where there is no such file. Errors: POLICY_MALFORMED. */
export function readPolicy(home: string): Result<Policy> {
  const file = path.join(home, 'policy.yaml');
  if (!existsSync(file)) return ok(defaultPolicy());
  const text = readTextFile(file, {
    what: 'policy file',
    absent: POLICY.code,
    malformed: POLICY.code,
    next: POLICY.next,
  });
  return text.ok ? readYaml(text.value, PolicySchema, file, POLICY) : text;
}
