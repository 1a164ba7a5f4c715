import { describe, expect, it } from 'vitest';
import { soundsDangerous } from '../../../../electron/agents/delivery/danger.js';
import { intentOf } from '../../../../electron/agents/delivery/intent.js';

describe('what a message means without a model', () => {
  it.each([
    ['deploy it', 'deploy'],
    ['Please deploy', 'deploy'],
    ['部署一下', 'deploy'],
    ['continue with the empty buffer', 'develop'],
    ['继续开发环形缓冲区', 'develop'],
    ['fix the comment', 'develop'],
    ['when will you deploy?', 'other'],
    ['nice work', 'other'],
    ['deployment looks fine', 'other'],
    ['', 'other'],
  ])('%j is %s', (message, intent) => {
    expect(intentOf(message)).toBe(intent);
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
