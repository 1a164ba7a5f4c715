import type { Catalogue } from '../../template.js';

/** Why a build failed, and what to do about it. */
export const BUILDING: Catalogue = {
  'the build environment is ready': '构建环境就绪',
  'built in {0} ms': '构建用时 {0} 毫秒',
  '{0} is not installed': '没有安装 {0}',
  'the build was not approved': '构建没有获得批准',
  'the build succeeds, but {0}': '构建成功，但{0}',
  'the build is not finished: {0} ended {1}': '构建没有完成：{1} 被 {0} 结束',
  'the build failed without an exit code': '构建失败，没有退出码',
  'the build failed with exit code {0}': '构建失败，退出码 {0}',
  '{0} (and {1} more)': '{0}（另有 {1} 条）',
  '{0} ({1})': '{0}（{1}）',
  'correct build.artifacts in the task file and start again':
    '请改正任务文件中的 build.artifacts，再重新开始',
  'find in the build log what starts so many processes, or run fewer build jobs at a time, and start again':
    '请在构建日志中找出启动了这么多进程的程序，或减少同时运行的构建任务，然后重新开始',
  'run fewer build jobs at a time, or build on a computer with more memory, and start again':
    '请减少同时运行的构建任务，或在内存更大的计算机上构建，然后重新开始',
  'the build was ended: it had more than {0} processes at a time': '构建已被终止：它同时有超过 {0} 个进程',
  'the build was ended: it used more than {0} bytes of memory': '构建已被终止：它使用了超过 {0} 字节的内存',
  'the system ends programs when memory runs out: free memory, or run fewer build jobs at a time, and start again':
    '内存不足时系统会结束程序：请腾出内存，或减少构建的并行任务数，再重新开始',
  'find the slow step in the build log, or raise build.timeoutSec in the task file':
    '请查看构建日志，看是什么用时这么久，或在任务文件中调大 build.timeoutSec',
  'read the build log, and correct the build or build.command':
    '请阅读构建日志，改正构建本身或 build.command',
  'run fewer build jobs at a time, or free memory and disk space, and start again':
    '请减少构建的并行任务数，或腾出内存和磁盘空间，再重新开始',
  'a run builds a fresh clone: commit the file, have build.command make it, or name it under inputs in the task file':
    '运行构建的是全新的克隆：请提交该文件，或让 build.command 生成它，或在任务文件的 inputs 中写明',
  '{0} is in your work tree but in no commit, and a run builds a fresh clone: commit it, or write inputs: [{1}] into the task file':
    '{0} 在您的工作区中，但不在任何提交中，而运行构建的是全新的克隆：请提交它，或在任务文件中写上 inputs: [{1}]',
  'repair it by hand: a run never changes a protected file': '请手动修复：运行从不修改受保护的文件',
  'repair it by hand, or include its path under constraints in the task file':
    '请手动修复，或在任务文件的 constraints 中允许它的路径',
  'read the build log, and try build.command in a fresh clone of the repository':
    '请阅读构建日志，并在仓库的全新克隆中试运行 build.command',
  'no system call filter for {0}': '没有适用于 {0} 的系统调用过滤器',
  'it took more than {0} s': '它用了超过 {0} 秒',
  'bubblewrap cannot confine a program on this computer: {0}': 'bubblewrap 无法在这台计算机上隔离程序：{0}',
  'let it make user namespaces (bubblewrap 0.8 or newer; on Ubuntu 24.04 an AppArmor profile for bwrap), and try again; to run builds and tests unconfined on purpose, write {0} into your policy.yaml':
    '请允许它创建用户命名空间（bubblewrap 0.8 或更新；Ubuntu 24.04 需要 bwrap 的 AppArmor 配置），然后重试；若有意不加隔离地运行构建和测试，请在你的 policy.yaml 中写入 {0}',
  'AS ROOT: Benchloop runs as root, so a program that breaks out of its confinement has the whole computer; run it as an ordinary user':
    '以 ROOT 运行：Benchloop 以 root 身份运行，冲出隔离的程序将拥有整台计算机；请以普通用户运行',
  'NOT CONFINED: builds and tests of this run can read and write everything that you can':
    '未隔离：这次运行的构建和测试可以读写你能读写的一切',
};
