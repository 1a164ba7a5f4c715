import type { enWaiting } from './en-waiting.js';

/** What waits for the person. */
export const zhCnWaiting: typeof enWaiting = {
  title: '等待您处理',
  count_one: '{{count}} 项等待您处理',
  count_other: '{{count}} 项等待您处理',
  all: '全部显示',
  fold: '收起列表',
  open: '显示问题',
  openRun: '显示运行',
  resume: '继续运行',
  risk: '风险 {{value}}',
  justNow: '刚刚',
  since: '提问于 {{time}}',
  sinceInterrupted: '中断于 {{time}}',
  resumeScope: '被中断的运行',
};
