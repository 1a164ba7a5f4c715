import { APPROVE, JSON_LINES, JSON_ONE, PACE, type Page } from './page.js';

/** Commands about runs of all machines, and the models that play in them. */
export const RUN_PAGES = {
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
} as const satisfies Record<string, Page>;
