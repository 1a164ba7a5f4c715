import type { Catalogue } from '../template.js';

/** What `help COMMAND` says. */
export const MANUAL: Catalogue = {
  'Example:': '示例：',
  'Examples:': '示例：',
  'one JSON object per line on standard output': '在标准输出上每行输出一个 JSON 对象',
  'one JSON object on standard output': '在标准输出上输出一个 JSON 对象',
  'ask (default with a terminal), none (default without one), all, or scopes: build,patch,flash,power,publish,exec,write,commit,deploy,send':
    'ask（有终端时的默认值）、none（没有终端时的默认值）、all，或范围列表：build,patch,flash,power,publish,exec,write,commit,deploy,send',
  'wait after each transition: milliseconds, 1500, or for a key': '每次转移后等待：毫秒数、1500，或等按键',
  'Starts a run of a task file and drives it to its end. Ctrl-C stops it safely, a second one forces it. A reader of the output that goes away (`| head`) does not stop it.':
    '按任务文件开始一个运行，并驱动到结束。Ctrl-C 安全停止，再按一次强制停止。输出的读取者离开（`| head`）不会使它停止。',
  'who plays all roles: rules (needs no model), openai, manual, replay or mock':
    '由谁担任全部角色：rules（无需模型）、openai、manual、replay 或 mock',
  'who plays one role, such as CODER=openai; may be given several times':
    '由谁担任一个角色，如 CODER=openai；可给出多次',
  'lists the prompts of the provider manual that wait for a reply, with the files that are inside.':
    '列出 manual 提供方正在等待回答的提示，以及其中包含的文件。',
  'gives the reply to a prompt that waits. A dash instead of FILE reads what is pasted.':
    '给出一个等待中的提示的回答。用短横线代替 FILE 可直接粘贴。',
  'has other providers play roles of a run, from the next request on.':
    '从下一次请求起，由其他提供方担任此运行的角色。',
  'sets what the mock of a role does from now on, in running runs too.':
    '设定某个角色的模拟今后的表现，对进行中的运行也生效。',
  'rules (default, needs no model) or openai (settings: see the README)':
    'rules（默认，不需要模型）或 openai（设置见 README）',
  'Has coder, reviewer and tester work on a task without any board: they discuss a proposal, or make, review and test a patch round by round. The result is a proposal or a patch; your repository is not touched.':
    '让编码者、评审者和测试者围绕一个任务工作，不用任何目标板：讨论方案，或逐轮编写、评审并测试补丁。结果是一个方案或补丁；不会改动你的仓库。',
  'discuss a change; it then waits for your word': '讨论一项修改，然后等待你的答复',
  'make it: rounds of coder, reviewer and tester': '实施：编码、评审、测试，逐轮进行',
  'say something to a roundtable that has ended; with --mode implementation it carries out the proposal':
    '对已结束的圆桌说一句话；加 --mode implementation 则实施该方案',
  'another provider for CODER, REVIEWER or TESTER; may be given several times':
    '为 CODER、REVIEWER 或 TESTER 另指定提供者；可以多次给出',
  'Goes on with a run where its journal stands; a finished run gives its report and its exit code.':
    '从运行记录所在之处继续一个运行；已结束的运行给出其报告和退出码。',
  'yes, take it up: the newest unfinished run, and states that want a person to say so':
    '确认继续：最近一个未结束的运行，以及需要人确认的状态',
  'the eight digits that are shown with the question: the answer counts for that and nothing else':
    '与问题一同显示的八位代码：回答只对这个问题有效',
  'Answers a question that a run waits for. Where nobody drives the run, resume it afterwards.':
    '回答运行正在等待的问题。如果没有进程驱动该运行，请随后继续它。',
  '"REQUEST" [--repo DIR] [--task TASK.yaml] [--provider P] [--role ROLE=P …] [--approve POLICY] [--json]':
    '"请求" [--repo 目录] [--task TASK.yaml] [--provider P] [--role ROLE=P …] [--approve 策略] [--json]',
  'Does what is asked in one sentence: reads, changes, builds, tests, flashes, shows consoles. It works on a copy of the repository; what it changed is offered as a branch. Without a model it understands the sentences of docs/session.md.':
    '用一句话提出要求：阅读、修改、编译、测试、烧录、显示控制台。它在仓库的副本上工作，改动以分支形式提供。没有模型时，它理解 docs/session.md 中的句子。',
  'the repository; else that of the task, or of the folder that you are in':
    '仓库；否则用任务的仓库，或当前目录所在的仓库',
  'a task: what is built and tested, and on which target': '任务：编译和测试什么，在哪个目标上',
  'Takes back the files that a session changed, all or from a call on; later changes go with it. Says the hash of the tree before and after. What was flashed, switched or sent stays.':
    '撤销会话对文件的改动：全部，或从某次调用起；其后的改动一并撤销。会给出撤销前后树的哈希。已烧录、切换或发送的内容不变。',
  'Takes the work of a run that converged to a commit: reviews it, runs lint checks and the whole regression on the profiles of the task, and offers exactly what was tested as one branch. With --deploy it then writes the release image to boards, and puts back what they held if that fails.':
    '把已收敛运行的成果带到一个提交：评审，执行静态检查，在任务的各个配置上跑完整回归，并把经过测试的内容作为一个分支提供。加 --deploy 时再把发布映像写入目标板；失败则写回原来的内容。',
  "a board, or a vendor's script, to deploy to; may be given several times":
    '要部署到的目标板或厂商脚本；可给出多次',
  'who plays one role: REVIEWER supervises, PLANNER and EXECUTOR develop':
    '谁担任某个角色：REVIEWER 负责监督，PLANNER 和 EXECUTOR 负责开发',
  'Says something to a delivery or a session, in any state. A delivery develops further, deploys what is committed, or stays as it is; it is never interrupted within a commit or a write to a board. In a campaign, the delivery that is under way hears it; where none is, the campaign takes it as a new goal, for the same tasks. The answer says who hears it. Where nobody drives the run, it goes on here.':
    '在任何状态下对交付或会话说话。交付会继续开发、部署已提交的内容，或保持原样；提交和写板期间不会被打断。在战役中，由正在进行的交付听取；没有交付时，战役会把它当作新目标，任务不变。回答会说明由谁听取。没有进程驱动该运行时，就在这里继续。',
  'the one part of the run that it is for, as events name it; main is the run itself: a campaign takes its next goal':
    '只对运行的这一部分说，名称与事件中的相同；main 是运行本身：战役把它当作下一个目标',
  '"QUESTION" [--run RUN] [--file FILE …] [--provider P] [--approve POLICY] [--json]':
    '"问题" [--run RUN] [--file 文件 …] [--provider P] [--approve 策略] [--json]',
  'Asks a model one question, beside all runs. The model can call nothing. Before text of a repository first goes to a host, you are asked.':
    '在所有运行之外，向模型提一个问题。模型不能调用任何东西。仓库的文本首次发往某台主机之前，会先征求你的同意。',
  'shows it the report of that run, and its log where there is one':
    '给它看该运行的报告，有日志时也给它看日志',
  'shows it a file of a repository; may be given several times': '给它看仓库中的一个文件；可多次使用',
  'who answers: openai, replay or mock; else who plays ANALYST by your policy':
    '由谁回答：openai、replay 或 mock；否则由策略中担任 ANALYST 的一方回答',
  'send: sends without asking; all does not cover it': 'send：不询问就发送；all 不包括此项',
  'Asks a run to stop safely, whichever process drives it. One that nobody drives ends when it is resumed.':
    '请求安全停止一个运行，不论由哪个进程驱动。没有进程驱动的运行，在继续时结束。',
  'Lets calls of a tool be asked about again that you refused to a client of `benchloop mcp`; without TOOL it lists what you refused.':
    '让被您拒绝的 `benchloop mcp` 客户端的工具调用可以再次询问；不给 TOOL 时列出您拒绝过的调用。',
  'Lists what you have agreed to for more than one use, and takes it back. A run that is under way asks again before its next use.':
    '列出您同意过、可用多次的批准，并可撤销。进行中的运行会在下次使用之前再次询问。',
  'builds, hosts that text of a repository may go to, boards that drive nothing, and approvals of several flashes in unfinished runs':
    '构建、可接收仓库文本的主机、不驱动任何东西的目标板，以及未结束的运行中涵盖多次烧录的批准',
  'take it back': '撤销它',
  'Lists the runs, oldest first, and how to go on with those that were interrupted.':
    '列出运行，最早的在前；已中断的运行会说明如何继续。',
  'Shows a run: its report, or where it stands.': '显示一个运行：它的报告，或当前所处的状态。',
  'write the report as one HTML file': '把报告写成一个 HTML 文件',
  'write the cases as JUnit XML': '把用例写成 JUnit XML',
  'put more into the cassette: source,console,prompts,replies':
    '在录制文件中加入更多内容：source,console,prompts,replies',
  'write the recorded events, for replay; says first what the file will hold':
    '写出录制的事件，供重放使用；会先说明文件将包含什么',
  'Feeds recorded events through the tables again; exit code 0 only if every transition comes out the same.':
    '让录制的事件再次经过转移表；只有每次转移的结果都一致，退出码才是 0。',
  'Describes the state machines.': '描述状态机。',
  'state diagrams': '状态图',
  'Lists the targets that a task can name, and says what is wrong with those that do not load.':
    '列出任务可以指明的目标，并说明无法载入的有什么问题。',
  'Says what this computer lacks, each with the command that puts it right; exit code 1 if it lacks something.':
    '说明本机缺什么，并给出相应的补救命令；有所缺时退出码为 1。',
  'Repairs a broken firmware in QEMU, or another of the demos.':
    '在 QEMU 中修复一个有缺陷的固件，或运行其他演示。',
  'Serves the tools of a session to a client of the Model Context Protocol, which starts this command itself. Works on a copy of the repository. Asks you before anything dangerous, in the window or by `benchloop approve`; no client can answer. See docs/mcp.md.':
    '把会话的工具提供给模型上下文协议（MCP）的客户端；此命令由客户端自行启动。在仓库的副本上工作。任何危险操作之前都会在窗口中或通过 `benchloop approve` 征求你的同意；客户端无法作答。见 docs/mcp.md。',
  "the repository; without it, the task's, or the one that the client starts this in":
    '仓库；不给出时用任务的仓库，或客户端启动此命令时所在的仓库',
  'the task that is built, tested and run': '要构建、测试和运行的任务',
  'which demo': '哪个演示',
  'as a campaign with this goal; one that asks for a commit ends in one':
    '作为以此为目标的战役；目标要求提交时，以一次提交结束',
  'Takes a goal over one or more tasks: researches, plans, has a run of each task work, and accepts it only by evidence of that run. First it asks whether to go on with what an earlier campaign left; without a goal it does nothing else. See docs/campaign.md.':
    '为一个或多个任务接受一个目标：调研、计划、让每个任务各运行一次，并且只凭该运行的证据验收。先询问是否继续之前战役留下的工作；没有目标时只做这一步。见 docs/campaign.md。',
  'a task of the goal; may be given several times, in the order of the work':
    '目标的一个任务；可多次给出，按工作顺序',
  'go on with what was left without asking': '不询问，直接继续留下的工作',
  'Lists the goals of campaigns with their items, those that were changed last first.':
    '列出各战役的目标及其工作项，最近改动的在前。',
  'Answers a question that has choices, or is answered in words. Where nobody drives the run, resume it afterwards.':
    '回答一个有选项或用文字回答的问题。若没有进程在驱动该运行，之后请恢复它。',
  'one of the answers that the question names; none for one that is answered in words':
    '问题列出的答案之一；用文字回答的问题则不给',
  'what you want to say beside it': '另外想说的话',
  'name the demos': '列出演示的名称',
  'put all demos back to their start': '把所有演示恢复到初始状态',
  'there is no command {=name}; did you mean {=meant}?': '没有命令 {name}；是否指 {meant}？',
  'there is no option {=name}': '没有选项 {name}',
  'there is no option {=name}; did you mean {=meant}?': '没有选项 {name}；是否指 {meant}？',
  'there is no option {=name}: it knows {=known}': '没有选项 {name}：可用的有 {known}',
  'there is no option {=name}: this command has no options': '没有选项 {name}：此命令没有选项',
  '{=option} needs a value': '选项 {option} 需要值',
  '{=option} takes no value': '选项 {option} 不带值',
};
