import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type InProcess, inProcess } from '../../fixtures/in-process.js';
import { runIds } from '../../fixtures/loop/command-line.js';
import { english, expectChinesePage, isOurs } from './english-left.js';

let cli: InProcess;
beforeAll(async () => {
  cli = await inProcess();
});
afterAll(() => cli.close());

it('a demo and its reports are told in Chinese, and stored in English', async () => {
  const [home, dir, lang] = [cli.freshHome(), cli.root, ['--lang', 'zh-CN']];
  const ran = await cli.run(['demo', '--task', 'compile-typo', ...lang], { home, cwd: dir });
  const goal = 'The ring buffer builds and all cases pass on target';
  expect(ran.code).toBe(0);
  expect(ran.stdout).toContain('目标用例全部通过');
  expect(english(ran.stdout + ran.stderr, goal).filter(isOurs)).toEqual([]);
  const [id = ''] = runIds(home);
  await cli.run(['show', id, '--html', 'report.html', ...lang], { home, cwd: dir });
  expectChinesePage(path.join(dir, 'report.html'), goal);
  const json = await cli.run(['show', id, '--json', ...lang], { home, cwd: dir });
  expect(json.stdout).not.toMatch(/[\u4e00-\u9fff]/);
});
