import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTwoFilesPatch } from 'diff';
import { changesBetween } from '../../../electron/workspace/change.js';
import { doubtsOf } from '../../../electron/workspace/doubts.js';
import { treeAfter } from '../../../electron/workspace/patch.js';
import { judgePatch, type PatchRules } from '../../../electron/workspace/policy.js';
import { defaultPolicy } from '../../../shared/policy.js';
import { inEnglish } from '../../../shared/texts/words.js';
import { cloned, value } from '../../unit/workspace/repositories.js';

const FILE = 'src/clamp.c';
const HEADERS = [
  ...['stdio.h', 'stdlib.h', 'string.h', 'unistd.h', 'wchar.h', 'fcntl.h', 'signal.h', 'err.h', 'error.h'],
  ...['dlfcn.h', 'spawn.h', 'sys/uio.h', 'sys/mman.h', 'sys/sendfile.h', 'sys/socket.h', 'sys/syscall.h'],
  'sys/ptrace.h',
];

const MARK = { top: '/* top */\n', body: '  /* body */\n' } as const;
const SOURCE = [
  '#define _GNU_SOURCE',
  ...HEADERS.map((header) => `#include <${header}>`),
  '#include "clamp.h"\n',
  'void late(void);',
  'void later(int code, void *with);\n',
  `${MARK.top}int clamp(int v)\n{\n  if (v < LOW) return LOW;\n${MARK.body}  return v;\n}\n`,
].join('\n');

const FILES = {
  [FILE]: SOURCE,
  'src/clamp.h': '#define LOW 3\n#define HIGH 7\nint clamp(int v);\n',
  'tests/test_clamp.c':
    '#include "../src/clamp.h"\n#include <stdio.h>\nint main(void)\n{\n  puts("1..1");\n  return clamp(9) == 5 && clamp(\'\\t\') == 5 ? 0 : 1;\n}\n',
  Makefile: 'all:\n\tcc -o run src/clamp.c tests/test_clamp.c\n',
};

const policy = defaultPolicy();
const RULES: PatchRules = {
  ...{ allowedPaths: ['**'], forbiddenPaths: [], bannedConstructs: [] },
  ...{ maxLines: policy.maxPatchLines, maxFiles: policy.maxPatchFiles, riskThreshold: policy.riskThreshold },
};

/** Which change of the clamp function is made. */
export interface Change {
  top?: string;
  body?: string;
  byExit?: boolean;
}

/** What the product says of a change: `refused` nobody can approve, `asked` waits for a person, `passed` does neither. */
export interface Judged {
  fate: 'refused' | 'asked' | 'passed';
  why: string;
}

const sourceOf = ({ top, body }: Change): string =>
  SOURCE.replace(MARK.top, () => (top === undefined ? '' : `${top}\n`)).replace(MARK.body, () =>
    body === undefined ? '' : `  ${body}\n`,
  );

const patchOf = (change: Change): string =>
  createTwoFilesPatch(`a/${FILE}`, `b/${FILE}`, SOURCE, sourceOf(change)).replace(
    /^=+\n/,
    `diff --git a/${FILE} b/${FILE}\n`,
  );

/** A clone whose function is changed, and how the product judges each change. */
export async function judging() {
  const root = mkdtempSync(path.join(tmpdir(), 'forging-'));
  const { clone } = await cloned(FILES, path.join(root, 'repository'), path.join(root, 'clone'));
  const judge = async (change: Change): Promise<Judged> => {
    const rules = { ...RULES, exitDecides: change.byExit === true };
    const verdict = value(await judgePatch(clone.dir, patchOf(change), rules));
    const why = [...verdict.violations.map(({ message }) => message), `risk ${verdict.risk}`].join('; ');
    if (!verdict.accepted) return { fate: 'refused', why };
    if (verdict.risk >= policy.gateRisk) return { fate: 'asked', why };
    const tree = await treeAfter(clone.dir, patchOf(change));
    if (!tree.ok) throw new Error(inEnglish(tree.error.message));
    const files = await changesBetween(clone.dir, { from: clone.baseCommit, to: tree.value });
    const doubts = Object.values(await doubtsOf(clone.dir, files, rules)).flat();
    return doubts.length > 0 ? { fate: 'asked', why: doubts.join(', ') } : { fate: 'passed', why };
  };
  return {
    judge,
    /** Whether a compiler takes the changed file: what it does not take forges nothing. */
    compiles: (change: Change): boolean => {
      const file = path.join(root, 'changed.c');
      writeFileSync(file, sourceOf(change));
      const args = ['-fsyntax-only', '-w', '-I', path.join(clone.dir, 'src'), file];
      const { status, error } = spawnSync('gcc', args, { stdio: 'ignore' });
      if (error) throw error;
      return status === 0;
    },
    close: () => rmSync(root, { recursive: true, force: true }),
  };
}
