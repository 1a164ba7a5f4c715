import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type PromptRecord, PromptRecordSchema } from '../../../shared/prompt-record.js';
import { type Asked, faultyServer, type Reply } from '../../fixtures/faulty/faulty-server.js';
import { bundleCommandLine, type CommandLine, runIds } from '../../fixtures/loop/command-line.js';
import { OFF_BY_ONE } from '../../fixtures/loop/projects.js';
import { prepare, runJob } from '../loop/workshop.js';
import { REPLIES } from './scripted-server.js';

let cli: CommandLine;
let server: Awaited<ReturnType<typeof faultyServer>>;
beforeAll(async () => {
  cli = await bundleCommandLine();
  server = await faultyServer();
});
afterAll(async () => {
  await server.close();
  cli.close();
});

const { edits } = JSON.parse(REPLIES.edits ?? '');
const LOOKS: readonly { tool: string; args: unknown }[] = [
  { tool: 'read_file', args: { path: 'src/ring.c' } },
  {
    tool: 'run_test',
    args: {
      edits: [
        { file: 'src/ring.c', find: '#include "ring.h"', replace: '#include "ring.h"\n#include "target.h"' },
        {
          file: 'src/ring.c',
          find: '    if (ring->count > RING_SIZE) {',
          replace:
            '    if (ring->count == RING_SIZE) {\n        print("full: ");\n    }\n    if (ring->count > RING_SIZE) {',
        },
      ],
    },
  },
  { tool: 'run_test', args: { edits } },
];

/** Analyses without an edit; then looks, tries a print, tries the repair, and gives it. */
function reply({ judgement, tools, n }: Asked): Reply {
  const look = judgement === 'edits' && tools.length > 0 ? LOOKS[n - 1] : undefined;
  return look ? { calls: [look] } : { text: REPLIES[judgement ?? ''] ?? 'Nothing.' };
}

const recordsOf = (home: string): PromptRecord[] => {
  const folder = path.join(home, 'runs', runIds(home)[0] ?? '', 'prompts');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => PromptRecordSchema.parse(JSON.parse(readFileSync(path.join(folder, name), 'utf8'))));
};

it('a coder looks with its tools, prints a value on the simulated target, and repairs', async () => {
  server.play({ reply });
  const job = prepare(cli, { edits: OFF_BY_ONE, target: true });
  const { report, ran } = await runJob(cli, job, {
    args: ['--provider', 'openai'],
    env: { ...server.env, BENCHLOOP_OPENAI_TIMEOUT_SEC: '60' },
  });
  expect(report).toMatchObject({ final_status: 'SUCCESS', iterations: 1, files_changed: ['src/ring.c'] });
  expect(report.patch).not.toContain('print');
  const told = ran.lines.filter(({ type, step }) => type === 'progress' && step === 'TOOL');
  expect(told.map(({ detail }) => detail)).toEqual(['read_file', 'run_test', 'run_test']);
  const last = recordsOf(job.home).find(
    ({ messages }) => messages.at(-1)?.role === 'tool' && messages.length === 8,
  );
  const results = (last?.messages ?? []).filter(({ role }) => role === 'tool').map(({ content }) => content);
  expect(results[0]).toContain('| bool ring_put(');
  expect(results[1]).toMatch(/"console":"[^"]*full: /);
  expect(results[2]).toContain('{"name":"ring_refuses_when_full","status":"pass"');
});
