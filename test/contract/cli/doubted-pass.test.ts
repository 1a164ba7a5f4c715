import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { LLMock } from '@copilotkit/aimock';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type InProcess, inProcess } from '../../fixtures/in-process.js';
import type { Line, Ran } from '../../fixtures/loop/command-line.js';
import { OFF_BY_ONE, ringProject, writeTask } from '../../fixtures/loop/projects.js';
import { asksFor, REPLIES, settings } from '../models/scripted-server.js';

let cli: InProcess;
let server: LLMock;
let home: string;
let dir: string;
let task: string;

const FILE = 'src/ring.c';
const FIX = {
  file: FILE,
  find: '    if (ring->count > RING_SIZE) {',
  replace: '    if (ring->count >= RING_SIZE) {\n        puts("full");',
};
const PRINTING = {
  edits: [FIX, { file: FILE, find: '#include "ring.h"', replace: '#include "ring.h"\n#include <stdio.h>' }],
  rationale: 'The block is entered too late.',
  confidence: 0.9,
};

beforeAll(async () => {
  cli = await inProcess();
  server = new LLMock({ port: 0, host: '127.0.0.1' });
  await server.start();
  for (const [judgement, content] of Object.entries({ ...REPLIES, edits: JSON.stringify(PRINTING) }))
    server.on({ predicate: asksFor(judgement) }, { content });
});
afterAll(async () => {
  await server.stop();
  cli.close();
});
beforeEach(() => {
  home = cli.freshHome();
  dir = `${home}-user`;
  mkdirSync(dir);
  // nobody can see who prints
  ringProject(path.join(dir, 'fw'), { ...OFF_BY_ONE, Makefile: ['-O0 -g', '-O0'] });
  task = writeTask(path.join(dir, 'task.yaml'), './fw', { constraints: { maxIterations: 1 } });
});

const cmd = (...args: string[]): Promise<Ran> => cli.run(args, { home, cwd: dir, env: settings(server) });
const begin = (approve: string): Promise<Ran> =>
  cmd('run', task, '--provider', 'openai', '--approve', approve, '--json');
const asked = (ran: Ran): Line => {
  const gate = ran.lines.findLast((line) => line.type === 'gate' && line.answer === null);
  if (!gate) expect.fail(`nothing was asked: ${ran.stdout.slice(-1500)}${ran.stderr}`);
  return gate;
};

describe('a pass with a patch that prints', () => {
  it('is asked about before it counts, with what was printed and all of the patch', async () => {
    const ran = await begin('build,send,publish');
    expect(ran.code).toBe(4);
    expect(asked(ran)).toMatchObject({
      scope: 'patch',
      question: 'Every case passes with this patch. Believe it?',
      reasons: [{ reason: expect.stringContaining('nothing shows who wrote the verdict'), weight: 0.3 }],
    });
    expect(asked(ran).risk).toBeGreaterThan(0.3);
    expect(asked(ran).subject).toContain('puts()');
    expect(asked(ran).subject).toContain('+        puts("full");');
    const yes = asked(ran);
    await cmd('approve', String(yes.run), String(yes.gate), 'yes', '--code', String(yes.code));
    const end = await cmd('resume', String(yes.run), '--json');
    expect(end.lines.at(-1)).toMatchObject({
      ...{ type: 'report', final_status: 'SUCCESS', provenance: 'self-reported' },
    });
  });

  it('does not count where the person does not believe it', async () => {
    const no = asked(await begin('build,send,publish'));
    await cmd('approve', String(no.run), String(no.gate), 'no', '--code', String(no.code));
    const end = await cmd('resume', String(no.run), '--json');
    expect(end.lines.map(({ reason }) => String(reason)).join('\n')).toContain(
      'a person does not believe this pass',
    );
    expect(end.lines.map(({ to }) => to)).toContain('ERROR_RECOVERY');
    expect(end.lines.at(-1)).not.toMatchObject({ final_status: 'SUCCESS' });
  });

  it('counts without a question where the tests were seen to write their verdicts', async () => {
    rmSync(path.join(dir, 'fw'), { recursive: true });
    ringProject(path.join(dir, 'fw'), OFF_BY_ONE);
    const ran = await begin('build,send,publish');
    expect(ran.lines.at(-1)).toMatchObject({ final_status: 'SUCCESS', provenance: 'checked' });
  });
});
