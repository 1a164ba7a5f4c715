import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { distDir, projectDir } from '../../../build/project.mjs';
import { createCore } from '../../../electron/core/core.js';
import type { CassetteKind } from '../../../shared/cassette.js';
import type { Result } from '../../../shared/problem.js';
import { inEnglish } from '../../../shared/texts/words.js';
import { goldenHome } from '../../golden/golden-home.js';
import type { Opening } from '../attack.js';
import { damaged } from './damaged.js';

const KINDS: readonly CassetteKind[] = ['source', 'console', 'prompts', 'replies'];

const coreOf = (home: string) =>
  createCore({ home, resources: path.join(projectDir, 'native-config'), wasmDir: distDir, env: {} });

function sure<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(inEnglish(result.error.message));
  return result.value;
}

/** Journals of a run that has ended: whatever became of one, the run is shown, or refused in words, and other runs are there. */
export const journals: Opening = async () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'journals-'));
  const { home, run } = await goldenHome('converged', dir);
  const folder = path.join(home, 'runs', run);
  const journal = readFileSync(path.join(folder, 'journal.db'));
  const victim = `${run.slice(0, -1)}${run.endsWith('0') ? '1' : '0'}`;
  cpSync(folder, path.join(home, 'runs', victim), { recursive: true, verbatimSymlinks: true });
  const file = path.join(home, 'runs', victim, 'journal.db');
  return {
    close: () => rmSync(dir, { recursive: true, force: true }),
    attempt: async (draw) => {
      for (const ending of ['-wal', '-shm']) rmSync(`${file}${ending}`, { force: true });
      writeFileSync(file, damaged(draw, journal));
      const core = coreOf(home);
      core.details(victim);
      await core.cassette(victim, KINDS);
      await core.approvals();
      core.hasUnheard(victim);
      const { runs } = core.runs();
      return runs.some((one) => one.run === run) ? null : 'the other run is no longer listed';
    },
  };
};

/** Cassettes of a run: each replays, or is refused in words. */
export const cassettes: Opening = async () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'cassettes-'));
  const { home, run } = await goldenHome('converged', dir);
  const [whole, file] = [path.join(dir, 'whole'), path.join(dir, 'damaged')];
  sure(await sure(await coreOf(home).cassette(run, KINDS)).write(whole));
  const bytes = readFileSync(whole);
  const core = coreOf(path.join(dir, 'none'));
  sure(await core.replay(whole));
  return {
    close: () => rmSync(dir, { recursive: true, force: true }),
    attempt: async (draw) => {
      writeFileSync(file, damaged(draw, bytes));
      await core.replay(file);
      return null;
    },
  };
};
