import { ontoHeadIn } from './onto-head.js';

/** What a message is, where no model reads it; see docs/delivery.md. */
export type Intent = 'develop' | 'deploy' | 'other';

const DEPLOY = /^(?:please\s+)?(?:deploy|release|roll\s+out)\b|^请?(?:部署|上线)/i;
const DEVELOP =
  /^(?:please\s+)?(?:continue|go\s+on|develop|implement|fix|repair|change|add|build|run\s+the\s+tests?|undo)\b|^请?(?:继续|开发|实现|修复|修改|改|增加|添加|构建|运行测试|撤销)/i;

/** A documented set of beginnings; anything else changes nothing. */
export function intentOf(message: string): Intent {
  const said = message.trim();
  if (DEPLOY.test(said)) return 'deploy';
  return DEVELOP.test(said) || ontoHeadIn(said).asks ? 'develop' : 'other';
}

/** What several messages mean together. */
export interface Heard {
  intent: Intent;
  /** The messages that this is about. */
  instruction: string;
  /** Wishes to deploy that came with one that changes the work: what they were about is to be another. */
  putOff: readonly string[];
}

/** Messages that came before any was heard: one that goes on developing goes first. */
export function intentOfAll(messages: readonly string[]): Heard {
  const read = messages.map((message) => ({ message, intent: intentOf(message) }));
  const develops = read.some(({ intent }) => intent === 'develop');
  const deploys = read.filter(({ intent }) => intent === 'deploy');
  const about = develops ? read.filter(({ intent }) => intent !== 'deploy') : read;
  return {
    intent: develops ? 'develop' : deploys.length > 0 ? 'deploy' : 'other',
    instruction: about.map(({ message }) => message).join('\n'),
    putOff: develops ? deploys.map(({ message }) => message) : [],
  };
}
