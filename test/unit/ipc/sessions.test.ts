import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WaitingPrompt } from '../../../electron/core/prompts.js';
import { sessionHandlers } from '../../../electron/ipc/sessions.js';
import { fail, ok } from '../../../shared/problem.js';
import { scriptedCore } from '../../fixtures/ipc/scripted-core.js';

const unused = (): never => {
  throw new Error('the test has no such part');
};

/** Handlers over a scripted core; `leaving`: this process drives the run until it resolves. */
function scene(leaving: Promise<unknown> | null = null) {
  const core = scriptedCore();
  const done: string[] = [];
  const copied: string[] = [];
  const handlers = sessionHandlers({
    core,
    drives: {
      start: async ({ approvals, asked }) => {
        done.push(`start ${approvals} ${JSON.stringify(asked)}`);
        return ok({ run: 'r1' });
      },
      resume: async (run) => {
        done.push(`resume ${run}`);
        return ok({ run });
      },
      abort: unused,
      nextStep: unused,
      leaving: () => leaving,
    },
    desktop: {
      chooseFile: unused,
      chooseFolder: async () => '/repo',
      copyText: (text) => copied.push(text),
      chooseExport: unused,
      openFile: unused,
      showInFolder: unused,
      openFolder: unused,
    },
  });
  return { core, handlers, done, copied };
}

describe('a session of the window', () => {
  it('is started as on the command line, and everything is asked', async () => {
    const { handlers, done } = scene();
    await handlers.ask({ text: 'list boards', repo: '/repo', taskFile: null, provider: 'rules' });
    const asked = { machine: 'session', text: 'list boards', provider: 'rules', repo: '/repo' };
    expect(done).toEqual([`start ask ${JSON.stringify(asked)}`]);
  });

  it('hears the next message, said in the window, and goes on where nobody drives it', async () => {
    const { core, handlers, done } = scene();
    expect(await handlers.say({ run: 'r1', text: 'more' })).toEqual({ ok: true, value: undefined });
    expect(core.asked).toEqual(['tell r1 message {"text":"more"} window']);
    expect(done).toEqual(['resume r1']);
  });

  it('says to a node what is for that one alone', async () => {
    const { core, handlers } = scene();
    await handlers.say({ run: 'r1', node: 'main.14.delivery', text: 'more' });
    expect(core.asked).toEqual(['tell r1 main.14.delivery message {"text":"more"} window']);
  });

  it('takes back one call, or all', async () => {
    const { core, handlers, done } = scene();
    await handlers.undo({ run: 'r1', call: 3 });
    await handlers.undo({ run: 'r1', call: null });
    expect(core.asked).toEqual(['tell r1 undo {"call":3} window', 'tell r1 undo {"call":null} window']);
    expect(done).toEqual(['resume r1', 'resume r1']);
  });

  it('is not taken over from another process that drives it', async () => {
    const { core, handlers, done } = scene();
    core.isDriven = () => true;
    await handlers.say({ run: 'r1', text: 'more' });
    expect(core.asked).toHaveLength(1);
    expect(done).toEqual([]);
  });

  it.each([true, false])('goes on after its end only if the message came too late: %s', async (isUnheard) => {
    let leave = (): void => undefined;
    const leaving = new Promise<void>((resolve) => {
      leave = resolve;
    });
    const { core, handlers, done } = scene(leaving);
    core.hasUnheard = () => ok(isUnheard);
    await handlers.say({ run: 'r1', text: 'more' });
    expect(done).toEqual([]);
    leave();
    await leaving;
    await Promise.resolve();
    expect(done).toEqual(isUnheard ? ['resume r1'] : []);
  });

  it('says why a message was not taken, and does not go on', async () => {
    const { core, handlers, done } = scene();
    core.tell = async () => fail({ code: 'USAGE', message: 'it takes no message' });
    expect(await handlers.say({ run: 'r1', text: 'more' })).toMatchObject({ ok: false });
    expect(done).toEqual([]);
  });
});

describe('a prompt by hand', () => {
  let dir: string;
  beforeEach(async () => {
    dir = await mkdtemp(path.join(os.tmpdir(), 'benchloop-ipc-'));
  });
  afterEach(() => rm(dir, { recursive: true, force: true }));

  async function waiting(text: string | null) {
    const known = scene();
    const file = path.join(dir, 'main.1.1.prompt.txt');
    if (text !== null) await writeFile(file, text);
    const prompt: WaitingPrompt = {
      ...{ run: 'r1', prompt: 'main.1.1', judgement: 'analysis', role: 'ANALYST', at: '' },
      ...{ gate: 'main.1.prompt-1', file, characters: 5, files: ['src/ring.c'] },
      ...{ replaced: { PASSWORD: 1 }, before: { prompt: 'main.1.0', why: 'no JSON' } },
    };
    known.core.prompts = async () => ok([prompt]);
    return known;
  }

  it('is shown with the files inside and what was replaced, and copied by the system', async () => {
    const { handlers, copied } = await waiting('hello');
    expect(await handlers.waitingPrompts({ run: 'r1' })).toMatchObject({
      value: [
        {
          ...{ prompt: 'main.1.1', gate: 'main.1.prompt-1', files: ['src/ring.c'], text: 'hello' },
          ...{ replaced: { PASSWORD: 1 }, before: { prompt: 'main.1.0', why: 'no JSON' } },
        },
      ],
    });
    expect(await handlers.copyPrompt({ run: 'r1', prompt: 'main.1.1' })).toEqual(ok(undefined));
    expect(copied).toEqual(['hello']);
  });

  it('is not copied where another one waits, or its text is gone', async () => {
    const other = await waiting('hello');
    expect(await other.handlers.copyPrompt({ run: 'r1', prompt: 'main.9.1' })).toMatchObject({
      error: { code: 'GATE_NOT_FOUND' },
    });
    expect(other.copied).toEqual([]);
    const gone = await waiting(null);
    await rm(path.join(dir, 'main.1.1.prompt.txt'), { force: true });
    expect(await gone.handlers.waitingPrompts({ run: 'r1' })).toMatchObject({
      error: { code: 'ARTIFACT_MISSING' },
    });
  });

  it('is answered as a person does in the window', async () => {
    const { core, handlers } = scene();
    await handlers.replyByHand({ run: 'r1', prompt: 'main.1.1', reply: 'yes' });
    expect(core.asked).toEqual(['reply r1 main.1.1 yes window']);
  });
});
