import { describe, expect, it } from 'vitest';
import { freshNonce, nonceFault, typedFor, whyNoNonce } from '../../../../electron/tools/results/nonce.js';
import { type Task, TaskSchema } from '../../../../shared/task.js';
import { profileOf } from '../../../fixtures/qemu/bench.js';

const NONCE = '00c0ffee00c0ffee';

const taskWith = (test: Record<string, unknown>): Task =>
  TaskSchema.parse({ goal: 'g', repo: '.', profile: 'p', build: { command: ['make'] }, test });

const UNITY = [
  'a.c:1:one:PASS',
  'a.c:2:two:PASS',
  '-----------------------',
  '2 Tests 0 Failures 0 Ignored',
  'OK',
];

/** What is said of a console, its lines those of Unity with others put in at `at`. */
function why(
  lines: readonly string[],
  nonce: unknown = true,
  sent: string | undefined = NONCE,
): string | null {
  const console = lines.join('\r\n');
  return whyNoNonce(taskWith({ nonce }), { console, parser: 'unity', beside: {}, nonce: sent });
}

const at = (index: number, line: string): string[] => UNITY.toSpliced(index, 0, line);

describe('a nonce', () => {
  it('is another one for each session', () => {
    const some = new Set(Array.from({ length: 20 }, freshNonce));
    expect(some.size).toBe(20);
    for (const one of some) expect(one).toMatch(/^[0-9a-f]{16}$/);
  });

  it('is typed with a line end, or as the task says', () => {
    expect(typedFor(taskWith({ nonce: true }), NONCE)).toEqual({ prompt: null, text: `${NONCE}\n` });
    const nonce = { prompt: '> ', send: 'say {nonce}\r' };
    expect(typedFor(taskWith({ nonce }), NONCE)).toEqual({ prompt: '> ', text: `say ${NONCE}\r` });
    expect(typedFor(taskWith({}), NONCE)).toBeUndefined();
  });

  it('counts in the line of the last result and behind it', () => {
    expect(why([...UNITY, NONCE])).toBeNull();
    expect(why([...UNITY, '', `nonce=${NONCE};`])).toBeNull();
    expect(why(UNITY.toSpliced(3, 1, `2 Tests 0 Failures 0 Ignored`, NONCE))).toBeNull();
    expect(why(['a.c:1:one:PASS', `a.c:2:two:FAIL: ${NONCE}`])).toBeNull();
  });

  it.each([
    ['echo before all results', at(0, NONCE)],
    ['echo between them', at(1, NONCE)],
    ['echo before the summary', at(3, NONCE)],
  ])('does not count as an %s', (_, lines) => {
    expect(why(lines)).toBe(
      'the nonce did not come back with the verdict: it was printed before the last result only',
    );
  });

  it('is missed where none was printed, another one was, or none was sent', () => {
    const missed = 'the nonce did not come back with the verdict: it was not printed';
    expect(why(UNITY)).toBe(missed);
    expect(why([...UNITY, '0123456789abcdef'])).toBe(missed);
    expect(
      whyNoNonce(taskWith({ nonce: true }), {
        console: NONCE,
        parser: 'unity',
        beside: {},
        nonce: undefined,
      }),
    ).toBe('the nonce did not come back with the verdict: none was sent');
  });

  it('comes back in the form that the task expects', () => {
    const nonce = { expect: 'proof:{nonce}' };
    expect(why([...UNITY, `proof:${NONCE}`], nonce)).toBeNull();
    expect(why([...UNITY, NONCE], nonce)).not.toBeNull();
  });

  it('may come anywhere in a session without a result, which is no pass by itself', () => {
    expect(why([NONCE, 'boot'])).toBeNull();
  });

  it('is nobody’s business where the task asks for none', () => {
    const heard = { console: UNITY.join('\n'), parser: 'unity', beside: {}, nonce: undefined } as const;
    expect(whyNoNonce(taskWith({}), heard)).toBeNull();
  });
});

describe('a task that asks for a nonce', () => {
  const faultOn = (profile: string, test: Record<string, unknown>) =>
    nonceFault(taskWith(test), profileOf(profile))?.message ?? null;

  it.each([
    ['qemu-lm3s6965evb', { nonce: true }],
    ['qemu-lm3s6965evb', { nonce: { prompt: 'go' } }],
    ['host', { nonce: true, parser: 'tap' }],
    ['host', { nonce: { expect: 'n={nonce}' } }],
    ['host', {}],
  ])('is taken on %s: %j', (profile, test) => {
    expect(faultOn(profile, test)).toBeNull();
  });

  it.each([
    ['host', { nonce: { prompt: 'go' } }, /nothing is typed/],
    ['host', { nonce: { send: '{nonce}' } }, /nothing is typed/],
    ['host', { nonce: true, parser: 'exit' }, /parser exit reads no verdict/],
    ['host', { nonce: true, results: ['a.xml'] }, /parser junit reads no verdict/],
  ])('is refused on %s: %j', (profile, test, words) => {
    expect(faultOn(profile, test)).toMatch(words);
  });

  it.each([
    { nonce: false },
    { nonce: { send: 'x' } },
    { nonce: { expect: '' } },
    { nonce: { sent: '{nonce}' } },
  ])('has to say it in the form of the schema: %j', (test) => {
    expect(
      TaskSchema.safeParse({ goal: 'g', repo: '.', profile: 'p', build: { command: ['make'] }, test })
        .success,
    ).toBe(false);
  });
});
