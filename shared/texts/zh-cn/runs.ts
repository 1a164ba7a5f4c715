import type { Catalogue } from '../template.js';

/** Runs, tasks, the store, and what this computer has. */
export const RUNS: Catalogue = {
  'the run offers another patch by now than the one that was shown': '该运行现在给出的补丁已不是所显示的那个',
  'look at what it offers now, and accept that': '请查看它现在给出的补丁，再决定是否接受',
  'May power be switched?': '是否切换电源？',
  'May something be run, written or sent outside the run?': '是否在运行之外执行、写入或发送内容？',
  'a search of {#wanted} s is longer than the {#own} s that your policy file allows':
    '{wanted} 秒的搜索超过了您的策略文件所允许的 {own} 秒',
  'ask for less, or raise searchSec there': '请缩短时间，或在其中调高 searchSec',
  'a search of {#wanted} s does not fit: PATCH_GENERATION ends after {#limit} s':
    '容不下 {wanted} 秒的搜索：PATCH_GENERATION 在 {limit} 秒后结束',
  'ask for less, or raise stateTimeoutSec.firmware-loop.PATCH_GENERATION there':
    '请缩短时间，或在其中调高 stateTimeoutSec.firmware-loop.PATCH_GENERATION',
  'the run does not say which task it was started from': '该运行没有记录它来自哪个任务',
  'start the task from its file': '请从任务文件启动',
  'there is no such task file any more': '此任务文件已不存在',
  'it was moved or removed; start the task from where it is now': '它已被移动或删除；请从它现在的位置启动',
  'Benchloop waits for you': 'Benchloop 等待您处理',
  '{#count} waiting for you': '{count} 项等待您处理',
  'May a repository be built?': '是否构建仓库？',
  'May a patch be applied?': '是否应用补丁？',
  'May a board be flashed?': '是否烧录目标板？',
  'May something outside the private clone be written?': '是否写入私有克隆之外？',
  'A run has a question.': '有运行向您提问。',
  'A run was interrupted. Is it to go on?': '有运行被中断。是否继续？',
  'This run was interrupted in {=state}. Is it to go on?': '此运行在 {state} 中断。是否继续？',
  'no gate {=gate} of run {=run} waits for an answer': '运行 {run} 没有等待回答的问题 {gate}',
  'gate {=gate} was answered already: {=answer} ({by})': '问题 {gate} 已有回答：{answer}（{by}）',
  'answer the one that waits: {=gate}': '请回答正在等待的问题：{gate}',
  'the run waits for none; see `benchloop show {=run}`':
    '该运行没有等待回答的问题；参见 `benchloop show {run}`',
  'run {=run} has ended: {=status}': '运行 {run} 已结束：{status}',
  'see `benchloop show {=run}`': '参见 `benchloop show {run}`',
  '{=run} stopped in {=state}: whether it may go on is for you to say':
    '{run} 停在 {state}：是否继续由您决定',
  'look at the board, then resume with --yes': '请先查看目标板，再用 --yes 继续',
  'a run of {=machine} leaves nothing to be accepted': '{machine} 的运行结束后没有可采纳的内容',
  'a run of {=machine} has no report as {=format}': '{machine} 的运行没有 {format} 格式的报告',
  'there is no machine {=machine} to start': '没有可以启动的状态机 {machine}',
  'this is no request for a run of a task: {=why}': '这不是运行任务的请求：{why}',
  'run {=run} is not finished: it has no report yet': '运行 {run} 尚未结束：还没有报告',
  'go on with `benchloop resume {=run}`': '用 `benchloop resume {run}` 继续',
  'the cassette cannot be read: {=message}': '无法读取录制文件：{message}',
  'this is larger than any cassette': '这比任何录制文件都大',
  'the cassette is not whole: some of its lines are missing': '录制文件不完整：缺少其中一些行',
  'the cassette is not whole: its end is missing': '录制文件不完整：缺少结尾',
  'private key': '私钥',
  'service key': '服务密钥',
  token: '令牌',
  'password in an address': '地址中的密码',
  'assigned secret': '被赋值的机密',
  'home folder': '主目录',
  'the judgements of this cassette cannot be replayed: {why}': '无法重放此录制文件中的判断：{why}',
  'it has no sources': '其中没有源文件',
  '{=name} is no file of a repository': '{name} 不是仓库中的文件',
  'its sources are not those of its commit': '其源文件与提交不符',
  'export it again with --include source,console,prompts,replies':
    '请用 --include source,console,prompts,replies 重新导出',
  'the cassette lacks what its run began with; its judgements cannot be replayed':
    '录制文件缺少运行开始时的内容，无法重放其中的判断',
  'a replay calls nothing': '重放不调用任何工具',
  'the cassette has no further reply': '录制文件中没有更多回复',
  'one of the {=kind} in the cassette cannot be read': '录制文件中的一项 {kind} 无法读取',
  'the model gave no reply': '模型没有给出回复',
  'this is no cassette': '这不是录制文件',
  'make one with `benchloop show RUN --cassette FILE`': '用 `benchloop show RUN --cassette FILE` 生成',
  'recorded with {=machine} version {=version}, this is {=id} version {=here}':
    '录制时是 {machine} 版本 {version}，当前是 {id} 版本 {here}',
  'replay it with the release that recorded it': '请用录制它的那个版本来重放',
  'transition {#seq} of {#count} is missing': '缺少 {count} 个迁移中的第 {seq} 个',
  'transition {#seq} differs: recorded {=from} → {=to} ({reason}), replayed {=start} → {=end} ({other})':
    '第 {seq} 次转移不一致：录制为 {from} → {to}（{reason}），重放为 {start} → {end}（{other}）',
  'transition {#seq} differs: recorded {=from} → {=to} ({reason}), replayed {=start} → (no transition) ({other})':
    '第 {seq} 次转移不一致：录制为 {from} → {to}（{reason}），重放在 {start} 没有转移（{other}）',
  'there is no run {=run}': '没有运行 {run}',
  'list the runs with `benchloop runs`': '用 `benchloop runs` 列出运行',
  'the snapshot has no readable outcome': '快照中没有可读的结果',
  'kind: qemu or kind: host': ' kind: qemu 或 kind: host',
  'the disk is full': '磁盘已满',
  'the disk is full: {=message}': '磁盘已满：{message}',
  'free some space and start again': '请腾出一些空间，再重新开始',
  'free disk space, then resume the run, or give the command again':
    '请腾出磁盘空间，再继续此运行，或重新执行该命令',
  'the data folder cannot be used: {message}': '数据文件夹无法使用：{message}',
  '{=place} is no folder': '{place} 不是文件夹',
  'make it a writable folder, or set BENCHLOOP_HOME to another one':
    '请让它成为可写的文件夹，或把 BENCHLOOP_HOME 设为别的文件夹',
  'the journal cannot be read: {=message}': '无法读取运行记录：{message}',
  'put the run’s folder back from a backup, or remove it; other runs are not affected':
    '请从备份恢复该运行的文件夹，或将其删除；其他运行不受影响',
  '{=file} cannot be opened: {message}': '无法打开 {file}：{message}',
  'the report cannot be written: {message}': '无法写入报告：{message}',
  'put that right, then go on: benchloop resume {=run}': '排除障碍后继续：benchloop resume {run}',
  'is no text in UTF-8': '不是 UTF-8 文本',
  'place in the queue': '队列中的位置',
  'check that the data folder exists and is writable, or set BENCHLOOP_HOME':
    '请检查数据文件夹是否存在且可写，或设置 BENCHLOOP_HOME',
  'a record cannot be read: {message}': '有一条记录无法读取：{message}',
  'there is no journal': '没有运行记录',
  '{=record}: its checksum is wrong': '{record}：校验和不符',
  'SQLite finds its file damaged': 'SQLite 发现其文件已损坏',
  'trace row {#seq}: is missing': '轨迹第 {seq} 行缺失',
  '{=kind}: is missing': '缺少 {kind}',
  '{=kind}: is no JSON': '{kind} 不是 JSON',
  'is no JSON': '不是 JSON',
  'holds no words': '其中没有可读的文字',
  installed: '已安装',
  'not installed': '未安装',
  ready: '就绪',
  'data folder': '数据文件夹',
  confinement: '隔离',
  'builds and tests run unconfined': '构建和测试在没有隔离的情况下运行',
  'profile {=id}': '配置档 {id}',
  'the demo could not be put under git: {=words}': '演示无法纳入 git：{words}',
  'check that git is installed and the folder writable; otherwise install Benchloop again':
    '请检查 git 是否已安装、文件夹是否可写；否则请重新安装 Benchloop',
  'there is no demo "{=name}"': '没有演示“{name}”',
  'choose one of: {=names}': '请从中选择：{names}',
  'the folder for the demo is not empty': '放置演示的文件夹不是空的',
  'name an empty folder, or reset the demo first': '请指定一个空文件夹，或先重置演示',
  'runs: {what}': '运行：{what}',
  'all can be read': '均可读取',
  captures: '端口记录',
  '{#count} by names that no port here goes by, {#size} MB: {=names}':
    '{count} 个所用的名称在此已没有端口使用，共 {size} MB：{names}',
  'what the ports said is in the .raw files below {=folder}; remove the folders that you do not need':
    '端口的输出在 {folder} 下的 .raw 文件中；不需要的文件夹可以删除',
  '{#count} of them set aside as unreadable: {=places}': '其中 {count} 个无法读取，已搁置：{places}',
  '`benchloop runs` says why; put the files back from a backup, or remove their folders: other runs are not affected':
    '`benchloop runs` 会说明原因；请从备份恢复这些文件，或删除它们所在的文件夹：其他运行不受影响',
  'the answer lacks the code that is shown with the question; nothing was recorded':
    '回答缺少与问题一同显示的代码；没有记录任何内容',
  '{=answer} is not among the answers to this question; nothing was recorded':
    '{answer} 不是这个问题的可选回答；没有记录任何内容',
  'answer with one of these: {=choices}': '请从以下回答中选择：{choices}',
  'this question is answered in words, and there are none; nothing was recorded':
    '这个问题要用文字回答，而您没有填写；没有记录任何内容',
  'write the answer': '请写下回答',
  '{=code} is not the code of what is asked now; nothing was recorded':
    '{code} 不是当前问题的代码；没有记录任何内容',
  'read what is asked with `benchloop show {=run}`, and give its code with --code':
    '用 `benchloop show {run}` 查看问题，并用 --code 给出它的代码',
  'your policy takes answers from the {channel} only (humanChannel); nothing was recorded':
    '您的策略只接受来自{channel}的回答（humanChannel）；没有记录任何内容',
  'answer it in the window': '请在窗口中回答它',
  'read what {=run} asks now, and answer that': '请查看 {run} 现在的问题，再回答它',
  'this question is no longer open, or is about something else than what was shown':
    '这个问题已不再等待回答，或所问内容与显示的不同',
  'read what the run asks now, and answer that': '请看运行现在问的内容，再作答',
  'this window does not drive the run': '此运行不是由本窗口驱动的',
  'resume it first': '请先继续它',
  'the report could not be written: {=message}': '报告无法写入：{message}',
  'choose another folder': '请另选文件夹',
  'the folder of the run is not there': '该运行的文件夹不存在',
  'it was moved or removed; the journal still has the trace and the report':
    '它被移走或删除了；轨迹和报告还在运行记录中',
  'the file manager could not open it: {=reason}': '文件管理器无法打开它：{reason}',
  'open the folder by hand': '请手动打开该文件夹',
  'only the page of the Benchloop window may call this': '只有 Benchloop 窗口的页面可以调用',
  'this is a fault of the window: close it, open it again, and report it if it stays':
    '这是窗口的缺陷：请关闭后重新打开；如果仍然出现，请报告',
};
