import type { Catalogue } from '../../template.js';

/** What `benchloop mcp` says to the log of its client. */
export const MCP: Catalogue = {
  'stopped by a signal': '因收到信号而停止',
  'Session {0} waits for calls on standard input.': '会话 {0} 正在标准输入上等待调用。',
  'the client closed the connection': '客户端关闭了连接',
  'Session {0} has ended: {1}': '会话 {0} 已结束：{1}',
  'Run {0} waits for an answer. Give it, then go on:': '运行 {0} 正在等待回答。请先回答，然后继续：',
};
