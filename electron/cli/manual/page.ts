/** What `help COMMAND` says. */
export interface Page {
  /** Arguments and options, as one line of the usage. */
  synopsis: string;
  about: string;
  options: readonly (readonly [name: string, meaning: string])[];
  examples: readonly string[];
}

export const JSON_LINES = ['--json', 'one JSON object per line on standard output'] as const;
export const JSON_ONE = ['--json', 'one JSON object on standard output'] as const;
export const APPROVE = [
  '--approve POLICY',
  'ask (default with a terminal), none (default without one), all, or scopes: build,patch,flash,power,publish,exec,write,commit,deploy,send',
] as const;
export const PACE = [
  '--pace MS|slow|step',
  'wait after each transition: milliseconds, 1500, or for a key',
] as const;
