interface Unshown {
  file: RegExp;
  text: RegExp;
  why: string;
}

const ALL = /^/;

/** Texts of the sources that no person reads in a terminal, the window or a report, or that have no language. */
export const UNSHOWN: readonly Unshown[] = [
  { file: /^shared\/texts\//, text: ALL, why: 'the catalogue itself' },
  { file: /^electron\/cli\/usage\.ts$/, text: ALL, why: 'a whole text for each language' },
  {
    file: /^electron\/agents\/(openai\/(untrusted|actions)|judgement\/(prompts|context|ask-needing|uncompiled|code\/[\w-]+)|(session|chat|delivery|campaign)\/[\w-]+)\.ts$/,
    text: ALL,
    why: 'read by a model',
  },
  {
    file: /^electron\/effects\/firmware-loop\/trial\/coder-tools\.ts$/,
    text: ALL,
    why: 'read by a model',
  },
  {
    file: /^electron\/core\/chat\/attach\.ts$/,
    text: /^(The run is in |Goal: |Transitions:)/,
    why: 'read by a model',
  },
  {
    file: /^electron\/effects\/session\/(calls\/call-of-agent|plan\/surroundings|verification\/not-done)\.ts$/,
    text: /^The operator refused|list_files shows them$|^The step is not done: your last|^Nothing is done: you made no call/,
    why: 'read by a model',
  },
  {
    file: /^electron\/effects\/session\/(questions|summary\/commit-label)\.ts$/,
    text: /asks nothing$|Benchloop session|^Work of an MCP client$/,
    why: 'a bug, or the message of a commit',
  },
  {
    file: /^electron\/effects\/delivery\/(answer-agent|commit-message|linting|refining|reviewing|testing)\.ts$/,
    text: /^(Answer to your questions|questions of the agent|change so far|Correct what these|message of the engineer|A review found|With it ¤ cases|It has not been tested|what (rules noticed|you asked for before|its author said)|The tests fail\.|- held-out)/,
    why: 'read by a model',
  },
  {
    file: /^electron\/(effects\/(delivery|session)|tools\/deploy)\/[\w-]+\.ts$/,
    text: /^(Benchloop (delivery|run)|Work so far$|Work of the session$)|is no target of this|^there is nothing to (deploy|put back)$|came out as another tree|^a delivery has a task$|names no board$/,
    why: 'a bug, or the message of a commit',
  },
  {
    file: /^electron\/effects\/coordinator\/(review|test)\.ts$/,
    text: /^there is no proposal to/,
    why: 'a bug',
  },
  {
    file: /^electron\/effects\/orchestrator\//,
    text: /^no item is worked on$|left no facts|^nothing was dispatched$|^there is no epic to |has no doubt$|^there is nothing to change|^nothing is to be resumed$|items was offered$/,
    why: 'a bug',
  },
  {
    file: /^electron\/effects\/orchestrator\/(detail-design|research\/(agents|executed|executed-lines|run-agent))\.ts$/,
    text: ALL,
    why: 'files that one role hands to the next, and the questions of agents',
  },
  {
    file: /^electron\/effects\/orchestrator\/(plan-review|risks-by-model|intake)\.ts$/,
    text: /^it has no task file$|^(¤\.|-) ¤ ¤ ¤ \(after (¤|nothing)\)|^change of ¤$|^risks that (rules see|you told before)$|^(target|cases that (failed|pass) with(out the change| it)): |^(accepted|rejected): |^every case that must|^no case that passed|^the change was reviewed/,
    why: 'read by a model',
  },
  { file: /^electron\/effects\/orchestrator\/tasks\/tell-task\.ts$/, text: ALL, why: 'read by a model' },
  {
    file: /^electron\/machine\/orchestrator\/table\.ts$/,
    text: ALL,
    why: 'read in the documentation',
  },
  {
    file: /^electron\/effects\/coordinator\/preflight\.ts$/,
    text: ALL,
    why: 'what a check prints, as a program would, and a commit of a copy',
  },
  {
    file: /^electron\/agents\/roundtable\/(prompts|material|told)\.ts$/,
    text: ALL,
    why: 'read by a model',
  },
  {
    file: /^electron\/agents\/judgement\/with-tools\.ts$/,
    text: /^(Not carried out|There is no tool|result of)/,
    why: 'read by a model',
  },
  {
    file: /^electron\/bench\/results\/image-compiler\.ts$/,
    text: /^(clang version|Arm Compiler)$/,
    why: 'names of compilers',
  },
  {
    file: /^electron\/effects\/firmware-loop\/results\/evidence\.ts$/,
    text: /^(nothing has run yet|the tree with|iteration )/,
    why: 'read by a model',
  },
  {
    file: /^electron\/tools\/(offered-tools|runs\/run-loop|clone\/edit-tools)\.ts$/,
    text: ALL,
    why: 'read by a model, and in the documentation',
  },
  {
    file: /^electron\/cli\/mcp\/(calls|message-lines|progress|resources|results|server)\.ts$/,
    text: ALL,
    why: 'read by a client of the protocol',
  },
  {
    file: /^electron\/tools\/(clone|read)\/[\w-]+\.ts$/,
    text: /\.$|^text without a NUL$|characters left out/,
    why: 'read by a model, and in the documentation',
  },
  {
    file: /^electron\/agents\/judgement\/(actions|structured)\.ts$/,
    text: /^(?!the model's|use a model)/,
    why: 'read by a model',
  },
  {
    file: /^shared\/(policy|profile\/\w+|profile|task)\.ts$/,
    text: /(\.|…|, in quotes|, as in 1-4\.2|^a name)$/,
    why: 'read in the documentation',
  },
  {
    file: /^shared\/profile\/tried\.ts$/,
    text: /^(?!not tried|written by)/,
    why: 'read in the documentation',
  },
  { file: /^shared\/session-conversation\.ts$/, text: /^row ¤$/, why: 'a key' },
  { file: /^electron\/files\/replace-file\.ts$/, text: /^the draft is not wanted$/, why: 'a signal' },
  { file: /^electron\/lab\/boards\/flash-plan\.ts$/, text: /^a plan opens no port$/, why: 'a bug' },
  {
    file: /^electron\/engine\//,
    text: /has no state|stands still in|asks nothing$|has no scope|^suspended$/,
    why: 'a bug, or no text',
  },
  {
    file: /^electron\/tools\/(board\/power|target\/bring-up)\.ts$/,
    text: /is not booted by one$|is up once it was opened$/,
    why: 'a bug',
  },
  { file: /^electron\/ipc\/electron-signals\.ts$/, text: / Benchloop$/, why: 'a name' },
  { file: ALL, text: /^\s*(CREATE|SELECT|INSERT|UPDATE|DELETE|WHERE|ORDER BY|CASE typeof)\b/, why: 'SQL' },
  {
    file: /^electron\/journal\//,
    text: /^(before|after|message|spawn|follow up|child|intent|gate|answer|revoke|commit|DROP VIEW) /,
    why: 'points of a crash test',
  },
  {
    file: ALL,
    text: /^(sudo|brew|winget|npm|choco|pipx|cargo) |^--cask |avr-libc$/,
    why: 'commands to be typed',
  },
  { file: /^electron\/bench\/bmc\/redfish\/service\.ts$/, text: /^Basic /, why: 'a header of HTTP' },
  { file: /^electron\/bench\/host\/started\.ts$/, text: /^#if/, why: 'C source' },
  { file: /^electron\/bench\/provenance\/recorder\.ts$/, text: /^#define/, why: 'C source' },
  {
    file: /^electron\/bench\/script\/uart-environment\.ts$/,
    text: /^a (profile without `reset`|board that was brought up)/,
    why: 'a bug',
  },
  {
    file: /^electron\/effects\/firmware-loop\/report\/commit-message\.ts$/,
    text: /Benchloop-Verdict/,
    why: 'a trailer of git',
  },
  {
    file: /^electron\/effects\/delivery\/run-message\.ts$/,
    text: /^Benchloop run /,
    why: 'the message of a commit',
  },
  {
    file: /^electron\/bench\/host\/death\.ts$/,
    text: /^#ifndef|^(Illegal|Floating|Segmentation) /,
    why: 'C source, and words of make',
  },
  { file: /^electron\/agents\/egress\/withheld\.ts$/, text: ALL, why: 'read by a model' },
  {
    file: /^electron\/cli\/(manual\/runs|model-commands)\.ts$/,
    text: /^(ROLE success|RUN (PROMPT|ROLE)| {2}benchloop reply ¤)/,
    why: 'arguments and commands to be typed',
  },
  { file: /^electron\/cli\/commands\.ts$/, text: /^RUN GATE/, why: 'arguments to be typed' },
  {
    file: /^electron\/(asset-path|effects\/firmware-loop\/report\/(style|junit)|effects\/(coordinator|delivery|session)\/report\/junit|effects\/orchestrator\/report-junit)\.ts$/,
    text: ALL,
    why: 'formats: media types, CSS, XML',
  },
  {
    file: /^electron\/workspace\/(inverse-patch|build\/compiler-wrappers|scratch)\.ts$/,
    text: ALL,
    why: 'formats of git and the shell',
  },
  {
    file: /^electron\/bench\/process\/(children|ending|held)\.ts$/,
    text: /^\(Get-|^(No such|Permission)|^bwrap:|^read -r /,
    why: 'words of other programs',
  },
  {
    file: /^electron\/bench\/(qemu\/(stuck|qmp)|final-line)\.ts$/,
    text: /^(info registers|closed|timeout|refused|Bail out!)/,
    why: 'words of QEMU and TAP',
  },
  {
    file: /^electron\/agents\/(c|rules\/builds)\//,
    text: /^(long double|int value_|void value_|static inline $|#include)/,
    why: 'C',
  },
  {
    file: /^electron\/agents\/rules\/(log-only|templates\/[\w-]+)\.ts$/,
    text: /^\s*(if|else|return)\b.*[;}¤]$|^¤?\(|char$|int$|long$/,
    why: 'C',
  },
  {
    file: /^electron\/agents\/rules\/builds\/standard-headers\.ts$/,
    text: ALL,
    why: 'names of the C library',
  },
  { file: /^electron\/agents\/rules\/templates\/published\.ts$/, text: ALL, why: 'titles of standards' },
  {
    file: /^electron\/workspace\/(code|forgery)-rules\.ts$/,
    text: /\b(auto break|strcmp strncmp|printf fprintf)\b/,
    why: 'names of C',
  },
  {
    file: /^electron\/bench\/process\/(exec|tree-watch)\.ts$/,
    text: /^benchloop: the program was ended|^it (had|used) more than/,
    why: 'a line of a program’s output',
  },
  { file: /^electron\/core\/demo\.ts$/, text: /node@example/, why: 'an author and a commit' },
  {
    file: /^electron\/files\/yaml-(file|words)\.ts$/,
    text: /^does not fit¤|^, for example ¤: ¤$/,
    why: 'joined: the pieces have entries',
  },
  { file: /^shared\/task\.ts$/, text: /^All ring buffer/, why: 'an example of a goal' },
  { file: ALL, text: /^(smallest change|log only)$/, why: 'names of constraints' },
  {
    file: /^electron\/machine\/(firmware-loop|coordinator|session|delivery)\/table\.ts$/,
    text: ALL,
    why: 'notes of the documentation',
  },
  {
    file: /^electron\/cli\/(answer|commands|drive)\.ts$/,
    text: /^(ok {4}¤|benchloop (answer|approve|reply|resume) ¤| {2}benchloop (approve|resume) ¤)/,
    why: 'marks, and commands to be typed',
  },
  {
    file: /^electron\/bench\/qemu\/stuck\.ts$/,
    text: /^(x \/|info registers)/,
    why: 'commands of QEMU',
  },
  { file: /^electron\/cli\/language\.ts$/, text: /^use ¤$/, why: 'its entry has the languages in it' },
  { file: /^electron\/ipc\/connect\.ts$/, text: /another page$/, why: 'a log for developers' },
  { file: /^electron\/window\.ts$/, text: /^not found$/, why: 'the body of a response that no page shows' },
  {
    file: /^electron\/workspace\/path-rules\.ts$/,
    text: /^¤ is ¤$/,
    why: 'each row of the table has an entry',
  },
  {
    file: /^electron\/workspace\/patch\.ts$/,
    text: /^Take a patch back$/,
    why: 'the message of a commit in the clone',
  },
  {
    file: /^electron\/agents\/rules\/triage\/stops\.ts$/,
    text: /^¤ (at|¤:¤ in ¤\(\))$/,
    why: 'joined: the whole has an entry',
  },
  { file: /^electron\/bench\/qemu\/image\.ts$/, text: /^AArch64 or ARM$/, why: 'names of processors' },
  { file: ALL, text: /^(Benchloop|JUnit XML|Application Support|\(outside of any case\))$/, why: 'names' },
  {
    file: /^electron\/cli\/manual(\/\w+)?\.ts$/,
    text: /^(--[\w-]+ ([A-Z]|\w+\|)|--mode |(lease|release|restore) BOARD$|revoke ID$|drives BOARD |import MAP|TASK|RUN|\[|benchloop )/,
    why: 'commands and arguments to be typed',
  },
  { file: /^electron\/bench\/process\/ending\.ts$/, text: /^Exec format/, why: 'words of other programs' },
  {
    file: /^electron\/bench\/host\/unrunnable\.ts$/,
    text: /^the test program ¤ ¤: ¤$/,
    why: 'joined: the wholes have entries',
  },
  { file: /^electron\/bench\/flash\//, text: /^connect comes first$/, why: 'an exception that is a bug' },
  {
    file: /^electron\/(bench\/(board\/board-environment|open-environment)|tools\/target\/put-on-board)\.ts$/,
    text: /^a board (that was brought up has no session|is leased before it is opened|is held before it is flashed)$/,
    why: 'exceptions that are bugs',
  },
  {
    file: /^electron\/bench\/broker\/requests\.ts$/,
    text: /^(hello was said already|the port is not open yet|send open first)$/,
    why: 'answers to a program that breaks the protocol of the broker',
  },
  { file: /^electron\/bench\/ports\/find-board\.ts$/, text: /^usb\.¤ ¤$/, why: 'names of fields' },
];
