import type { Catalogue } from '../../template.js';

/** What `benchloop mcp` says to the log of its client. */
export const MCP: Catalogue = {
  'stopped by a signal': '因收到信号而停止',
  'Session {0} waits for calls on standard input.': '会话 {0} 正在标准输入上等待调用。',
  'the client closed the connection': '客户端关闭了连接',
  'Session {0} has ended: {1}': '会话 {0} 已结束：{1}',
  'Run {0} waits for an answer. Give it, then go on:': '运行 {0} 正在等待回答。请先回答，然后继续：',
  'The changes are in {0} as well.': '这些改动也保存在 {0} 中。',
  'the client withdrew the call': '客户端撤回了此次调用',
  'the client of this connection is gone': '此连接的客户端已不在',
  '{0}; calls made: {1}; no file was changed': '{0}；调用次数：{1}；没有修改任何文件',
  "{0}; calls made: {1}; files changed in the session's copy: {2}":
    '{0}；调用次数：{1}；会话副本中修改的文件：{2}',
  '{0}; calls made: {1}; files changed on branch {2}: {3}': '{0}；调用次数：{1}；分支 {2} 上修改的文件：{3}',
};
