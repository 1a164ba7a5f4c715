import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type Pause, readTool } from '../../../../electron/tools/read/read-tool.js';
import { fail, ok, type ProblemCode, type Result } from '../../../../shared/problem.js';
import { visiting } from '../../../fixtures/visiting.js';

/** A read that fails with these codes, one after the other, and then works. */
function failing(codes: ProblemCode[], wait: (ms: number) => void = () => {}) {
  const paused: number[] = [];
  const state = { reads: 0 };
  const pause: Pause = async (ms) => {
    paused.push(ms);
    wait(ms);
  };
  const read = async (): Promise<Result<string>> => {
    const code = codes[state.reads++];
    return code === undefined ? ok('read') : fail({ code, message: code });
  };
  const tool = readTool({ name: 'look', arguments: z.object({}), result: z.string(), read }, pause);
  const { visit } = visiting();
  return { paused, state, visit, call: () => visit.io.call(tool, {}, null) };
}

describe('a read that the system fails', () => {
  it('is tried again after 200, 500 and 1000 ms', async () => {
    const { call, paused, state } = failing(['ENV_ERROR', 'DISK_FULL', 'PORT_LOST']);
    expect(await call()).toEqual(ok('read'));
    expect([paused, state.reads]).toEqual([[200, 500, 1000], 4]);
  });

  it('is not tried again once it works', async () => {
    const { call, paused } = failing(['ENV_ERROR']);
    expect(await call()).toEqual(ok('read'));
    expect(paused).toEqual([200]);
  });

  it('fails with the last words after the fourth try', async () => {
    const { call, state } = failing(['ENV_ERROR', 'ENV_ERROR', 'ENV_ERROR', 'PORT_LOST', 'ENV_ERROR']);
    expect(await call()).toMatchObject({ error: { code: 'PORT_LOST' } });
    expect(state.reads).toBe(4);
  });

  it('is given up when the state is left while it waits', async () => {
    const { call, state, visit } = failing(['ENV_ERROR', 'ENV_ERROR'], () => visit.stay.controller.abort());
    expect(await call()).toMatchObject({ error: { code: 'ENV_ERROR' } });
    expect(state.reads).toBe(1);
  });
});

describe('a read that fails for another reason', () => {
  it.each<ProblemCode>(['FILE_NOT_FOUND', 'ARGUMENTS_MALFORMED', 'POLICY_VIOLATION', 'TIMEOUT', 'DECLINED'])(
    'is not tried again: %s',
    async (code) => {
      const { call, paused } = failing([code]);
      expect(await call()).toMatchObject({ error: { code } });
      expect(paused).toEqual([]);
    },
  );
});
