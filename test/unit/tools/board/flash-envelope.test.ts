import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { sayDrives } from '../../../../electron/lab/boards/drives.js';
import { endEnvelope } from '../../../../electron/lab/boards/envelope.js';
import type { BoardWork } from '../../../../electron/tools/board/board-work.js';
import { flashAsking, type Origin } from '../../../../electron/tools/board/flash-gate.js';
import { defaultPolicy } from '../../../../shared/policy.js';
import { ScriptProfileSchema } from '../../../../shared/profile/script.js';
import { TaskSchema } from '../../../../shared/task.js';
import { inEnglish, type Words } from '../../../../shared/texts/words.js';
import { tempDir, value } from '../../../fixtures/firmware-run.js';
import { git } from '../../../fixtures/loop/projects.js';

/** The board goes by the name of its profile. */
const BOARD = 'bench';
const asked = {
  ...{ board: 'The board', chip: null, serial: null, image: 'a'.repeat(64), regions: [] },
  ...{ erase: 'pages' as const, irreversible: null, tried: 'peer' as const, alwaysAsk: false },
};

let home: string;
let repo: string;
let base: string;
let patched: string;
beforeEach(() => {
  home = tempDir();
  repo = path.join(home, 'fw');
  mkdirSync(repo);
  const commit = (text: string): string => {
    writeFileSync(path.join(repo, 'motor.c'), text);
    git(repo, 'add', '-A');
    git(repo, 'commit', '-qm', 'a change');
    return git(repo, 'rev-parse', 'HEAD').trim();
  };
  // as a run's clone: its git folder lies beside it
  git(repo, 'init', '-q', '--separate-git-dir', `${repo}.git`);
  base = commit('int speed = 1;\n');
  commit('int speed = 2;\n');
  patched = commit('int speed = 9;\n');
});

/** A bench whose profile says what it drives; the profile is one of the person's own unless a file is named. */
function benchWith(drives: 'nothing' | 'actuators' | undefined, profileFile = BOARD): BoardWork {
  const task = TaskSchema.parse({
    ...{ goal: 'g', repo, profile: profileFile, build: { command: ['make'] }, test: { parser: 'tap' } },
  });
  return {
    ...{ home, policy: defaultPolicy(), board: null, paths: { clone: repo } },
    profile: ScriptProfileSchema.parse({ id: BOARD, kind: 'script', title: 'The board', drives }),
    loaded: { task, file: path.join(home, 'task.yaml'), repoRoot: repo, baseCommit: base },
  };
}

/** What a person is asked, and what is told beside it. */
async function asks(bench: BoardWork, o: { origin?: Origin; alwaysAsk?: boolean; image?: string } = {}) {
  const told: string[] = [];
  const io = {
    run: 'r',
    progress: (step: string, detail: Words = '') => void told.push(`${step} ${inEnglish(detail)}`),
  };
  const { origin = { commit: patched }, ...more } = o;
  const asking = await flashAsking(bench, io, { ...asked, ...more }, origin);
  return { ...asking, question: inEnglish(asking.question), subject: inEnglish(asking.subject), told };
}

describe('a board of which nobody said what it drives', () => {
  it('counts as one with actuators: each image is asked for, with all that was changed, and nothing is granted', async () => {
    for (const drives of [undefined, 'actuators'] as const) {
      const { question, subject, grant } = await asks(benchWith(drives));
      expect(grant).toBeUndefined();
      expect(question).toBe('Flash The board with this image?');
      expect(subject).toContain('benchloop boards drives bench nothing');
      expect(subject).toMatch(/all changes since commit \w+:\n\n[\s\S]*-int speed = 1;\n\+int speed = 9;/);
    }
  });

  it('is asked for another image by another question', async () => {
    const bench = benchWith(undefined);
    const other = await asks(bench, { image: 'b'.repeat(64) });
    expect(other.binding).not.toBe((await asks(bench)).binding);
  });

  it('says where an image holds no change', async () => {
    const { subject } = await asks(benchWith(undefined), { origin: { commit: base } });
    expect(subject).toContain(`built without any change, from commit ${base.slice(0, 12)}`);
  });
});

describe('an envelope', () => {
  it('is offered where the profile of the person says that the board drives nothing: 10 flashes, 30 minutes', async () => {
    const { question, subject, grant } = await asks(benchWith('nothing'));
    expect(grant).toEqual({ uses: 10, ms: 30 * 60_000 });
    expect(question).toBe('Let this run flash The board, at most 10 times within 30 min?');
    expect(subject).toContain('the approval ends at the first fault, hang or unexpected read-back');
  });

  it('is offered where a person said so of this one board, until that is taken back', async () => {
    sayDrives(home, BOARD, 'nothing');
    expect((await asks(benchWith(undefined))).grant).toBeDefined();
    sayDrives(home, 'another', 'actuators');
    expect((await asks(benchWith(undefined))).grant).toBeDefined();
    sayDrives(home, BOARD, 'actuators');
    expect((await asks(benchWith(undefined))).grant).toBeUndefined();
  });

  it('covers every image of the run, and nothing of another run or board', async () => {
    const bench = benchWith('nothing');
    const first = await asks(bench);
    expect((await asks(bench, { image: 'b'.repeat(64) })).binding).toBe(first.binding);
  });

  it('is over at the first thing that was not expected: the next write is another question, which says why', async () => {
    const bench = benchWith('nothing');
    const before = await asks(bench);
    value(await endEnvelope(home, { board: BOARD, owner: 'r' }, 'the test was ended by timeout'));
    const after = await asks(bench);
    expect(after.binding).not.toBe(before.binding);
    expect(after.subject).toContain('the earlier approval has ended: the test was ended by timeout');
    value(await endEnvelope(home, { board: BOARD, owner: 'another run' }, 'a fault'));
    expect((await asks(bench)).binding).toBe(after.binding);
  });

  it('is never offered for an image that our build did not make, which the question says', async () => {
    const { grant, subject } = await asks(benchWith('nothing'), {
      origin: { source: 'as-found' },
    });
    expect(grant).toBeUndefined();
    expect(subject).toContain(
      `NOT BUILT HERE: image SHA-256 ${asked.image}, from the board's content before this run`,
    );
  });

  it('is never offered for what erases all, or cannot be undone', async () => {
    expect((await asks(benchWith('nothing'), { alwaysAsk: true })).grant).toBeUndefined();
  });

  it('is not offered by a profile that lies in the repository, which is told', async () => {
    writeFileSync(path.join(repo, 'board.yaml'), '');
    writeFileSync(path.join(home, 'board.yaml'), '');
    const own = await asks(benchWith('nothing', './board.yaml'));
    const theirs = await asks(benchWith('nothing', './fw/board.yaml'));
    expect([own.grant !== undefined, theirs.grant]).toEqual([true, undefined]);
    expect(theirs.told.join()).toContain('NOTICE the profile lies in the repository');
  });

  it('is not offered by a record that somebody else made, which is told', async () => {
    sayDrives(home, BOARD, 'nothing');
    writeFileSync(path.join(home, 'approvals.key'), 'x'.repeat(32));
    const { grant, told } = await asks(benchWith(undefined));
    expect(grant).toBeUndefined();
    expect(told.join()).toContain('does not count');
  });
});
