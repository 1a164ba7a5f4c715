import type { Catalogue } from '../../template.js';

/** 运行之外的聊天。 */
export const CHAT: Catalogue = {
  'a chat needs a model, and rules play ANALYST': '聊天需要模型，而 ANALYST 目前由规则担任',
  'choose openai, or set `providers: { roles: { ANALYST: openai } }` in policy.yaml; its model and key: see Settings and docs/models.md':
    '请选择 openai，或在 policy.yaml 中设置 `providers: { roles: { ANALYST: openai } }`；模型与密钥见设置和 docs/models.md',
  'a chat by hand needs no Benchloop': '手工聊天用不到 Benchloop',
  'ask your own chat, or choose openai': '请直接使用你自己的聊天工具，或选择 openai',
  'the model answered without words': '模型的回答没有文字',
  'ask again, or use another model': '请再问一次，或换一个模型',
  'nothing was sent to {0}: you did not agree': '没有向 {0} 发送任何内容：你没有同意',
  'ask again to be asked again': '再次提问时会再次征求同意',
  'ask about another one, or change neverSend in your policy file':
    '请询问别的文件，或在策略文件中修改 neverSend',
  'the policy does not let this file be sent': '策略不允许发送此文件',
  'this run has no log of a console': '此运行没有控制台日志',
  'attach its report': '请附上它的报告',
  'the answer to the question before is still on its way': '上一个问题的回答还没有到',
  'wait for it, or stop it': '请等待，或将其停止',
  'no more than {0} texts can be attached': '最多只能附上 {0} 段文本',
  'take one away first': '请先去掉一段',
  'this is not asked any more': '已不再征求此项同意',
  'look at what the chat asks now': '请查看聊天现在询问的内容',
  "In the model's own words:": '模型的原话：',
};
