import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { createExec } from '../../electron/bench/process/exec.js';
import type { CallIo, Tool } from '../../electron/engine/tool.js';
import { type CommandWork, runCommand } from '../../electron/tools/clone/command-tool.js';
import { applyPatch, writeFile } from '../../electron/tools/clone/edit-tools.js';
import type { Trees } from '../../electron/tools/clone/undoable.js';
import { wholeTree } from '../../electron/workspace/whole-tree.js';
import { PolicySchema } from '../../shared/policy.js';
import { realConfinement } from '../fixtures/exec.js';
import { visiting } from '../fixtures/visiting.js';
import { sessionClone } from '../unit/tools/clone/session-clone.js';
import { value } from '../unit/workspace/repositories.js';
import { rounds } from './scene.js';

const FILES = { 'a.c': 'int a;\n', 'b.c': 'int b;\n', '.gitignore': '*.o\n' };
const MARK = 's.main.1.call.2';

/** The io of a call of that mark, as the owner that resumes the run makes it again. */
const resumed = async (): Promise<CallIo> => {
  const { visit } = visiting();
  const quiet = { progress: () => undefined, console: () => undefined };
  return {
    ...{ run: 's', node: 'main', mark: MARK, signal: visit.stay.controller.signal, ...quiet },
    ...{ unsafe: () => () => undefined, standStill: () => () => undefined, agree: async () => false },
    call: () => Promise.reject(new Error('these tools call no other')),
  };
};

/** A session with one call made, whose second is made by a process that is killed. */
async function session() {
  const made = await sessionClone(FILES);
  const confinement = await realConfinement();
  const exec = createExec({ children: { started: () => {}, ended: () => {} }, confinement });
  const work: CommandWork & typeof made.work = {
    ...{ ...made.work, exec, confinement },
    policy: PolicySchema.parse({ gateRisk: 1 }),
  };
  const { visit } = visiting();
  const first = value(await visit.io.call(writeFile, { path: 'a.c', content: 'int aa;\n' }, work));
  const before = made.files();
  /** Kills the call; then the run is resumed: the call is looked at, and made again. Gives what came of it. */
  const killed = async <A, R extends Trees>(tool: Tool<A, R, typeof work>, args: A, ms = ''): Promise<R> => {
    await dying([made.paths.dir, MARK, tool.name, JSON.stringify(args), ms]);
    const io = await resumed();
    expect(await tool.reconcile(args, work, io)).toBe('again');
    expect(made.files()).toEqual(before);
    return value(await tool.perform(args, work, io));
  };
  const undo = async <A, R extends Trees>(tool: Tool<A, R, typeof work>, args: A, result: R) => {
    value(await visiting().visit.io.undo(tool, { args, result }, work));
    return value(await wholeTree(made.clone));
  };
  return { ...made, work, first, before, killed, undo };
}

async function dying(args: string[]): Promise<void> {
  const program = path.join(inject('crashingPrograms'), 'call.js');
  const child = spawn(process.execPath, [program, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  let stderr = '';
  child.stderr.on('data', (words) => {
    stderr += words;
  });
  const [code, signal] = await once(child, 'close');
  if (code !== 0 && signal !== 'SIGKILL') throw new Error(stderr);
}

describe('a process that is killed', () => {
  it('while its command writes leaves nothing of it: it runs again on the clone as it was, and is undone', async () => {
    const { clone, before, killed, undo, files, first } = await session();
    const script = 'echo x > a.c; echo o > a.o; rm b.c; echo written; sleep 0.5; echo late > late.txt';
    const args = { argv: ['sh', '-c', script] };
    const result = await killed(runCommand, args);
    expect(result).toMatchObject({ exit_code: 0, tree_before: first.tree_after });
    expect(value(await wholeTree(clone))).toBe(result.tree_after);
    expect(await undo(runCommand, args, result)).toBe(first.tree_after);
    expect(files()).toEqual(before);
  });

  it('at any moment of an edit of several files leaves all of it or nothing', async () => {
    const edits = [
      { path: 'a.c', find: 'int aa;', replace: 'long a;' },
      { path: 'b.c', find: 'int b;', replace: 'long b;' },
      { path: 'src/new/c.c', find: '', replace: 'long c;\n' },
    ];
    const moments = Array.from({ length: 6 * rounds }, (_, n) => String(20 + (n * 400) / (6 * rounds)));
    for (const ms of moments) {
      const { killed, undo, first } = await session();
      const result = await killed(applyPatch, { edits }, ms);
      expect(result.files, ms).toEqual(['a.c', 'b.c', 'src/new/c.c']);
      expect(await undo(applyPatch, { edits }, result), ms).toBe(first.tree_after);
    }
  });
});
