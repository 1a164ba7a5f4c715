import type { Say } from '../../shared/texts/language.js';

/** What `help COMMAND` says. */
export interface Page {
  /** Arguments and options, as one line of the usage. */
  synopsis: string;
  about: string;
  options: readonly (readonly [name: string, meaning: string])[];
  examples: readonly string[];
}

const JSON_LINES = ['--json', 'one JSON object per line on standard output'] as const;
const JSON_ONE = ['--json', 'one JSON object on standard output'] as const;
const APPROVE = [
  '--approve POLICY',
  'ask (default with a terminal), none (default without one), all, or scopes: build,patch,flash,power,publish,exec,write,commit,deploy,send',
] as const;
const PACE = ['--pace MS|slow|step', 'wait after each transition: milliseconds, 1500, or for a key'] as const;

/** One page for each command; the usage and the README are made of it. */
export const MANUAL = {
  run: {
    synopsis: 'TASK.yaml [--provider P] [--role ROLE=P …] [--approve POLICY] [--json] [--pace MS|step]',
    about:
      'Starts a run of a task file and drives it to its end. Ctrl-C stops it safely, a second one forces it. A reader of the output that goes away (`| head`) does not stop it.',
    options: [
      ['--provider P', 'who plays all roles: rules (needs no model), openai, manual, replay or mock'],
      ['--role ROLE=P', 'who plays one role, such as CODER=openai; may be given several times'],
      APPROVE,
      JSON_LINES,
      PACE,
    ],
    examples: ['benchloop run task.yaml', 'benchloop run task.yaml --approve build,publish --json'],
  },
  coordinate: {
    synopsis:
      'TASK.yaml --mode proposal|implementation [--provider NAME] [--role ROLE=NAME …] [--approve POLICY] [--json], or --follow-up RUN "TEXT" [--mode M]',
    about:
      'Has coder, reviewer and tester work on a task without any board: they discuss a proposal, or make, review and test a patch round by round. The result is a proposal or a patch; your repository is not touched.',
    options: [
      ['--mode proposal', 'discuss a change; it then waits for your word'],
      ['--mode implementation', 'make it: rounds of coder, reviewer and tester'],
      [
        '--follow-up RUN',
        'say something to a roundtable that has ended; with --mode implementation it carries out the proposal',
      ],
      ['--provider NAME', 'who plays all roles: rules (needs no model), openai, manual, replay or mock'],
      ['--role ROLE=NAME', 'another provider for CODER, REVIEWER or TESTER; may be given several times'],
      APPROVE,
      JSON_LINES,
    ],
    examples: [
      'benchloop coordinate task.yaml --mode proposal',
      'benchloop coordinate --follow-up 20260102-030405-0a1b "go on" --mode implementation',
    ],
  },
  campaign: {
    synopsis:
      '["GOAL" --task TASK.yaml …] [--auto-resume] [--provider P] [--role ROLE=P …] [--approve POLICY] [--json]',
    about:
      'Takes a goal over one or more tasks: researches, plans, has a run of each task work, and accepts it only by evidence of that run. First it asks whether to go on with what an earlier campaign left; without a goal it does nothing else. See docs/campaign.md.',
    options: [
      ['--task TASK.yaml', 'a task of the goal; may be given several times, in the order of the work'],
      ['--auto-resume', 'go on with what was left without asking'],
      ['--provider P', 'who plays all roles: rules (needs no model), openai, manual, replay or mock'],
      ['--role ROLE=P', 'who plays one role, such as CODER=openai; may be given several times'],
      APPROVE,
      JSON_LINES,
    ],
    examples: ['benchloop campaign "make the framing tests pass and commit it" --task task.yaml'],
  },
  tasks: {
    synopsis: '[--json]',
    about: 'Lists the goals of campaigns with their items, those that were changed last first.',
    options: [JSON_ONE],
    examples: ['benchloop tasks'],
  },
  resume: {
    synopsis: '[RUN] [--yes] [--approve POLICY] [--json]',
    about: 'Goes on with a run where its journal stands; a finished run gives its report and its exit code.',
    options: [
      ['--yes', 'yes, take it up: the newest unfinished run, and states that want a person to say so'],
      APPROVE,
      JSON_LINES,
      PACE,
    ],
    examples: ['benchloop resume --yes', 'benchloop resume 20260102-030405-0a1b'],
  },
  approve: {
    synopsis: 'RUN GATE yes|no --code C',
    about: 'Answers a question that a run waits for. Where nobody drives the run, resume it afterwards.',
    options: [
      [
        '--code C',
        'the eight digits that are shown with the question: the answer counts for that and nothing else',
      ],
    ],
    examples: ['benchloop approve 20260102-030405-0a1b 20260102-030405-0a1b.4.build yes --code 1f2e3d4c'],
  },
  answer: {
    synopsis: 'RUN GATE [CHOICE] [--text TEXT] --code C',
    about:
      'Answers a question that has choices, or is answered in words. Where nobody drives the run, resume it afterwards.',
    options: [
      ['CHOICE', 'one of the answers that the question names; none for one that is answered in words'],
      ['--text TEXT', 'what you want to say beside it'],
      [
        '--code C',
        'the eight digits that are shown with the question: the answer counts for that and nothing else',
      ],
    ],
    examples: [
      'benchloop answer 20260102-030405-0a1b main.7.switch clarified --text "use task.yaml" --code 1f2e3d4c',
    ],
  },
  accept: {
    synopsis: 'RUN [N]',
    about:
      'Takes a patch of a run that ended UNPROVEN: shows it with what speaks against it, asks, and writes it as one branch. No policy answers this question.',
    options: [['N', 'another of the patches that pass, as the report numbers them']],
    examples: ['benchloop accept 20260102-030405-0a1b', 'benchloop accept 20260102-030405-0a1b 2'],
  },
  ask: {
    synopsis:
      '"REQUEST" [--repo DIR] [--task TASK.yaml] [--provider P] [--role ROLE=P …] [--approve POLICY] [--json]',
    about:
      'Does what is asked in one sentence: reads, changes, builds, tests, flashes, shows consoles. It works on a copy of the repository; what it changed is offered as a branch. Without a model it understands the sentences of docs/session.md.',
    options: [
      ['--repo DIR', 'the repository; else that of the task, or of the folder that you are in'],
      ['--task TASK.yaml', 'a task: what is built and tested, and on which target'],
      ['--provider P', 'who plays all roles: rules (needs no model), openai, manual, replay or mock'],
      ['--role ROLE=P', 'who plays one role, such as CODER=openai; may be given several times'],
      APPROVE,
      JSON_LINES,
    ],
    examples: ['benchloop ask "list boards"', 'benchloop ask --task task.yaml "run the tests"'],
  },
  undo: {
    synopsis: 'RUN [CALL] [--json]',
    about:
      'Takes back the files that a session changed, all or from a call on; later changes go with it. Says the hash of the tree before and after. What was flashed, switched or sent stays.',
    options: [JSON_LINES],
    examples: ['benchloop undo 20260102-030405-0a1b', 'benchloop undo 20260102-030405-0a1b 3'],
  },
  deliver: {
    synopsis: 'RUN [--deploy PROFILE …] [--provider P] [--role ROLE=P …] [--approve POLICY] [--json]',
    about:
      'Takes the work of a run that converged to a commit: reviews it, runs lint checks and the whole regression on the profiles of the task, and offers exactly what was tested as one branch. With --deploy it then writes the release image to boards, and puts back what they held if that fails.',
    options: [
      ['--deploy PROFILE', "a board, or a vendor's script, to deploy to; may be given several times"],
      ['--provider P', 'who plays all roles: rules (needs no model), openai, manual, replay or mock'],
      ['--role ROLE=P', 'who plays one role: REVIEWER supervises, PLANNER and EXECUTOR develop'],
      APPROVE,
      JSON_LINES,
    ],
    examples: [
      'benchloop deliver 20260102-030405-0a1b --approve build,publish',
      'benchloop deliver 20260102-030405-0a1b --deploy nucleo-f401re',
    ],
  },
  tell: {
    synopsis: 'RUN "MESSAGE" [--node NODE] [--approve POLICY] [--json]',
    about:
      'Says something to a delivery or a session, in any state. A delivery develops further, deploys what is committed, or stays as it is; it is never interrupted within a commit or a write to a board. In a campaign, the delivery that is under way hears it; where none is, the campaign takes it as a new goal, for the same tasks. The answer says who hears it. Where nobody drives the run, it goes on here.',
    options: [
      [
        '--node NODE',
        'the one part of the run that it is for, as events name it; main is the run itself: a campaign takes its next goal',
      ],
      APPROVE,
      JSON_LINES,
    ],
    examples: [
      'benchloop tell 20260102-030405-0a1b "deploy it"',
      'benchloop tell 20260102-030405-0a1b "continue: handle the empty buffer too"',
    ],
  },
  chat: {
    synopsis: '"QUESTION" [--run RUN] [--file FILE …] [--provider P] [--approve POLICY] [--json]',
    about:
      'Asks a model one question, beside all runs. The model can call nothing. Before text of a repository first goes to a host, you are asked.',
    options: [
      ['--run RUN', 'shows it the report of that run, and its log where there is one'],
      ['--file FILE', 'shows it a file of a repository; may be given several times'],
      ['--provider P', 'who answers: openai, replay or mock; else who plays ANALYST by your policy'],
      ['--approve POLICY', 'send: sends without asking; all does not cover it'],
      JSON_ONE,
    ],
    examples: ['benchloop chat "why does it hang?" --run 20260102-030405-0a1b --file src/main.c'],
  },
  abort: {
    synopsis: 'RUN',
    about:
      'Asks a run to stop safely, whichever process drives it. One that nobody drives ends when it is resumed.',
    options: [],
    examples: ['benchloop abort 20260102-030405-0a1b'],
  },
  approvals: {
    synopsis: '[list | revoke ID] [--json]',
    about:
      'Lists what you have agreed to for more than one use, and takes it back. A run that is under way asks again before its next use.',
    options: [
      [
        'list',
        'builds, hosts that text of a repository may go to, boards that drive nothing, and approvals of several flashes in unfinished runs',
      ],
      ['revoke ID', 'take it back'],
      JSON_ONE,
    ],
    examples: ['benchloop approvals', 'benchloop approvals revoke build-0a1b2c3d4e5f'],
  },
  reopen: {
    synopsis: 'RUN [TOOL] [--json]',
    about:
      'Lets calls of a tool be asked about again that you refused to a client of `benchloop mcp`; without TOOL it lists what you refused.',
    options: [JSON_ONE],
    examples: ['benchloop reopen 20260102-030405-0a1b run_terminal_cmd'],
  },
  runs: {
    synopsis: '[--json]',
    about: 'Lists the runs, oldest first, and how to go on with those that were interrupted.',
    options: [JSON_ONE],
    examples: ['benchloop runs'],
  },
  show: {
    synopsis: 'RUN [--json] [--html FILE] [--junit FILE] [--cassette FILE [--include KINDS]]',
    about: 'Shows a run: its report, or where it stands.',
    options: [
      JSON_ONE,
      ['--html FILE', 'write the report as one HTML file'],
      ['--junit FILE', 'write the cases as JUnit XML'],
      ['--cassette FILE', 'write the recorded events, for replay; says first what the file will hold'],
      ['--include KINDS', 'put more into the cassette: source,console,prompts,replies'],
    ],
    examples: ['benchloop show 20260102-030405-0a1b --html report.html'],
  },
  prompts: {
    synopsis: '[RUN] [--json]',
    about: 'Lists the prompts of the provider manual that wait for a reply, with the files that are inside.',
    options: [JSON_ONE],
    examples: ['benchloop prompts'],
  },
  reply: {
    synopsis: 'RUN PROMPT FILE',
    about: 'Gives the reply to a prompt that waits. A dash instead of FILE reads what is pasted.',
    options: [],
    examples: ['benchloop reply 20261121-214900-3f9c main.4.1 reply.txt'],
  },
  provider: {
    synopsis: 'RUN ROLE=P …',
    about: 'Has other providers play roles of a run, from the next request on.',
    options: [],
    examples: ['benchloop provider 20261121-214900-3f9c CODER=manual'],
  },
  mock: {
    synopsis: 'ROLE success|failure',
    about: 'Sets what the mock of a role does from now on, in running runs too.',
    options: [],
    examples: ['benchloop mock CODER failure'],
  },
  replay: {
    synopsis: 'CASSETTE [--json]',
    about:
      'Feeds recorded events through the tables again; exit code 0 only if every transition comes out the same.',
    options: [JSON_ONE],
    examples: ['benchloop replay run.cassette'],
  },
  machines: {
    synopsis: '[--json|--mermaid]',
    about: 'Describes the state machines.',
    options: [JSON_ONE, ['--mermaid', 'state diagrams']],
    examples: ['benchloop machines --mermaid'],
  },
  profiles: {
    synopsis: '[--json]',
    about: 'Lists the targets that a task can name, and says what is wrong with those that do not load.',
    options: [JSON_ONE],
    examples: ['benchloop profiles'],
  },
  doctor: {
    synopsis: '[--json]',
    about:
      'Says what this computer lacks, each with the command that puts it right; exit code 1 if it lacks something. A note is for who uses boards.',
    options: [JSON_ONE],
    examples: ['benchloop doctor'],
  },
  ports: {
    synopsis: '[--watch] [--json]',
    about: 'Lists serial ports and USB devices: what they are, where they are plugged in, who has them open.',
    options: [
      ['--watch', 'then tell what is plugged in and pulled, until Ctrl-C'],
      ['--json', 'one JSON object on standard output; with --watch one for each change'],
    ],
    examples: ['benchloop ports', 'benchloop ports --watch'],
  },
  boards: {
    synopsis:
      '[list | lease BOARD | release BOARD | restore BOARD [--first] | drives BOARD nothing|actuators | import MAP.yaml] [--json]',
    about:
      'Lists the boards and who holds them; keeps a board from runs and gives it back; takes a Zephyr hardware map.',
    options: [
      ['list', 'the boards, where they are plugged in, who holds them and who waits'],
      ['lease BOARD', 'take a board for yourself, until it is released'],
      ['--owner NAME', 'who takes it; default: your user name'],
      ['release BOARD', 'give it back; a board that was out of use takes runs again'],
      ['--force', 'take it from a run that works on it'],
      ['restore BOARD', 'flash the last image that was written and verified'],
      ['--first', 'flash what the board held before its first flash instead'],
      ['--profile P', 'the profile to restore with; default: that of the last use'],
      APPROVE,
      [
        'drives BOARD WHAT',
        'say what it drives: nothing, so that one approval may cover several flashes of a run, or actuators (default)',
      ],
      ['import MAP.yaml', 'add the boards of a hardware map (Zephyr, twister)'],
      JSON_ONE,
    ],
    examples: [
      'benchloop boards',
      'benchloop boards lease arduino-uno-1a2b3c --owner alice',
      'benchloop boards import hardware-map.yaml',
    ],
  },
  flash: {
    synopsis: '--profile P [--port PATH] [--address ADDRESS] IMAGE [--approve POLICY] [--json]',
    about:
      'Writes an image to a board and verifies it. What the board held is kept first, where it can be read.',
    options: [
      ['--profile P', 'the board: an id of `benchloop profiles`, or a file'],
      ['--port PATH', 'its port, instead of the search that the profile describes'],
      ['--address ADDRESS', 'where a file of bare bytes (.bin) belongs, as 0x8000000'],
      APPROVE,
      JSON_LINES,
    ],
    examples: ['benchloop flash --profile arduino-uno build/app.hex'],
  },
  console: {
    synopsis: '--port PATH --baud N [--log FILE] [--seconds N] [--filter RE] [--send TEXT] [--json]',
    about: 'Shows a serial port. Other programs of Benchloop share the port; every byte is kept.',
    options: [
      ['--port PATH', 'the port, as `benchloop ports` names it'],
      ['--baud N', 'bits per second; 115200 without it'],
      ['--log FILE', 'write the bytes as they come to this file too'],
      ['--seconds N', 'end after so long'],
      ['--timestamps', 'before each line the time at which its first byte came'],
      ['--hex', 'bytes in hexadecimal'],
      ['--filter RE', 'only lines that fit this regular expression'],
      ['--ignore-case', 'capitals and small letters are the same to --filter'],
      ['--send TEXT', 'send this first'],
      ['--eol lf|crlf|cr|none', 'what ends a line that is sent'],
      ['--data-bits 5..8', 'data bits, default 8'],
      ['--parity none|even|odd', 'parity, default none'],
      ['--stop-bits 1|2', 'stop bits, default 1'],
      ['--flow none|rtscts|xonxoff', 'flow control, default none'],
      ['--dtr on|off', 'set DTR, where the port has it'],
      ['--rts on|off', 'set RTS, where the port has it'],
      ['--break MS', 'send a break, where the port can'],
      ['--patience SECONDS', 'how long a lost port may take to come back, default 30'],
      ['--serve 127.0.0.1:PORT', 'mirror the port over RFC 2217, for a terminal of your own'],
      JSON_LINES,
    ],
    examples: ['benchloop console --port /dev/ttyUSB0 --baud 115200 --log board.log'],
  },
  mcp: {
    synopsis: '[--repo DIR] [--task TASK.yaml]',
    about:
      'Serves the tools of a session to a client of the Model Context Protocol, which starts this command itself. Works on a copy of the repository. Asks you before anything dangerous, in the window or by `benchloop approve`; no client can answer. See docs/mcp.md.',
    options: [
      ['--repo DIR', "the repository; without it, the task's, or the one that the client starts this in"],
      ['--task TASK.yaml', 'the task that is built, tested and run'],
    ],
    examples: ['benchloop mcp --repo ~/firmware', 'benchloop mcp --task task.yaml'],
  },
  demo: {
    synopsis: '[--task NAME] [--goal "GOAL"] [--list] [--pace MS|step] [--reset] [--json]',
    about: 'Repairs a broken firmware in QEMU, or another of the demos.',
    options: [
      ['--task NAME', 'which demo'],
      ['--goal "GOAL"', 'as a campaign with this goal; one that asks for a commit ends in one'],
      ['--list', 'name the demos'],
      ['--reset', 'put all demos back to their start'],
      JSON_LINES,
      PACE,
    ],
    examples: [
      'benchloop demo',
      'benchloop demo --task compile-typo --pace slow',
      'benchloop demo --task frame-wrong-shift --goal "make the framing tests pass and commit it"',
    ],
  },
} as const satisfies Record<string, Page>;

export type CommandName = keyof typeof MANUAL;

export const isCommand = (name: string): name is CommandName => Object.hasOwn(MANUAL, name);

/** The page of one command as text, in the reader's language. */
export function manualOf(name: CommandName, say: Say): string {
  const { synopsis, about, options, examples }: Page = MANUAL[name];
  const width = Math.max(0, ...options.map(([option]) => option.length));
  return [
    `benchloop ${name} ${synopsis}`,
    '',
    say(about),
    ...(options.length > 0
      ? ['', ...options.map(([option, text]) => `  ${option.padEnd(width)}  ${say(text)}`)]
      : []),
    '',
    say(examples.length === 1 ? 'Example:' : 'Examples:'),
    ...examples.map((example) => `  ${example}`),
  ].join('\n');
}
