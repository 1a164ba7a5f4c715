import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import {
  currentBootId,
  isAlive,
  processStartTime,
  reapChildren,
} from '../../../../electron/bench/process/children.js';

const live: ChildProcess[] = [];

/** A process that heads its own group and ignores TERM, as one that a crashed owner left behind. */
async function leaveBehind(operation: string) {
  const child = spawn('sh', ['-c', 'trap "" TERM; echo up; sleep 1000 & while :; do sleep 1; done'], {
    detached: true,
    env: { PATH: process.env.PATH, BENCHLOOP_OPERATION: operation },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  live.push(child);
  await once(child.stdout, 'data');
  const pid = child.pid ?? 0;
  return { child, record: { pid, startTime: processStartTime(pid) ?? '', operation } };
}

afterEach(() => {
  for (const child of live.splice(0)) {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
      process.kill(-child.pid, 'SIGKILL');
  }
});

describe('a process is known by its pid and start time', () => {
  it('while it lives', () => {
    const startTime = processStartTime(process.pid);
    expect(startTime).toMatch(/^\d+$/);
    expect(isAlive(process.pid, startTime ?? '')).toBe(true);
  });

  it('and not by its pid alone', () => expect(isAlive(process.pid, '1')).toBe(false));

  it('and not after it has ended', async () => {
    const { child, record } = await leaveBehind('op-ended');
    process.kill(-record.pid, 'SIGKILL');
    await once(child, 'exit');
    expect(processStartTime(record.pid)).toBeNull();
    expect(isAlive(record.pid, record.startTime)).toBe(false);
  });

  it('within one uptime, which has an id', () => {
    expect(currentBootId()).toMatch(/^[0-9a-f-]{36}$/);
    expect(currentBootId()).toBe(currentBootId());
  });
});

describe('reaping', () => {
  it('ends a whole group that refuses TERM', async () => {
    const { child, record } = await leaveBehind('op-left');
    const exit = once(child, 'close');
    expect(await reapChildren([record])).toContain(record.pid);
    await exit; // its pipe is closed too: nobody of the group is left
    expect(await reapChildren([record])).toEqual([]);
  });

  it('finds what is left of an operation whose recorded process has gone', async () => {
    const { child, record } = await leaveBehind('op-headless');
    const closed = once(child, 'close');
    process.kill(record.pid, 'SIGKILL');
    await once(child, 'exit');
    expect(await reapChildren([record])).not.toContain(record.pid);
    await closed;
  });

  it('leaves a process alone whose start time or operation is another', async () => {
    const { record } = await leaveBehind('op-mine');
    const later = String(Number(record.startTime) + 1);
    expect(await reapChildren([{ ...record, startTime: later }])).not.toContain(record.pid);
    expect(await reapChildren([{ ...record, operation: 'op-other' }])).toEqual([]);
    expect(await reapChildren([{ ...record, operation: 'op-min' }])).toEqual([]);
    expect(isAlive(record.pid, record.startTime)).toBe(true);
  });
});
