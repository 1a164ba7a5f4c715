import type { Catalogue } from '../../template.js';

/** What is said before a cassette is written. */
export const CASSETTE: Catalogue = {
  'The cassette holds:': '录制文件包含：',
  'Searched for: {0}.': '搜索过：{0}。',
  'Found: none of these. Other secrets may be in it.': '找到：没有这些。其中可能有其他机密。',
  'Found in {0}: {1}, {2} times. It is still there.': '在 {0} 中找到：{1}，{2} 处。它仍在其中。',
  '{0} of {1} judgements came out the same, on the same prompts':
    '{1} 个判断中，{0} 个在相同的提示下结果一致',
  'transition {0}, {1}: the prompt of the judgement {2} is another now':
    '第 {0} 次转移，{1}：判断 {2} 的提示如今已不同',
  'transition {0}, {1}: the reply leads to another event now (record {2})':
    '第 {0} 次转移，{1}：同一回复如今导致另一个事件（记录 {2}）',
  'judged again: {0} of {1}; the others were taken as recorded':
    '重新判断了 {1} 个中的 {0} 个；其余按录制的结果',
  'the cassette is not whole: line {0} is cut off, or is not as it was written':
    '录制文件不完整：第 {0} 行被截断，或与写入时不同',
  'the cassette is not whole: it lacks the files that its first line names ({0})':
    '录制文件不完整：缺少首行所列的文件（{0}）',
  'the cassette goes on behind its end, in line {0}': '录制文件在结尾之后还有内容（第 {0} 行）',
  'the cassette is not as it was exported: it has {0} files of the kind {1}, its first line names {2}':
    '录制文件与导出时不同：{1} 类文件有 {0} 个，首行列出 {2} 个',
  'the cassette is not as it was exported: it lacks the file {0}': '录制文件与导出时不同：缺少文件 {0}',
  'the cassette is not as it was exported: its first line does not name the file {0}':
    '录制文件与导出时不同：首行没有列出文件 {0}',
  'the cassette is not as it was exported: the content of {0} is not what its hash says':
    '录制文件与导出时不同：{0} 的内容与其哈希值不符',
  'the cassette is not as it was exported: {0} is no prompt': '录制文件与导出时不同：{0} 不是提示',
  '{0} is not the reply that was exported': '{0} 不是导出时的回复',
  'Read the file before you pass it on.': '把文件交给别人之前，请先读一遍。',
  '  {0}: the run has none': '  {0}：此运行没有',
  '  {0}: {1} ({2} bytes), left out; --include {3} adds it':
    '  {0}：{1} 个（{2} 字节），未放入；--include {3} 会加入',
  '  {0}: {1} ({2} bytes)': '  {0}：{1} 个（{2} 字节）',
  '{0}, {1} of them cut for their size': '{0}，其中 {1} 个因过大而被截短',
  'transition {0} cannot be replayed: the cassette is damaged ({1})':
    '第 {0} 次转移无法重放：录制文件已损坏（{1}）',
};
