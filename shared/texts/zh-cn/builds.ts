import type { Catalogue } from '../template.js';

/** Why a build fails that no edit repairs, and what to do about it. */
export const BUILDS: Catalogue = {
  'the tree does not build, and no error names a source of the repository':
    '构建不出来，而且没有错误指向仓库中的源文件',
  'find out in the build log what takes so long, or raise build.timeoutSec in the task file':
    '请在构建日志中查明什么耗时这么久，或调大任务文件中的 build.timeoutSec',
  'read the build log, and correct the build or build.command':
    '请阅读构建日志，并改正构建过程或 build.command',
  'let the build run fewer jobs at a time, or free memory and disk space, and start again':
    '请减少构建的并行任务数，或腾出内存和磁盘空间，再重新开始',
  'a program was ended: it wrote more than {#bytes} bytes': '程序已被终止：它写入了超过 {bytes} 字节',
  'a program was ended: it wrote more than {#bytes} bytes, three quarters of what was free on the disk':
    '程序已被终止：它写入了超过 {bytes} 字节，即磁盘可用空间的四分之三',
  'find out what it writes so much of, or raise build.maxWrittenBytes in the task file':
    '请查明它写入这么多的是什么，或调大任务文件中的 build.maxWrittenBytes',
  'free disk space, and start again': '请腾出磁盘空间，再重新开始',
  'a run builds a fresh clone: commit the file, have build.command make it, or name it under inputs in the task file':
    '运行在全新的克隆中构建：请提交该文件，让 build.command 生成它，或在任务文件的 inputs 下列出它',
  'repair it by hand: what is protected, a run never changes': '请手动修复：受保护的文件，运行从不修改',
  'repair it by hand, or let the paths under constraints include it':
    '请手动修复，或让 constraints 下的路径包含它',
  'read the build log, and try build.command in a fresh clone of the repository':
    '请阅读构建日志，并在仓库的全新克隆中试运行 build.command',
  'an error of the build that this would answer: {what}': '这样修改可以解决的构建错误：{what}',
  '{message} ({why})': '{message}（{why}）',
  'write the command as a list, one word an element: {=list}': '请把命令写成列表，每个元素一个词：{list}',
  'Patch of a run': '一次运行的补丁',
  'Benchloop run {=run}, iteration {#iteration}': 'Benchloop 运行 {run}，第 {iteration} 轮',
};
