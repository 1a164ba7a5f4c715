import { at, CONFINED, HOSTILE, OFTEN, ONE_BRANCH, type Promised } from './promised.js';

const OBEDIENT = 'unit/effects/session/obedient-model';
const OBEYS = at(OBEDIENT, 'reads and writes in its copy alone, and waits for a person with everything else');

/** The sentences of *What holds whatever a model answers* in docs/security.md. */
export const OF_SECURITY: readonly Omit<Promised, 'page'>[] = [
  {
    id: 'tools alone',
    sentence: 'A model acts only through the tools.',
    tests: [
      ...at(OBEDIENT, 'is refused where nobody offers such a tool: %s'),
      ...OBEYS,
      ...at('unit/agents/judgement/with-tools', 'says that there is no such tool, and runs nothing'),
    ],
  },
  {
    id: 'arguments',
    sentence: 'Unknown tools and wrong arguments are refused; no argument confirms anything.',
    tests: [
      ...at(
        OBEDIENT,
        'is refused where nobody offers such a tool: %s',
        'of %s is refused with an argument that confirms it',
      ),
      ...at('unit/engine/call', 'with arguments that its schema refuses names the place, and does nothing'),
      ...at(
        'unit/tools/offered-tools',
        'have names of their own, words of their own, and arguments that JSON schema can describe',
      ),
    ],
  },
  {
    id: 'reads the copy',
    sentence: 'It reads only the private copy of the repository.',
    tests: [...at('unit/tools/read/read', 'reads nothing outside of the clone, by no way'), ...OBEYS],
  },
  {
    id: 'links and dots',
    sentence: 'Paths outside of it are refused, also through links and `..`.',
    tests: [
      ...at('unit/workspace/files', 'refuses what leaves the clone, is no text or is too large'),
      ...at('unit/tools/read/read', 'reads nothing outside of the clone, by no way'),
      ...at('unit/workspace/edits/write', 'is written through no link'),
    ],
  },
  {
    id: 'writes the copy',
    sentence: 'It writes only the private copy.',
    tests: [
      ...OBEYS,
      ...at('unit/tools/clone/command-tool', 'sees no home folder and no network, and writes nowhere else'),
      ...at('unit/workspace/edits/write', 'is written through no link'),
    ],
  },
  {
    id: 'allowed paths',
    sentence:
      'Its edits keep to the paths that the task allows; a command that you allowed can write anywhere in that copy.',
    tests: [
      ...at(
        'unit/workspace/policy',
        'reads conventions below the folder of the project, and globs from the top',
      ),
      ...at('unit/tools/clone/edit-tools', 'is refused by its path and asks nobody, and nothing is written'),
      ...at(
        'unit/tools/clone/command-tool',
        'takes what it wrote back with the call, ignored files too',
        'sees no home folder and no network, and writes nowhere else',
      ),
    ],
  },
  {
    id: 'no gate',
    sentence: 'It cannot answer a gate.',
    tests: [
      ...OBEYS,
      ...at(
        'unit/engine/call',
        'is not made where a person has to be asked, and says what to ask under its own id',
        'answered with no leaves nothing done and nothing journalled',
      ),
    ],
  },
  {
    id: 'who answers',
    sentence: 'A gate is answered by a person, or by a policy that a person wrote.',
    tests: [
      ...at(
        'unit/engine/approver',
        'that says `all` answers neither a question nor what touches boards',
        'that says `%s` answers nothing',
        'that says %j answers nothing where it is locked',
      ),
      ...at(
        'unit/core/answer-gate',
        'is refused %s, and nothing is recorded',
        'is refused in words where the policy takes answers from the window only: %s',
      ),
    ],
  },
  {
    id: 'commands confined',
    sentence: 'Commands run without a shell, without a network and confined, where the system can confine.',
    tests: at(
      'unit/tools/clone/command-tool',
      'gives each word to the program as it is: no shell reads them',
      'sees no home folder and no network, and writes nowhere else',
    ),
  },
  {
    id: 'commands wait',
    sentence: 'Commands that you did not list wait for you.',
    tests: [
      ...at(
        'unit/tools/clone/command-tool',
        'is shown whole, with what acts on a terminal escaped, and where it runs',
      ),
      ...at(
        'unit/tools/clone/allowed-command',
        'is none where the policy lists none, and a policy with `**` in the middle is refused',
      ),
      ...OBEYS,
    ],
  },
  {
    id: 'nothing outward',
    sentence:
      'Nothing goes outward without a person: no branch, no flash, no power, no command that you did not list.',
    tests: [
      ...at(
        'unit/engine/approver',
        'that says `flash` switches no power, and the other way round',
        'that says `all` answers neither a question nor what touches boards',
        'of a session that says `all` answers nothing that goes outward',
      ),
      ...ONE_BRANCH,
      ...at(
        'unit/tools/board/flash-envelope',
        'counts as one with actuators: each image is asked for, with all that was changed, and nothing is granted',
      ),
      ...OBEYS,
    ],
  },
  {
    id: 'first request',
    sentence: "The first request to a model's host asks too.",
    tests: [
      ...at(
        'unit/effects/chat',
        'asks before the first send of a repository to a host, and remembers a yes alone',
      ),
      ...at(
        'unit/effects/models/asking',
        'is not sent where a person says no, who is told host, bytes and files',
      ),
    ],
  },
  {
    id: 'verdict of a model',
    sentence: 'Its verdict never makes a run succeed.',
    tests: at(
      'contract/firmware-loop/convergence',
      'does not believe a provider that calls one passing run nothing to fix',
      'does not believe a provider that calls a failing run a pass',
    ),
  },
  {
    id: 'targets and held-out',
    sentence: 'Target cases and held-out cases have to pass, each reported as often as before.',
    tests: [
      ...at(
        'contract/firmware-loop/convergence',
        'takes a held-out failure as CONTINUE, and tells the agent nothing but that',
        'goes on with the next iteration while something fails, and counts it',
      ),
      ...OFTEN,
    ],
  },
  {
    id: 'until published',
    sentence:
      'Your work tree, your index and your branches stay as they are until you let the result be published.',
    tests: [...ONE_BRANCH, ...HOSTILE],
  },
  {
    id: 'tested tree',
    sentence: 'A delivery commits only the tree that was tested.',
    tests: at(
      'unit/effects/delivery/committing',
      'a delivery commits the tree that was tested, whatever its copy holds by then, and runs no hook of its user',
    ),
  },
  {
    id: 'answers in your place',
    sentence:
      "It answers an agent's question in your place only where nothing dangerous can follow, and whatever follows meets its own gate all the same.",
    tests: [
      ...at(
        'unit/effects/delivery/answer-agent',
        'is answered in the operator’s place where the reviewer is sure and nothing dangerous can follow',
        'is the operator’s, and shown to no model, where it sounds dangerous: %s',
        'is the operator’s where the reviewer %s',
      ),
      ...at('unit/engine/call', 'is not made where nobody agrees, or its arguments are wrong'),
    ],
  },
  {
    id: 'commit hooks',
    sentence: 'Your commit hooks stay off unless your own policy switches them on.',
    tests: at(
      'unit/effects/delivery/committing',
      'a delivery commits the tree that was tested, whatever its copy holds by then, and runs no hook of its user',
      'a delivery asks for the hooks of its user where the policy of a person switches them on, before it offers a branch',
    ),
  },
  {
    id: 'chat offers no tool',
    sentence: 'The chat of the window offers no tool and starts nothing.',
    tests: at(
      'unit/effects/chat',
      'asks in words, with the attached texts as data, and offers no tool',
      'makes no run: it leaves a record with placeholders, two lines of the ledger, and the approval',
    ),
  },
  {
    id: 'chat is shown',
    sentence: 'What a model says there is shown, and nothing else becomes of it.',
    tests: [
      ...at('unit/ipc/chat', 'shows a question at once, then the answer as it grows, then the whole'),
      ...at(
        'unit/effects/chat',
        'asks in words, with the attached texts as data, and offers no tool',
        'makes no run: it leaves a record with placeholders, two lines of the ledger, and the approval',
      ),
    ],
  },
  {
    id: 'own runs',
    sentence: 'It sees the runs of its own repository only, and so do clients of `benchloop mcp`.',
    tests: at(
      'unit/core/run-reader',
      'are those of its own repository',
      'are none where it works on no repository',
    ),
  },
  {
    id: 'keys',
    sentence:
      'Keys of models are in no export, child process or page of the window, and in no file but `keys.json`, where the system has encrypted them (models).',
    tests: [
      ...at(
        'unit/core/keys',
        'is sealed, in a file that only its owner reads, and there after a restart',
        'is in memory alone where the system has no safe place',
        'is in no copy of the environment',
      ),
      ...at(CONFINED, 'sets the locale, the path and what the request asks for, and nothing else of ours'),
      ...at('unit/bench/process/inherited', 'is what programs usually need, and nothing that nobody knows'),
      ...at('unit/agents/openai/provider', 'never sends the key in a prompt'),
    ],
  },
  {
    id: 'key said back',
    sentence: 'A key that a server says back is taken out of the reply.',
    tests: at(
      'unit/agents/openai/client',
      'leaves out the key where the server says it back',
      'leaves out the key in a call, too',
      "takes the key out of a server's own words",
    ),
  },
  {
    id: 'marked blocks',
    sentence: 'Text of others goes to a model in marked blocks with a random id.',
    tests: [
      ...at(
        'unit/agents/openai/untrusted',
        'has another id each time',
        'has none in its name either, which stays on one line',
      ),
      ...at(
        'unit/agents/openai/prompt',
        'marks the data of each request with an id of its own, which can be given',
      ),
      ...at('unit/effects/chat', 'lets no attached text end its block'),
    ],
  },
  {
    id: 'obeys each text',
    sentence:
      'The mark is a hint to the model and no protection: everything above holds for a model that obeys each injected text.',
    tests: OBEYS,
  },
];
