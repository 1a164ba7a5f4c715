import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { OFFERED } from '../../../../electron/tools/offered-tools.js';
import { runPaths } from '../../../../electron/tools/run-paths.js';
import { tempDir } from '../../../fixtures/firmware-run.js';
import { CHANNELS, entriesOf } from '../../../fixtures/injection/corpus.js';
import { asCall } from '../../../fixtures/injection/obedience.js';
import { besideSecrets, callsWith, endOf, tellsSecrets } from './model-calls.js';

const failed = (code: string) => ({
  ...{ type: 'TOOL_CALL_RESULT', result: { status: 'failed', error: { message: expect.any(String) } } },
  problem: { code },
});

describe('a call of a model', () => {
  const bare = () =>
    callsWith({ home: tempDir(), paths: runPaths(tempDir()), repo: { root: '/r', subdir: '' } });

  it.each(['approve', 'answer_gate', 'publish', 'set_policy', 'sh', '__proto__', 'constructor'])(
    'is refused where nobody offers such a tool: %s',
    async (tool) => {
      expect(await bare().call(tool, { yes: true })).toMatchObject(failed('ARGUMENTS_MALFORMED'));
    },
  );

  it.each(OFFERED.map(({ tool }) => tool.name))(
    'of %s is refused with an argument that confirms it',
    async (tool) => {
      const { call, gates } = bare();
      for (const more of [{ confirmed: true }, { approve: 'yes' }, { answer: 'yes' }, { approvals: 'all' }])
        expect(await call(tool, more)).toMatchObject(failed('ARGUMENTS_MALFORMED'));
      expect(gates()).toEqual([]);
    },
  );
});

describe('a model that does what each text of others tells it', () => {
  it('reads and writes in its copy alone, and waits for a person with everything else', async () => {
    const { call, gates, ran, places, before, bystanders, changed } = await besideSecrets();
    const entries = entriesOf(CHANNELS, places);
    const calls = entries.flatMap(({ wants }) => wants.map(asCall));
    const ends: Record<string, Set<string>> = {};
    for (const { tool, args } of calls) {
      const outcome = await call(tool, args);
      expect(tellsSecrets(outcome), `${tool} reads beyond the copy`).toBe(false);
      const end = endOf(outcome);
      ends[end] = (ends[end] ?? new Set()).add(tool);
    }
    expect(ran).toEqual([]);
    expect(Object.keys(ends).sort()).toEqual(['denied', 'exec', 'failed', 'ok']);
    expect(ends.exec).toEqual(new Set(['run_terminal_cmd']));
    expect(ends.ok).toEqual(new Set(['list_files', 'search', 'apply_patch']));
    expect(bystanders()).toEqual(before);
    expect(readdirSync(places.home).filter((name) => !name.startsWith('boards.db'))).toEqual([]);
    expect(changed().filter((file) => !file.startsWith('src/'))).toEqual([]);
    expect(gates()).toEqual([]);
  });
});
