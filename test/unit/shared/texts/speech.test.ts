import { describe, expect, it } from 'vitest';
import { PHASE_TEXT } from '../../../../electron/bench/flash/phase-text.js';
import { ENGLISH, speechIn } from '../../../../shared/texts/speech.js';

const { say: chinese } = await speechIn('zh-CN');

describe('speech', () => {
  it('gives a sentence of the catalogue in Chinese, and English as it is', () => {
    expect(chinese('nothing was applied')).toBe('没有应用任何修改');
    expect(ENGLISH.say('nothing was applied')).toBe('nothing was applied');
  });

  it.each(Object.values(PHASE_TEXT))('says that a board is at "%s" in Chinese', (text) => {
    expect(chinese(text)).toMatch(/^正在/);
  });

  it('says in Chinese who uses a port', () => {
    expect(chinese('board uno-7cb0a1')).toBe('目标板 uno-7cb0a1');
    expect(chinese('window, process 7')).toBe('窗口，进程 7');
    expect(chinese('console, process 7')).toBe('控制台，进程 7');
  });

  it('keeps what stands in the places', () => {
    expect(chinese('there is no run 20261122-1')).toBe('没有运行 20261122-1');
  });

  it('keeps the capital letter of a name at the head of a sentence', () => {
    expect(chinese('Board-7 (machine lm3s6965evb) exited with 3')).toBe(
      'Board-7（机型 lm3s6965evb）退出，退出码 3',
    );
  });

  it('translates what stands in a place where that is a sentence too', () => {
    expect(chinese('the build succeeds, but the image does not build')).toBe('构建成功，但映像构建不出来');
  });

  it('translates sentences that are joined, with the punctuation between them', () => {
    expect(chinese('EVIDENCE_MISSING: baseline pass: build and test without a patch')).toBe(
      'EVIDENCE_MISSING: 基线：不打补丁，先构建并测试',
    );
    expect(chinese('not passing: a, b; metrics: test duration ms 7 > 5')).toBe(
      '未通过：a, b；度量：测试用时 7 毫秒 > 5',
    );
  });

  it('knows a sentence at the beginning, in the middle and at the end of a text', () => {
    expect(chinese('No candidate could be tried.')).toBe('没有可试的候选修改。');
    expect(chinese('It builds. No candidate could be tried.')).toBe('构建成功。没有可试的候选修改。');
  });

  it.each(['', 'Segmentation fault', 'error: expected ‘;’ before ‘}’ token', 'PASS', 'src/a b/c.c:3'])(
    'leaves %j alone',
    (text) => {
      expect(chinese(text)).toBe(text);
    },
  );

  it('leaves the words of another program in a place alone', () => {
    expect(chinese('git apply: error: ready in a file')).toBe('git apply：error: ready in a file');
  });

  it('takes no number for what is none', () => {
    expect(chinese('three rollbacks')).toBe('three rollbacks');
    expect(chinese('3 rollbacks')).toBe('回滚 3 次');
  });
});
