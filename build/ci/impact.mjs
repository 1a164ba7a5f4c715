/**
 * Which tests of the full tier a changed file touches, for tests that start the command line or the window and so do not import what they
 * judge. Both columns are beginnings of paths; the longest that begins a file's path counts, alone.
 *
 * @typedef {readonly (readonly [changed: string, tests: readonly string[]])[]} Impact
 */

/**
 * Where everything may be touched and nothing in particular is: one test of each way in which programs, boards, models and clients meet
 * the command line, and one that kills it. Each is among the quickest of its kind.
 */
const EACH_WAY = [
  'test/contract/loop/whole-replay.', // a run with a model on the host, and its replay: build, git, journal, cassette
  'test/contract/loop/silent-hang.', // QEMU and what it says
  'test/contract/bench/loop/avr.', // flashing, serial ports, the broker
  'test/contract/models/sending.', // what leaves for a model
  'test/contract/mcp/loop.', // a client
  'test/contract/session/undo.', // a session
  'test/crash/half-built.', // a kill, and going on
];

const loop = 'test/contract/loop/';
const bench = 'test/contract/bench/';
const boards = [`${bench}loop/`, 'test/contract/environment-board.', 'test/contract/tools/'];
const honesty = [`${loop}cannot-lie.`, `${loop}forged-output.`, `${loop}untrusted.`];
const demos = ['test/contract/demo/', `${loop}demos.`, 'test/contract/models/demos.'];
const models = ['test/contract/models/', 'test/contract/faulty/', 'test/contract/injection/'];
const replay = [`${loop}whole-replay.`, 'test/contract/session/replayed.'];
const crash = 'test/crash/';
const clone = [`${loop}untrusted.`, `${loop}tasks.`, `${crash}git-steps.`, `${crash}half-built.`];
const firmwareLoop = [loop, 'test/contract/faulty/loop.', `${crash}journal-points.`, `${crash}moments.`];
const roundtable = [
  'test/contract/coordinator/',
  'test/contract/faulty/roundtable.',
  'test/contract/injection/roundtable.',
  `${crash}roundtable.`,
];
const session = [
  'test/contract/session/',
  'test/contract/faulty/session.',
  'test/contract/injection/session.',
  `${crash}session.`,
];
const campaign = ['test/contract/orchestrator/', 'test/contract/demo/campaign.', `${crash}campaign.`];
const delivery = ['test/contract/delivery/', `${crash}delivery.`];
const clients = ['test/contract/mcp/', 'test/contract/injection/mcp.', 'test/contract/session/new-files.'];
const commandLine = ['test/contract/cli/', ...EACH_WAY];
const chat = ['test/contract/models/chat.'];
const byHand = ['test/contract/models/by-hand.', 'test/contract/session/by-hand.'];
const window = ['test/e2e/'];

/** @type {Impact} */
export const IMPACT = [
  ['electron/agents/', [loop, ...models]],
  ['electron/agents/c/', [...demos, 'test/contract/models/coder-tools.']],
  ['electron/agents/campaign/', campaign],
  ['electron/agents/chat/', chat],
  ['electron/agents/delivery/', delivery],
  ['electron/agents/egress/', [...models, 'test/contract/mcp/withheld.']],
  ['electron/agents/manual/', byHand],
  ['electron/agents/records/', replay],
  ['electron/agents/replay/', replay],
  ['electron/agents/roundtable/', roundtable],
  ['electron/agents/rules/', [...demos, loop, 'test/contract/faulty/loop.']],
  ['electron/agents/session/', session],

  ['electron/bench/', [...boards, ...honesty]],
  ['electron/bench/bmc/', ['test/contract/environment-bmc.', `${bench}loop/bmc.`, `${bench}bmc/`]],
  [
    'electron/bench/flash/',
    [`${bench}flash/`, `${bench}loop/`, `${bench}usb/`, 'test/contract/delivery/deploy.'],
  ],
  ['electron/bench/host/', honesty],
  ['electron/bench/image/', [`${bench}loop/`, `${bench}usb/`]],
  ['electron/bench/link/', [...boards, `${bench}link/`, `${bench}usb/`]],
  ['electron/bench/ports/', [...boards, `${bench}usb/`]],
  [
    'electron/bench/process/',
    [`${loop}untrusted.`, `${bench}loop/scripts.`, `${crash}half-built.`, `${crash}moments.`],
  ],
  [
    'electron/bench/qemu/',
    [`${bench}qemu/`, 'test/contract/coordinator/qemu.', `${loop}silent-hang.`, ...honesty],
  ],
  ['electron/bench/results/', honesty],
  [
    'electron/bench/script/',
    [`${bench}loop/scripts.`, `${bench}script/`, `${bench}batch-files.`, 'test/contract/delivery/deploy.'],
  ],

  ['electron/cli', commandLine],
  ['electron/cli/campaign.', campaign],
  ['electron/cli/chat.', chat],
  ['electron/cli/coordinate.', roundtable],
  ['electron/cli/deliver.', delivery],
  ['electron/cli/mcp/', clients],
  ['electron/cli/session-commands.', session],

  ['electron/core/', commandLine],
  ['electron/core/cassette/', replay],
  ['electron/core/chat/', chat],
  ['electron/core/demo.', demos],
  ['electron/core/dispatch', campaign],
  ['electron/core/keys/', ['test/contract/models/canary.', 'test/contract/models/sending.']],
  ['electron/core/replay.', replay],

  ['electron/effects/', commandLine],
  ['electron/effects/coordinator/', roundtable],
  ['electron/effects/delivery/', delivery],
  ['electron/effects/firmware-loop/', firmwareLoop],
  ['electron/effects/models/', models],
  ['electron/effects/orchestrator/', campaign],
  ['electron/effects/session/', session],

  [
    'electron/engine/',
    [crash, 'test/contract/mcp/kills.', 'test/contract/orchestrator/cut-off.', `${bench}loop/cut-off.`],
  ],
  ['electron/files/', clone],
  ['electron/journal/', [crash, 'test/contract/mcp/kills.', ...replay]],

  ['electron/lab/', [...boards, 'test/contract/orchestrator/']],
  [
    'electron/lab/boards/',
    [...boards, 'test/contract/orchestrator/boards.', 'test/contract/orchestrator/whole-on-boards.'],
  ],
  [
    'electron/lab/consoles/',
    [`${bench}console/`, 'test/contract/session/ask-board.', `${bench}loop/at-end.`],
  ],
  ['electron/lab/spending/', ['test/contract/orchestrator/budget.', 'test/contract/models/sending.']],
  ['electron/lab/tasks/', ['test/contract/orchestrator/']],

  ['electron/machine/', [crash, ...replay]],
  ['electron/machine/coordinator/', roundtable],
  ['electron/machine/delivery/', delivery],
  ['electron/machine/firmware-loop/', firmwareLoop],
  ['electron/machine/orchestrator/', campaign],
  ['electron/machine/session/', session],

  ['electron/tools/', [...session, ...clients]],
  ['electron/tools/board/', [...boards, 'test/contract/session/ask-board.']],
  ['electron/tools/build/', clone],
  ['electron/tools/commit/', delivery],
  ['electron/tools/deploy/', ['test/contract/delivery/deploy.']],
  ['electron/tools/publish.', delivery],
  [
    'electron/tools/withheld/',
    ['test/contract/models/withheld.', 'test/contract/mcp/withheld.', 'test/contract/models/canary.'],
  ],

  ['electron/workspace/', [...clone, ...delivery]],
  ['electron/workspace/build/', clone],

  ['electron/ipc/', window],
  ['electron/', window], // main process, preload and window

  ['renderer/', window],

  ['shared/', EACH_WAY],
  ['shared/board', boards],
  ['shared/campaign', campaign],
  ['shared/cassette.', replay],
  ['shared/chat.', chat],
  ['shared/delivery', delivery],
  ['shared/ipc', window],
  ['shared/results.', honesty],
  ['shared/roundtable', roundtable],
  ['shared/session', session],
  ['shared/test-parsers.', honesty],

  ['native-config/demo/', demos],
  ['native-config/profiles/', boards],

  ['test/crash/', [crash]],
  ['test/e2e/', window],
  ['test/fixtures/', EACH_WAY],
  ['test/fixtures/bmc/', ['test/contract/environment-bmc.', `${bench}loop/bmc.`]],
  ['test/fixtures/faulty/', models],
  ['test/fixtures/injection/', ['test/contract/injection/']],
  ['test/fixtures/simavr/', boards],
  ['test/fixtures/usb-guest/', [`${bench}usb/`]],
  ['test/fixtures/wine/', [`${bench}batch-files.`]],

  // How tests and bundles are made, and the libraries in them.
  ['build/', EACH_WAY],
  ['build/ci', []],
  ['build/docs', []],
  ['build/guest-kernel.', [`${bench}usb/`]],
  ['build/test', ['test/unit/build/']],
  ['package-lock.json', EACH_WAY],
  ['test/bundles.ts', EACH_WAY],
  ['vitest.config.ts', EACH_WAY],
];
