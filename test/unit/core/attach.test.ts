import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attach } from '../../../electron/core/chat/attach.js';
import { MOST_ATTACHED } from '../../../shared/chat.js';
import { ringProject } from '../../fixtures/loop/projects.js';

let dir: string;
let repo: string;
beforeAll(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'benchloop-attach-'));
  repo = ringProject(path.join(dir, 'fw'));
  writeFileSync(path.join(dir, 'outside.txt'), 'outside');
  writeFileSync(path.join(dir, 'policy.yaml'), 'neverSend: ["secret/**", "*.pem"]\n');
  symlinkSync(path.join(dir, 'outside.txt'), path.join(repo, 'link.txt'));
  writeFileSync(path.join(repo, 'key.pem'), 'PEM');
  writeFileSync(path.join(repo, 'image.bin'), Buffer.from([1, 0, 2]));
  writeFileSync(path.join(repo, 'long.txt'), 'x'.repeat(MOST_ATTACHED + 1));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const attached = (file: string) => attach(dir, { file: path.resolve(repo, file) });

describe('a file that is attached to a chat', () => {
  it('is named by its path in its repository', async () => {
    expect(await attached('src/ring.c')).toMatchObject({
      ok: true,
      value: {
        kind: 'file',
        of: 'src/ring.c',
        name: 'file src/ring.c',
        repository: repo,
        file: 'src/ring.c',
        cut: false,
        inputs: [],
      },
    });
  });

  it('is cut where it is long, and says so', async () => {
    const long = await attached('long.txt');
    expect(long).toMatchObject({ ok: true, value: { cut: true } });
    expect(long.ok && long.value.text.length).toBe(MOST_ATTACHED);
  });

  it.each([
    ['link.txt', 'REPO_NOT_FOUND'],
    ['../outside.txt', 'REPO_NOT_FOUND'],
    ['nowhere.c', 'FILE_NOT_FOUND'],
    ['src', 'ARGUMENTS_MALFORMED'],
    ['image.bin', 'ARGUMENTS_MALFORMED'],
    ['.git/config', 'REPO_NOT_FOUND'],
    ['key.pem', 'POLICY_VIOLATION'],
  ])('is refused where it is %s: %s', async (file, code) => {
    expect(await attached(file)).toMatchObject({ ok: false, error: { code } });
  });
});

it('what a run does not have is not attached', async () => {
  expect(await attach(dir, { run: 'none', what: 'log' })).toMatchObject({
    ok: false,
    error: { code: 'RUN_NOT_FOUND' },
  });
});
