import { describe, expect, it } from 'vitest';
import { soundsDangerous } from '../../../../electron/agents/delivery/danger.js';
import { intentOf, intentOfAll } from '../../../../electron/agents/delivery/intent.js';
import { ontoHeadIn } from '../../../../electron/agents/delivery/onto-head.js';

describe('what a message means without a model', () => {
  it.each([
    ['deploy it', 'deploy'],
    ['Please deploy', 'deploy'],
    ['部署一下', 'deploy'],
    ['continue with the empty buffer', 'develop'],
    ['继续开发环形缓冲区', 'develop'],
    ['fix the comment', 'develop'],
    ['continue: bring it onto HEAD', 'develop'],
    ['rebase', 'develop'],
    ['变基', 'develop'],
    ['when will you deploy?', 'other'],
    ['nice work', 'other'],
    ['deployment looks fine', 'other'],
    ['', 'other'],
  ])('%j is %s', (message, intent) => {
    expect(intentOf(message)).toBe(intent);
  });
});

describe('the sentence that asks for the present HEAD', () => {
  it.each([
    'continue: bring it onto HEAD',
    'Please bring the work onto my HEAD.',
    'rebase',
    'Rebase it onto the latest commit',
    'go on, rebase the work on top of what I have now',
    '继续：移到最新提交',
    '请把它变基到最新提交。',
    '变基',
    '把成果移到 HEAD',
  ])('is %j', (said) => {
    expect(ontoHeadIn(said)).toEqual({ asks: true, rest: '' });
  });
  it.each(['rebase the pointer onto the buffer', 'is HEAD new?', 'merge it', '变基准电压', 'do not rebase'])(
    'is not %j',
    (said) => {
      expect(ontoHeadIn(said)).toEqual({ asks: false, rest: said });
    },
  );
  it('leaves the other lines to the session', () => {
    expect(ontoHeadIn('rebase\nfix the comment')).toEqual({ asks: true, rest: 'fix the comment' });
  });
});

describe('messages that are heard together', () => {
  it.each([
    [['deploy it', 'continue: handle foo'], 'develop', 'continue: handle foo', ['deploy it']],
    [['continue: handle foo', 'deploy it'], 'develop', 'continue: handle foo', ['deploy it']],
    [['hello', 'deploy it'], 'deploy', 'hello\ndeploy it', []],
    [['hello', 'fix it'], 'develop', 'hello\nfix it', []],
    [['hello', 'there'], 'other', 'hello\nthere', []],
  ])('%j', (messages, intent, instruction, putOff) => {
    expect(intentOfAll(messages)).toEqual({ intent, instruction, putOff });
  });
});

describe('words of danger', () => {
  it.each([
    'Shall I flash the board?',
    'erase it?',
    '要擦除吗？',
    'unlock the option bytes',
    'delete ring.c',
    'push it',
  ])('are in %j', (said) => {
    expect(soundsDangerous(said)).toBe(true);
  });
  it.each(['Shall the comment be in English?', 'Which name?', '用中文写注释吗？'])(
    'are not in %j',
    (said) => {
      expect(soundsDangerous(said)).toBe(false);
    },
  );
});
