import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, it } from 'vitest';
import { endProcesses, processesIn, processesWith } from '../../../../build/test/end-processes.mjs';
import { enterGroup, makeGroup, removeGroup } from '../../../../build/test/processor-time.mjs';

/** Waits for ever, with one that waits for ever in a session of its own, and without the environment. */
const PARENT = `
  const { spawn } = require('node:child_process');
  const args = ['-e', 'setInterval(() => {}, 1000)'];
  const child = spawn(process.execPath, args, { detached: true, env: {}, stdio: 'ignore' });
  console.log(child.pid);
  setInterval(() => {}, 1000);
`;
const DEAF = `process.on('SIGTERM', () => {}); console.log(process.pid); setInterval(() => {}, 1000);`;

const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

async function start(script: string, env = {}): Promise<{ child: ChildProcess; said: number }> {
  const child = spawn(process.execPath, ['-e', script], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  started.push(child);
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  return { child, said: Number(line) };
}

const stateOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.[0] ?? '';
  } catch {
    return '';
  }
};

describe.runIf(process.platform === 'linux')('the end of processes', () => {
  it('finds what a process with a variable started, wherever that runs, and nothing else', async () => {
    const { child, said } = await start(PARENT, { BENCHLOOP_ENDED: 'a' });
    await start(DEAF, { BENCHLOOP_ENDED: 'ab' });
    expect(new Set(processesWith('BENCHLOOP_ENDED=a'))).toEqual(new Set([child.pid, said]));
    expect(await endProcesses(() => processesWith('BENCHLOOP_ENDED=a'))).toEqual([]);
    // What is left of it, if anything, is for whoever takes orphans.
    expect(stateOf(said)).toMatch(/^Z?$/);
  });

  it('kills what does not listen', async () => {
    const { child } = await start(DEAF, { BENCHLOOP_ENDED: 'deaf' });
    const ended = once(child, 'exit');
    expect(await endProcesses(() => processesWith('BENCHLOOP_ENDED=deaf'), 50)).toEqual([]);
    expect(await ended).toEqual([null, 'SIGKILL']);
  });

  it('finds all processes of a control group, where this system lets one be made', async ({ skip }) => {
    const group = makeGroup(`benchloop-test-end-${process.pid}`);
    if (group === null) return skip();
    const { child } = await start(DEAF);
    enterGroup(group, child.pid);
    expect(processesIn(group)).toEqual([child.pid]);
    const ended = once(child, 'exit');
    expect(await endProcesses(() => processesIn(group), 50)).toEqual([]);
    await ended;
    removeGroup(group);
  });
});
