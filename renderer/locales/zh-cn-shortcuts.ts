import type { enShortcuts } from './en-shortcuts.js';

/** What each key of the window does. */
export const zhCnShortcuts: typeof enShortcuts = {
  title: '键盘快捷键',
  views: '运行、目标板、控制台、烧录',
  ask: '提出请求：新建会话',
  newRun: '从任务文件新建运行',
  demo: '运行演示',
  runs: '折叠或展开运行列表',
  gate: '转到下一件等待您处理的事',
  resume: '继续运行',
  nextStep: '暂停的运行走下一步',
  tabs: '运行的各部分，从左数起',
  filter: '筛选控制台的行',
  help: '此列表',
  move: '在列表、表格、标签页或状态图中移动',
  escape: '关闭对话框；绝不作为答复',
};
