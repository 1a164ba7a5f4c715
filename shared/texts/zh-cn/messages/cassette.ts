import type { Catalogue } from '../../template.js';

/** What is said before a cassette is written. */
export const CASSETTE: Catalogue = {
  'The cassette holds:': '录制文件包含：',
  'Searched for: {0}.': '搜索过：{0}。',
  'Found: none of these. Other secrets may be in it.': '找到：没有这些。其中可能有其他机密。',
  'Found in {0}: {1}, {2} times. It is still there.': '在 {0} 中找到：{1}，{2} 处。它仍在其中。',
  'Read the file before you pass it on.': '把文件交给别人之前，请先读一遍。',
  '  {0}: the run has none': '  {0}：此运行没有',
  '  {0}: {1} ({2} bytes), left out; --include {3} adds it':
    '  {0}：{1} 个（{2} 字节），未放入；--include {3} 会加入',
  '  {0}: {1} ({2} bytes)': '  {0}：{1} 个（{2} 字节）',
  '{0}, {1} of them cut for their size': '{0}，其中 {1} 个因过大而被截短',
};
