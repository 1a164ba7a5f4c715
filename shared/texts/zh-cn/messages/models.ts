import type { Catalogue } from '../../template.js';

/** Requests to models: records, providers, egress. */
export const MODELS: Catalogue = {
  'this record of a request to a model cannot be read': '这条模型请求的记录无法读取',
  'move it away, and resume the run': '请把它移走，再继续此运行',
  'ask the model again': '再问一次模型',
  'the policy of this computer lets no branch be written': '本机的策略不允许写入分支',
  'take the patch file of the report': '请取用报告中的补丁文件',
  'the policy lets `--approve` answer nothing (locks.approve)':
    '策略不允许 `--approve` 作任何回答（locks.approve）',
  'leave --approve out, and answer each question': '请去掉 --approve，逐个回答问题',
  'ask again': '请再问一次',
  'raise budget in your policy file, or go on with rules': '请在策略文件中提高 budget，或改用 rules 继续',
  'the budget of {0} requests to models of run {1} is spent': '运行 {1} 的 {0} 次模型请求预算已用完',
  'the budget of {0} tokens of run {1} is spent: this request would make it {2}':
    '运行 {1} 的 {0} 个词元预算已用完：加上此请求将达到 {2}',
  'the budget of {0} requests to models in 24 hours is spent': '24 小时内 {0} 次模型请求的预算已用完',
  'the budget of {0} tokens in 24 hours is spent: this request would make it {1}':
    '24 小时内 {0} 个词元的预算已用完：加上此请求将达到 {1}',
  'raise budget.perDay in your policy file, wait, or go on with rules':
    '在策略文件中提高 budget.perDay、等待，或改用规则继续',
  'the record of what models used today is an empty file: what it held is lost, unless its making was cut off':
    '今日模型用量的记录是空文件：除非是创建时被中断，其内容已丢失',
  "move this file away: the day's budget is counted anew from now on": '移走此文件：每日预算从现在起重新计算',
  'nobody answered the prompt of {0}': '没有人回答 {0} 的提示',
  'the mock of {0} is set to fail': '{0} 的模拟被设为失败',
  'set it back: benchloop mock {0} success': '改回来：benchloop mock {0} success',
  'no reply to {0} of {1} is left in the records': '记录中没有剩下对 {1} 的 {0} 的回答',
  'the prompt of {0} is another one than was recorded on {1}: its reply is not used':
    '{0} 的提示与 {1} 录制的不同：不采用其回答',
  '{0} was not answered': '{0} 没有得到回答',
  'record the run again, or look at what changed in the prompt and accept it':
    '请重新录制此运行，或查看提示有何变化并接受它',
  'the reply cannot be read: {0}': '无法读取回答：{0}',
  'name the file with the reply, or - to paste it': '请给出存放回答的文件，或用 - 直接粘贴',
  'no prompt {0} of run {1} waits for a reply': '运行 {1} 没有等待回答的提示 {0}',
  'reply to one that waits: {0}': '请回答正在等待的提示：{0}',
  'list what waits with `benchloop prompts`': '用 `benchloop prompts` 查看正在等待的提示',
  'run {0} has ended: {1}': '运行 {0} 已结束：{1}',
  'sending text of the repository to {0} was not approved': '未获准把仓库的文本发送到 {0}',
  'go on without a model, or use one on this computer': '请不用模型继续，或使用本机上的模型',
  'Prompt {0} ({1}) waits: take it to a model, and give the reply with `benchloop reply`':
    '提示 {0}（{1}）正在等待：请把它带给模型，再用 `benchloop reply` 给出回答',
  '{0} says nothing without words beside it; nothing was recorded':
    '只答 {0} 而不附说明，等于什么也没说；没有记录任何内容',
  'write them: benchloop answer {0} {1} {2} --text "…" --code {3}':
    '请写上说明：benchloop answer {0} {1} {2} --text "…" --code {3}',
  'there is no reply to prompt {0} yet; nothing was recorded': '提示 {0} 还没有回复；没有记录任何内容',
  'give it: benchloop reply {0} {1} FILE': '请给出回复：benchloop reply {0} {1} FILE',
  'the reply is empty; nothing was recorded, and the prompt still waits':
    '回复为空；没有记录任何内容，提示仍在等待',
  'give the whole answer of the model': '请给出模型的完整回答',
  'the last reply could not be used: {0}': '上一个回复无法使用：{0}',
  'the reply to {0} could not be used: {1}': '对 {0} 的回复无法使用：{1}',
  'to read it: benchloop prompts {0}': '查看：benchloop prompts {0}',
  'to answer it: benchloop reply {0} {1} FILE': '回答：benchloop reply {0} {1} FILE',
  'what was replaced is not recorded': '没有记录替换了什么',
  'nothing was recognised as a secret and replaced; there can be secrets all the same':
    '没有识别出并替换任何机密；其中仍可能有机密',
  'replaced by placeholders: {0}; there can be other secrets': '已换成占位符：{0}；其中仍可能有其他机密',
  'it holds text of no file': '其中没有任何文件的文本',
  'it holds text of {0} files: {1}': '其中有 {0} 个文件的文本：{1}',
  'the reply names a placeholder that stands for no secret': '回答中的占位符不对应任何机密',
  'the provider "replay" has no records to answer from': '提供方“replay”没有可用来回答的记录',
  'set BENCHLOOP_REPLAY to the folder prompts of a run':
    '请把 BENCHLOOP_REPLAY 设为某次运行的 prompts 文件夹',
  'rules answer no requests': 'rules 不回答请求',
  'the policy says offline: nothing is sent to {0}': '策略为离线：不向 {0} 发送任何内容',
  'use --provider rules or manual': '请使用 --provider rules 或 manual',
  'the policy does not let requests go to {0}': '策略不允许向 {0} 发送请求',
  'use one of {0}': '请使用其中之一：{0}',
  'the policy does not allow the provider {0}': '策略不允许提供方 {0}',
  'file: {0}': '文件：{0}',
  'and {0} more files': '还有 {0} 个文件',
  'Send text of {0} to {1} for the first time?': '首次把 {0} 的文本发送到 {1}？',
  'host: {0}': '主机：{0}',
  'this request: {0} bytes, text of {1} files': '本次请求：{0} 字节，含 {1} 个文件的文本',
  'What looks like a key or a password is replaced first; nobody can say that all of it is found.':
    '看起来像密钥或密码的内容会先被替换；但没有人能保证全部找到。',
  'A yes covers later requests of this repository to this host. The ledger lists each of them.':
    '同意后，此仓库以后发往该主机的请求不再询问。每次请求都记在账本里。',
  'this is no key: a key has at least 8 characters, without blanks and line ends':
    '这不是密钥：密钥至少有 8 个字符，不含空白和换行',
  'copy it again from the page of the service': '请从服务商的页面重新复制',
  'Send text that belongs to no repository to {0} for the first time?':
    '首次把不属于任何仓库的文本发送到 {0}？',
};
