import { at, CONFINED, HOSTILE, OFTEN, ONE_BRANCH, type Promised } from './promised.js';

const CLONE = at(
  'unit/workspace/clone',
  'has the committed files, not the dirty ones, and leaves the repository as it is',
);
const PUBLISH = at(
  'unit/workspace/publish',
  'adds one branch and its objects and changes nothing else, in a dirty merge too',
  'never moves a branch that exists, and takes no impossible name',
);

/** The sentences of *What it promises* in README.md. */
export const OF_README: readonly Omit<Promised, 'page'>[] = [
  {
    id: 'own clone',
    sentence: 'A run works in its own clone below the data folder, with its own git configuration.',
    tests: [
      ...at(
        'unit/tools/run-paths',
        'a run has its clone and all else in folders of its own, below the data folder',
      ),
      ...CLONE,
      ...HOSTILE,
    ],
  },
  {
    id: 'repository untouched',
    sentence:
      'Your work tree, index, HEAD, branches, stashes and configuration are never written, and uncommitted changes take no part.',
    tests: [...CLONE, ...HOSTILE, ...PUBLISH],
  },
  {
    id: 'one branch after a yes',
    sentence:
      'The result is a patch file and, after a yes, new git objects and one new branch `benchloop/RUN` in your repository.',
    tests: [
      ...at(
        'unit/effects/firmware-loop/report-run',
        'a run that succeeded leaves its patch in a file, and offers one branch, after a question',
        'a run that ended in %s offers no branch, and leaves what it has',
      ),
      ...ONE_BRANCH,
      ...PUBLISH,
    ],
  },
  {
    id: 'no hook or filter',
    sentence: 'No hook or filter of yours runs.',
    tests: [...HOSTILE, ...at('unit/workspace/hostile', 'by another .git in its place runs nothing')],
  },
  {
    id: 'unread code',
    sentence: 'Builds, tests on the host, candidate patches and QEMU run code that nobody has read.',
    tests: [
      ...at('unit/workspace/build/run-build', 'is confined: it reaches nothing outside the work tree'),
      ...at('unit/bench/host/host-environment', 'is confined: it writes nothing outside the work tree'),
      ...at(
        'unit/bench/qemu/host-calls',
        'is confined to its sockets and the image, and hands calls of the firmware to its debugger',
      ),
    ],
  },
  {
    id: 'bubblewrap',
    sentence:
      "On Linux they run under bubblewrap: no network, no home folder, no other processes in sight, writes only in the run's own folders.",
    tests: at(
      CONFINED,
      'sees no home, no network, no other process, no account',
      'writes where it may, and nowhere else',
      'writes neither in a read-only folder inside a writable one, nor in its repository',
    ),
  },
  {
    id: 'toolchains',
    sentence: 'Toolchains that PATH names stay readable.',
    tests: at('unit/bench/process/search-path', '%s: the toolchain it belongs to'),
  },
  {
    id: 'semihosting',
    sentence: "QEMU's semihosting cannot reach the computer.",
    tests: at(
      'unit/bench/qemu/host-calls',
      'is refused: %s',
      'is confined to its sockets and the image, and hands calls of the firmware to its debugger',
    ),
  },
  {
    id: 'not confined',
    sentence:
      'Where there is no confinement (Windows, macOS, no bubblewrap, or your policy wants none), the question before the first build says so in capitals.',
    tests: at(
      'unit/tools/build/gate',
      'says in capitals where nothing confines the build, and else what it may reach',
    ),
  },
  {
    id: 'fails closed',
    sentence: 'A bubblewrap that does not work ends the run.',
    tests: at(
      'unit/bench/process/confine',
      'is an error where bubblewrap does not work, with its own words',
      'is an error where bubblewrap takes too long',
    ),
  },
  {
    id: 'programs of a task',
    sentence:
      'Programs of a profile that comes with a task run as you, after a yes of their own to the files as they are.',
    tests: at(
      'contract/cli/outside-programs',
      'are asked for by their own names, and nothing of them runs before, by --approve %s',
      'are asked for again where the file that will run is another one',
    ),
  },
  {
    id: 'asks before',
    sentence:
      'A run asks before it builds a repository for the first time (again when its build files, its command or the profile change), before it applies a patch of risk 0.4 and more, and before it writes a branch.',
    tests: [
      ...at(
        'unit/tools/build/gate',
        'says that no person approved it, whatever a policy let happen before, and else that one did',
        'is another one where a build file, the command or the profile has changed, and the same otherwise',
      ),
      ...at('unit/tools/patch', 'asks from a risk of 0.4 on, and not below'),
      ...ONE_BRANCH,
    ],
  },
  {
    id: 'exactly what is approved',
    sentence: 'The question shows exactly what is approved.',
    tests: [
      ...at(
        'contract/firmware-loop/gates',
        'asks again, unanswered, when what was approved is no longer what would be done',
        'takes no answer to what it asked before, also where somebody is there',
      ),
      ...at('unit/tools/patch', 'shows the diff to a person where the risk asks for it'),
      ...ONE_BRANCH,
      ...at(
        'unit/engine/binding',
        'binds an answer to all that it covers, and to where each part of it ends',
      ),
    ],
  },
  {
    id: 'silence is no yes',
    sentence: 'Nobody answering is never a yes.',
    tests: [
      ...at('contract/session/rows', 'is not done where nobody answers in time: silence is no yes'),
      ...at(
        'contract/firmware-loop/gates',
        'suspends the run; the answer given elsewhere lets it go on at the same gate',
        'suspends the run while it waits, and where they left before',
      ),
    ],
  },
  {
    id: 'question survives',
    sentence: 'The question survives a restart.',
    tests: at(
      'contract/firmware-loop/gates',
      'suspends the run; the answer given elsewhere lets it go on at the same gate',
    ),
  },
  {
    id: 'no patch may',
    sentence:
      'What no patch may do, whoever approves: touch tests, build files, dotfiles or paths that the task forbids, leave the tree, be too large or too risky, hold text that looks like a test verdict, call the host.',
    tests: at(
      'unit/workspace/policy',
      '%s: %s',
      '%s: %j',
      '%s: a path made by hand',
      'limits lines and files',
      'is refused above the threshold, whoever would approve it',
    ),
  },
  {
    id: 'every case',
    sentence: 'Every case that the baseline or the task names must be reported as often as before.',
    tests: [
      ...at(
        'contract/firmware-loop/convergence',
        'refuses a run in which a case known from the baseline is missing',
        'refuses a run in which a case that the task names is missing',
        'refuses a case reported twice',
      ),
      ...OFTEN,
    ],
  },
  {
    id: 'summary proves nothing',
    sentence:
      'A summary line proves nothing, and neither does a pass whose failure was never seen without the patch.',
    tests: [
      ...at(
        'unit/bench/results/parse',
        'makes no case of a summary, and no pass of a case named twice',
        'makes no case of a summary alone, and tells the case that did not end',
      ),
      ...at('contract/loop/recorded-lies', 'what a firmware on $machine said gets no pass: $what'),
      ...at(
        'contract/firmware-loop/convergence',
        'is demanded when the failure was not seen without the patch, and then the run converges',
        'ends FLAKY when the failure does not show without the patch either',
      ),
    ],
  },
  {
    id: 'provenance',
    sentence:
      'A test program writes its own verdict, so on QEMU and on Linux Benchloop runs a pass once more and sees which functions wrote each line: the report says `checked` or `self-reported`.',
    tests: [
      ...at(
        'unit/bench/provenance/judged',
        'where each of their lines was written by a test',
        'where %s',
        'where a line is begun by patched code and ended by a test',
        'where patched code called what the tests print by: it may have kept text for later',
      ),
      ...at(
        'unit/bench/provenance/shadow-stack',
        'grows with each entry of a function and shrinks with each return',
        'keeps a function that ended in a jump to another one',
        'marks what nothing called, and takes its end for no call',
      ),
      ...at(
        'contract/cli/doubted-pass',
        'counts without a question where the tests were seen to write their verdicts',
      ),
    ],
  },
  {
    id: 'doubted pass',
    sentence:
      'A pass waits for your yes where patched code had a part in the verdict, where a self-reported patch adds output, and where a patch compares with a value that a visible test uses.',
    tests: [
      ...at(
        'contract/cli/doubted-pass',
        'is asked about before it counts, with what was printed and all of the patch',
        'does not count where the person does not believe it',
        'counts without a question where the tests were seen to write their verdicts',
      ),
      ...at(
        'unit/workspace/doubts',
        'where the change adds output: %s',
        'where it knows a value of a test: %s',
        'not for an honest change: %s',
      ),
    ],
  },
  {
    id: 'counted figures',
    sentence:
      'A patch that a search found is believed only if counted figures vouch for it (how sure); in practice that takes five held-out cases that fail today; fewer are enough for a few kinds of edit.',
    tests: [
      ...at(
        'contract/firmware-loop/choosing',
        'a patch that held-out cases tell from none is believed, and correct on them',
        'one that nothing but the visible cases vouches for is not',
        'nor one whose held-out cases were only not reached without it',
      ),
      ...at('unit/machine/firmware-loop/confidence', 'is the bound of the bucket that fits best'),
    ],
  },
  {
    id: 'unproven',
    sentence:
      'Otherwise the run does not guess: it ends `UNPROVEN`, shows its patches and the input on which they differ, and `benchloop accept` is yours to say.',
    tests: [
      ...at(
        'contract/firmware-loop/choosing',
        'ends UNPROVEN where two pass and nothing tells which is right, and publishes neither',
        'keeps the one that a person takes in its tree, and ends UNPROVEN all the same',
      ),
      ...at(
        'unit/effects/firmware-loop/report/html',
        'shows the patches that pass, what is known of each, and the input on which one differs from the first',
      ),
    ],
  },
  {
    id: 'committed first',
    sentence: 'Every transition is committed before its work starts.',
    tests: [
      ...at(
        'unit/engine/call',
        'is written down as started before it is performed, and observed with what it gave',
      ),
      ...at(
        'contract/firmware-loop/crash',
        'is made up for by resuming: same trace, same end, nothing done twice',
      ),
      ...at('unit/journal/database', 'are the only ones: before and after them every commit does'),
    ],
  },
  {
    id: 'resume',
    sentence:
      'After `kill -9` or a power cut, `benchloop resume --yes` goes on with the newest run, `benchloop resume RUN` with another; `benchloop runs` names those that were interrupted.',
    tests: [
      ...at(
        'unit/cli/resume',
        'goes on with the newest run that is not finished',
        'goes on with the one that is named',
      ),
      ...at(
        'unit/core/run-list',
        'marks a run as interrupted once its driver has gone, though that writes nothing',
      ),
      ...at(
        'contract/firmware-loop/crash',
        'is made up for by resuming: same trace, same end, nothing done twice',
      ),
    ],
  },
];
