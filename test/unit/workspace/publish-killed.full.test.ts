import { spawnSync } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { publishBranch } from '../../../electron/workspace/publish.js';
import { names, prepared, publishModule } from './publishing.js';
import { g, temporary, value } from './repositories.js';

/**
 * Publishes, and ends itself with SIGKILL before or after the n-th change of a file. With `other`, links between the two
 * repositories are refused, as between file systems.
 */
const MORTAL = `
const files = require('node:fs/promises');
const [publish, request, other] = process.argv.slice(2, 5);
let left = Number(process.argv[5]);
const step = () => left-- === 0 && process.kill(process.pid, 'SIGKILL');
for (const name of ['mkdir', 'link', 'copyFile', 'rename', 'rm']) {
  const real = files[name];
  files[name] = async (...args) => {
    if (name === 'link' && other === 'other') throw Object.assign(new Error('EXDEV'), { code: 'EXDEV' });
    step();
    const done = await real(...args);
    step();
    return done;
  };
}
require(publish).publishBranch(JSON.parse(request)).then((done) => process.exit(done.ok ? 0 : 1));
`;

describe('publishBranch whose process is killed', () => {
  it.each(['same', 'other'])(
    'between any two steps does no harm, and repeated leaves nothing (%s file system)',
    async (where) => {
      const request = await prepared();
      const program = temporary('publish');
      writeFileSync(join(program, 'publish.cjs'), await publishModule());
      writeFileSync(join(program, 'mortal.cjs'), MORTAL);
      const whole = join(program, 'whole');
      cpSync(request.repoRoot, whole, { recursive: true });
      value(await publishBranch({ ...request, repoRoot: whole }));
      let kills = 0;
      for (let step = 0; ; step++) {
        const repo = join(program, `repo-${step}`);
        cpSync(request.repoRoot, repo, { recursive: true });
        const asked = { ...request, repoRoot: repo };
        const args = [join(program, 'publish.cjs'), JSON.stringify(asked), where, String(step)];
        const end = spawnSync(process.execPath, [join(program, 'mortal.cjs'), ...args]);
        expect(() => g(repo, 'fsck', '--strict')).not.toThrow();
        if (end.status === 0) break;
        expect(end.signal).toBe('SIGKILL');
        kills++;
        value(await publishBranch(asked));
        expect(names(repo)).toEqual(names(whole));
      }
      expect(kills).toBeGreaterThanOrEqual(10);
    },
  );
});
