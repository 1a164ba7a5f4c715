import { describe, expect, it } from 'vitest';
import {
  callsOfTurn,
  type Heard,
  signalsOf,
  toldSignals,
} from '../../../../electron/effects/delivery/signals.js';
import { VERIFICATION } from '../../../../electron/machine/session/context.js';
import type { SessionCall } from '../../../../shared/session.js';
import { inEnglish } from '../../../../shared/texts/words.js';

const CHECKS = { lint: [['./tidy', '--all']], style: [['./style']], unit: [['./host']] };

const call = (tool: string, args: unknown, more: Partial<SessionCall> = {}): SessionCall => ({
  ...{ n: 1, step: 'turn1-step-1', tool, args, status: 'ok', error: null, file: null, tree: null },
  ...more,
});
const ran = (argv: string[], exit_code: number): Heard => ({
  call: call('run_terminal_cmd', { argv }),
  payload: { exit_code },
});
const cases = (...status: string[]): Heard => ({
  call: call('run_test', {}),
  payload: { cases: status.map((one, at) => ({ name: `case_${at}`, status: one })) },
});
const done = { questions: [], blocked: null };
const signals = (...heard: Heard[]) => signalsOf(heard, done, CHECKS);

/** The seed's table of eight, row by row. */
describe('what a supervised session did', () => {
  it('counts calls that write files, and no other', () => {
    const wrote = ['apply_patch', 'write_file', 'delete_file'].map((tool) => ({
      call: call(tool, {}),
      payload: {},
    }));
    const failed = { call: call('write_file', {}, { status: 'failed' }), payload: null };
    expect(signals(...wrote, failed, { call: call('read_file', {}), payload: {} }).edits).toBe(3);
  });

  it('knows lint and tests by the task’s own checks, by tools, and by the names of programs', () => {
    expect(signals(ran(['./tidy', '--all'], 0)).lint).toBe('pass');
    expect(signals(ran(['./style'], 1)).lint).toBe('fail');
    expect(signals(ran(['make', 'lint'], 2)).lint).toBe('fail');
    expect(signals(ran(['/usr/bin/clang-tidy', 'a.c'], 0)).lint).toBe('pass');
    expect(signals(ran(['./host'], 0)).test).toBe('pass');
    expect(signals(ran(['make', 'check'], 1)).test).toBe('fail');
    expect(signals(ran(['ls'], 0))).toMatchObject({ lint: null, test: null, commits: 0 });
  });

  it('takes the last call of a kind: exit code 0 and cases that pass are a pass, all else is none', () => {
    expect(signals(ran(['make', 'test'], 1), ran(['make', 'test'], 0)).test).toBe('pass');
    expect(signals(cases('pass', 'skip')).test).toBe('pass');
    expect(signals(cases('pass', 'fail')).test).toBe('fail');
    expect(signals(cases()).test).toBe('fail');
    expect(signals({ call: call('run_test', {}, { status: 'denied' }), payload: null }).test).toBe('fail');
  });

  it('knows a commit by its command', () => {
    expect(signals(ran(['git', 'commit', '-m', 'done'], 0), ran(['git', 'log'], 0)).commits).toBe(1);
  });

  it('asks where its turn ended with questions, and is done where nothing stood in its way, whatever it prints', () => {
    expect(signals(ran(['echo', 'done? which one?'], 0))).toMatchObject({ asks: false, done: true });
    expect(signalsOf([], { questions: ['which?'], blocked: 'asks' }, CHECKS)).toMatchObject({
      asks: true,
      done: false,
    });
    expect(signalsOf([], { questions: ['which?'], blocked: null }, CHECKS)).toMatchObject({
      asks: false,
      done: true,
    });
    expect(inEnglish(toldSignals(signalsOf([], { questions: [], blocked: 'no' }, CHECKS)))).toContain(
      'stood in its way',
    );
  });
});

describe('the calls of a turn', () => {
  it('are its own and the checks behind them, not those of earlier turns', () => {
    const steps = ['turn1-step-1', VERIFICATION, 'turn2-step-1', 'turn2-repair1-1', VERIFICATION];
    const calls = steps.map((step, at) => call('build', {}, { n: at + 1, step }));
    expect(callsOfTurn({ calls, turn: 2 }).map(({ n }) => n)).toEqual([3, 4, 5]);
    expect(callsOfTurn({ calls: calls.slice(0, 2), turn: 2 })).toEqual([]);
  });
});
