import type { Catalogue } from '../../template.js';

/** What the command line and the core say of runs. */
export const CORE: Catalogue = {
  'stopped with Ctrl-C': '用 Ctrl-C 停止',
  'stopped by {0}': '被 {0} 停止',
  'aborted from the command line': '从命令行中止',
  'aborted in the window': '在窗口中中止',
  'Answer it with yes or no:': '请用 yes 或 no 回答：',
  'Answer it in your own words:': '请用自己的话回答：',
  'Answer it with one of these, and a text where there is more to say: {0}':
    '请用其中之一回答，需要说明时再加文字：{0}',
  'Take the prompt to a model, and give its reply:': '请把提示交给模型，再给出它的回复：',
  'NOT COUNTED: {0}': '不算数：{0}',
  'risk {0}': '风险 {0}',
  'transition {0} differs: recorded {1} → {2} ({3}), replayed {4} → {5} ({6})':
    '第 {0} 次转移不一致：录制为 {1} → {2}（{3}），重放为 {4} → {5}（{6}）',
};
