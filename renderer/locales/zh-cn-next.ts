import type { enNext } from './en-next.js';

/** What a person can do about a run that failed. */
export const zhCnNext: typeof enNext = {
  title: '接下来？',
  time: '更多时间（此次 {{seconds}} 秒）…',
  timeHint: '再次运行同一任务，搜索更长时间',
  timeTitle: '用更多时间再次运行',
  seconds: '搜索时间（秒）',
  secondsHint: '此次运行的搜索时间为 {{seconds}} 秒。',
  model: '请教模型…',
  modelHint: '再次运行同一任务，由模型提出补丁',
  modelTitle: '用模型再次运行',
  modelReady: '模型已设置好：它会得到失败的测试、日志以及与之相关的源代码。',
  modelMissing: '此计算机上没有设置模型。',
  modelThen: '请在启动 Benchloop 的环境中设置，然后重新启动。',
  same: '这是同一任务的一次新运行。任务文件不会改变，您的策略依然有效，每项批准都会重新询问。',
  task: '打开任务文件',
  accept: '接受补丁…',
  acceptHint: '显示尚未证实的补丁；在您同意后将其发布为分支',
};
