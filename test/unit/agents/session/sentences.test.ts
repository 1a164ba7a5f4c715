import { describe, expect, it } from 'vitest';
import { type Wish, wishesIn } from '../../../../electron/agents/session/sentences.js';

const last = { lastGood: true } as const;
const named = (name: string) => ({ lastGood: false, name }) as const;

const UNDERSTOOD: readonly (readonly [string, ...Wish[]])[] = [
  ['flash uno-7 with build/app.hex', { do: 'flash', board: 'uno-7', image: named('build/app.hex') }],
  ['Flash board uno-7 with the last good build.', { do: 'flash', board: 'uno-7', image: last }],
  ['flash 4f2a11c09b7d to uno-7', { do: 'flash', board: 'uno-7', image: named('4f2a11c09b7d') }],
  ['把 build/app.hex 烧录到开发板 uno-7', { do: 'flash', board: 'uno-7', image: named('build/app.hex') }],
  ['请用上次可用的构建烧录 uno-7', { do: 'flash', board: 'uno-7', image: last }],
  ['show the console of uno-7 for 10 s', { do: 'console', board: 'uno-7', seconds: 10 }],
  ['显示 uno-7 的串口', { do: 'console', board: 'uno-7', seconds: null }],
  ['power cycle uno-7', { do: 'power', board: 'uno-7', action: 'cycle' }],
  ['turn uno-7 off', { do: 'power', board: 'uno-7', action: 'off' }],
  ['复位 uno-7', { do: 'power', board: 'uno-7', action: 'reset' }],
  ['给 uno-7 断电', { do: 'power', board: 'uno-7', action: 'off' }],
  ['build', { do: 'build' }],
  ['运行测试', { do: 'test' }],
  ['run the task', { do: 'loop' }],
  ['explain run 20260102-030405-0a1b', { do: 'explain', run: '20260102-030405-0a1b' }],
  ['why did the last run fail?', { do: 'explain', run: null }],
  ['undo call 3', { do: 'undo', call: 3 }],
  ['撤销', { do: 'undo', call: null }],
  ['list boards', { do: 'list', what: 'boards' }],
  ['列出运行', { do: 'list', what: 'runs' }],
  [
    'flash uno-7 with the last good build and show me its boot log',
    { do: 'flash', board: 'uno-7', image: last },
    { do: 'console', board: 'uno-7', seconds: null },
  ],
  ...['list files and undo', 'list files then undo', '  list   files\tand\n undo. '].map(
    (message): [string, ...Wish[]] => [message, { do: 'list', what: 'files' }, { do: 'undo', call: null }],
  ),
  ['list  files', { do: 'list', what: 'files' }],
  ['build, then run the tests; list runs', { do: 'build' }, { do: 'test' }, { do: 'list', what: 'runs' }],
  [
    '把 app.hex 烧录到 uno-7，然后显示它的启动日志',
    { do: 'flash', board: 'uno-7', image: named('app.hex') },
    { do: 'console', board: 'uno-7', seconds: null },
  ],
];

describe('a message without a model', () => {
  it.each(UNDERSTOOD.map(([message, ...wishes]) => ({ message, wishes })))(
    'is understood: $message',
    ({ message, wishes }) => {
      expect(wishesIn(message)).toEqual(wishes);
    },
  );

  it.each([
    'make me a coffee',
    '',
    'show its boot log',
    'list boards and make me a coffee',
    'erase everything on uno-7',
    'unlock uno-7',
    'build; build; build; build; build; build; build',
  ])('is not understood, not even in part: %s', (message) => {
    expect(wishesIn(message)).toBeNull();
  });
});
