import { Writable } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { jsonView, type LiveView, textView } from '../../../electron/cli/live-view.js';
import { createOutput } from '../../../electron/cli/output.js';
import type { Screen } from '../../../electron/cli/surroundings.js';
import type { Progress } from '../../../shared/events.js';
import { LANGUAGES } from '../../../shared/texts/language.js';
import { ENGLISH, type Speech, speechIn } from '../../../shared/texts/speech.js';
import { errandRun } from '../../fixtures/errand-run.js';
import { transition } from '../../fixtures/ipc/scripted-core.js';

const CHILD = { node: 'main.1.step0', machine: 'step' };

const progress = (more: Partial<Progress> = {}): Progress => ({
  ...{ type: 'progress', run: 'r1', node: 'main', machine: 'errand', state: 'LISTEN', step: 'WAIT' },
  ...{ at: '2026-01-01T00:00:00.000Z', ...more },
});

/** A terminal that keeps what is written to it. */
function terminal() {
  const written: string[] = [];
  const sink = new Writable({
    write: (chunk, _encoding, done) => {
      written.push(String(chunk));
      done();
    },
  });
  const stream: Screen = Object.assign(sink, { isTTY: true, columns: 120 });
  return { stream, written };
}

describe('a run as the terminal shows it', () => {
  let view: LiveView | null = null;
  afterEach(() => view?.end());

  function shown(speech: Speech) {
    const [out, err] = [terminal(), terminal()];
    const live = textView(
      createOutput({ stdout: out.stream, stderr: err.stream, insteadOfZero: () => {} }, 'benchloop', speech),
      err.stream,
      'xterm',
    );
    view = live;
    return { live, lines: out.written, status: () => err.written.at(-1) };
  }

  it.each(LANGUAGES)(
    'names the machine in its live line, and the node that is not the root: %s',
    async (language) => {
      const { live, status } = shown(await speechIn(language));
      live.show(progress());
      expect(status()).toMatch(/^ {2}0\.\d s {2}errand {2}LISTEN WAIT$/);
      live.show(progress({ ...CHILD, state: 'WORK', step: 'WRITE', done: 1, total: 3 }));
      expect(status()).toMatch(/ {2}step \[main\.1\.step0\] {2}WORK WRITE 1\/3$/);
    },
  );

  it('names the node of a transition that is not the root’s', () => {
    const { live, lines } = shown(ENGLISH);
    live.show(transition(1, 'A', 'B'));
    live.show({ ...transition(1, 'WORK', 'DONE'), ...CHILD });
    expect(lines.map((line) => line.slice(10))).toEqual([
      'A → B  because\n',
      'step [main.1.step0]  WORK → DONE  because\n',
    ]);
  });

  it('goes on with the step of one node while another one moves', () => {
    const { live, status } = shown(ENGLISH);
    live.show(progress());
    live.show({ ...transition(1, 'WORK', 'DONE'), ...CHILD });
    expect(status()).toContain('errand  LISTEN WAIT');
    live.show(transition(2, 'LISTEN', 'DONE'));
    expect(status()).not.toContain('LISTEN');
  });
});

describe('a run as JSON lines', () => {
  it('has node and machine in every event of a run with children', async () => {
    const run = errandRun({ deeds: ['ask', 'write'], dispatches: false });
    const { stream, written } = terminal();
    const { show } = jsonView(createOutput({ stdout: stream, stderr: stream, insteadOfZero: () => {} }));
    await run.go({ emit: show });
    run.answer('go');
    run.tell('note', 'n');
    await run.go({ emit: show });
    const events = written.map((line): Record<string, unknown> => JSON.parse(line));
    expect(new Set(events.map(({ type, node, machine }) => `${type} ${node} ${machine}`))).toEqual(
      new Set([
        'gate main errand',
        'transition main errand',
        'gate main.1.step0 step',
        'transition main.1.step1 step',
      ]),
    );
  });
});
