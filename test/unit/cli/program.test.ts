import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { MANUAL } from '../../../electron/cli/manual.js';
import { programName, typable } from '../../../electron/cli/program.js';
import { PROVIDER_NAMES } from '../../../shared/provider-name.js';

const named = (started: string, env: NodeJS.ProcessEnv = {}): string =>
  programName({ env, started, here: '/here' });
const isWindows = process.platform === 'win32';

describe('the commands that texts tell the reader to type', () => {
  it('start with what npm says, else with Node and the file, from any folder', () => {
    expect(named('/a/cli.js', { BENCHLOOP_PROGRAM: 'npm run -s benchloop --' })).toBe(
      'npm run -s benchloop --',
    );
    expect(named('/usr/bin/benchloop')).toBe('benchloop');
    const file = path.join('build', 'benchloop.mjs');
    expect(named(file)).toBe(`node ${path.resolve('/here', file)}`);
  });

  it.skipIf(isWindows)('are quoted for a shell where the path needs it', () => {
    expect(named("/my $HOME/it's/cli.js")).toBe(`node '/my $HOME/it'\\''s/cli.js'`);
  });

  it('are put in as they are', () => {
    expect(typable('go on: benchloop resume r1', "node '/$&/cli.js'")).toBe(
      "go on: node '/$&/cli.js' resume r1",
    );
  });
});

describe('the pages of the manual', () => {
  it.each(Object.entries(MANUAL))('name all providers where one plays all roles: %s', (_, page) => {
    const options: readonly (readonly [string, string])[] = page.options;
    const meaning = options.find(([name]) => name.startsWith('--provider'))?.[1] ?? '';
    if (!meaning.includes('all roles') && !meaning.includes('the roles')) return;
    for (const name of PROVIDER_NAMES) expect(meaning).toContain(name);
  });
});
