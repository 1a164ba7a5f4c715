import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type InProcess, inProcess } from '../../fixtures/in-process.js';
import { runIds } from '../../fixtures/loop/command-line.js';
import { connect, questionOf } from '../../fixtures/loop/mcp-client.js';
import { ringProject, TYPO } from '../../fixtures/loop/projects.js';

let cli: InProcess;
beforeAll(async () => {
  cli = await inProcess();
});
afterAll(() => cli.close());

const COPY = { argv: ['cp', 'src/ring.c', 'src/new.c'] };
const FIX = { edits: [{ path: 'src/ring.c', find: 'ring->cuont++', replace: 'ring->count++' }] };
const LEFT_OUT = 'new files that commands made are not in the branch or the patch: src/new.c';

/** A client's work on a repository, and the report and gates of its run afterwards. */
async function after(...calls: readonly (readonly [string, object])[]) {
  const home = cli.freshHome();
  mkdirSync(home);
  mkdirSync(`${home}-user`);
  const cwd = ringProject(path.join(`${home}-user`, 'fw'), TYPO);
  const c = await connect(cli, { home, cwd });
  for (const [name, args] of calls) {
    const made = c.call(name, { ...args });
    const asked = questionOf(c, c.notices.length).then(({ run, gate, code }) =>
      cli.run(['approve', run, gate, 'yes', '--code', code], { home, cwd }),
    );
    await Promise.race([made, asked]);
    expect((await made).isError).toBe(false);
  }
  await c.close();
  const shown = await cli.run(['show', runIds(home)[0] ?? '', '--json'], { home, cwd });
  return JSON.stringify(shown.lines[0]);
}

it('a new file that a command made is named where nothing else was changed', async () => {
  const shown = await after(['run_terminal_cmd', COPY]);
  expect(shown).toContain(LEFT_OUT);
});

it('it is named before the branch without it is written', async () => {
  const shown = await after(['run_terminal_cmd', COPY], ['apply_patch', FIX]);
  expect(shown).toContain('"scope":"publish"');
  expect(shown).toContain(LEFT_OUT);
});

it('it is no longer left out once an edit has written it', async () => {
  const shown = await after(
    ['run_terminal_cmd', COPY],
    ['write_file', { path: 'src/new.c', content: 'int n;\n' }],
  );
  expect(shown).toContain('"scope":"publish"');
  expect(shown).not.toContain('are not in the branch');
});
