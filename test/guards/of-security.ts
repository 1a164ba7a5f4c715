import { type Guard, guard } from './guard.js';

const PUBLISH_TOOL = 'unit/tools/publish';
const CONVERGENCE = 'contract/firmware-loop/convergence';
const CALL = 'unit/engine/call';
const OBEDIENT = 'unit/effects/session/obedient-model';
const READ = 'unit/tools/read/read';
const COMMAND = 'unit/tools/clone/command-tool';
const EDITS = 'unit/tools/clone/edit-tools';
const APPROVER = 'unit/engine/approver';
const CHAT = 'unit/effects/chat';
const COMMITTING = 'unit/effects/delivery/committing';
const ANSWER = 'unit/effects/delivery/answer-agent';
const KEYS = 'unit/core/keys';
const PATHS = 'workspace/path-rules.ts';

/** Guards of what docs/security.md says of models. */
export const OF_SECURITY: readonly Guard[] = [
  guard(
    'tools alone',
    [
      'effects/session/calls/make-call.ts',
      'if (!offered) return Promise.resolve(fail(noTool(tool)));',
      'if (!offered) return Promise.resolve({ ok: true, value: {} });',
    ],
    OBEDIENT,
  ),
  guard(
    'arguments',
    [
      'engine/call.ts',
      'if (parsed.success) return ok(parsed.data);',
      'if (parsed.success || args !== null) return ok(parsed.data ?? (args as A));',
    ],
    CALL,
    OBEDIENT,
  ),
  guard(
    'arguments',
    [
      'tools/clone/command-tool.ts',
      'const CommandArguments = z.strictObject({',
      'const CommandArguments = z.looseObject({',
    ],
    OBEDIENT,
    'unit/tools/offered-tools',
  ),
  guard(
    'reads the copy',
    ['workspace/files.ts', 'if (!isBelow(root, real))', 'if (real === root)'],
    READ,
    OBEDIENT,
  ),
  guard(
    'links and dots',
    ['workspace/files.ts', 'if (!isPlainRelative(file))', "if (file === '')"],
    'unit/workspace/files',
    READ,
  ),
  guard(
    'links and dots',
    ['workspace/files.ts', 'if (!isBelow(root, real))', 'if (real === root)'],
    'unit/workspace/files',
  ),
  guard(
    'writes the copy',
    [
      'tools/clone/command-tool.ts',
      'confine: { writable: [work.paths.clone],',
      "confine: { writable: [join(work.paths.clone, '..')],",
    ],
    COMMAND,
  ),
  guard(
    'allowed paths',
    [
      PATHS,
      'r.allowedPaths.length > 0 && !matchesAny(r.allowedPaths, p)',
      'false && !matchesAny(r.allowedPaths, p)',
    ],
    EDITS,
    'unit/workspace/policy',
  ),
  guard(
    'no gate',
    [
      'engine/call.ts',
      "if (given?.choice !== 'yes') return fail(DECLINED);",
      "if (given?.choice === 'no') return fail(DECLINED);\n  if (given === null) return ok(undefined);",
    ],
    CALL,
  ),
  guard(
    'who answers',
    [
      'engine/approver.ts',
      "if (scope === 'question' || locks.approve) return false;",
      "if (scope === 'question') return false;",
    ],
    APPROVER,
  ),
  guard(
    'who answers',
    [
      'core/answer-gate.ts',
      'if (seen.code.toLowerCase() === code) return null;',
      'if (code.startsWith(seen.code.toLowerCase())) return null;',
    ],
    'unit/core/answer-gate',
  ),
  guard(
    'commands confined',
    [
      'tools/clone/command-tool.ts',
      'confine: { writable: [work.paths.clone], readable: work.policy.sdk },',
      '',
    ],
    COMMAND,
  ),
  guard(
    'commands confined',
    [
      'tools/clone/command-tool.ts',
      '...{ argv, cwd: folder.value,',
      "...{ argv: ['sh', '-c', argv.join(' ')], cwd: folder.value,",
    ],
    COMMAND,
  ),
  guard(
    'commands wait',
    [
      'tools/clone/command-gate.ts',
      'if (isAllowed(work.policy.commands, command.argv)) return null;',
      'if (!isAllowed(work.policy.commands, command.argv)) return null;',
    ],
    COMMAND,
    OBEDIENT,
  ),
  guard(
    'nothing outward',
    [
      'engine/approver.ts',
      "const OUTWARD: readonly GateScope[] = ['publish', 'deploy', 'send', 'exec'];",
      "const OUTWARD: readonly GateScope[] = ['deploy', 'send'];",
    ],
    APPROVER,
  ),
  guard(
    'nothing outward',
    [
      'engine/approver.ts',
      "const PHYSICAL: readonly GateScope[] = ['flash', 'power'];",
      'const PHYSICAL: readonly GateScope[] = [];',
    ],
    APPROVER,
  ),
  guard(
    'nothing outward',
    ['tools/publish.ts', 'gate: async (args, work) => publishGate(args, work),', ''],
    PUBLISH_TOOL,
  ),
  guard(
    'first request',
    ['effects/chat.ts', "if (agreed === 'no') return fail(notSent(what.host));", ''],
    CHAT,
  ),
  guard(
    'first request',
    ['tools/send.ts', "if (is === 'genuine') return null;", "if (is !== 'void') return null;"],
    CHAT,
  ),
  guard(
    'verdict of a model',
    [
      'machine/firmware-loop/assess.ts',
      "ctx.decision.next_action === 'CONTINUE' && factsPass(ctx);",
      "ctx.decision.next_action === 'CONTINUE';",
    ],
    CONVERGENCE,
  ),
  guard(
    'targets and held-out',
    ['machine/firmware-loop/assess.ts', '[...ctx.task.cases, ...ctx.task.heldOut];', '[...ctx.task.cases];'],
    CONVERGENCE,
  ),
  guard(
    'targets and held-out',
    ['machine/firmware-loop/assess.ts', '    cases.every(passes) &&\n', '    cases.some(passes) &&\n'],
    CONVERGENCE,
  ),
  guard(
    'until published',
    [
      'tools/publish.ts',
      '  undo: async ({ branch, commit }, _, { loaded }) => {',
      '  check: async (args, work) => ok(void (await publish.perform(args, work, undefined as never))),\n  undo: async ({ branch, commit }, _, { loaded }) => {',
    ],
    PUBLISH_TOOL,
  ),
  guard(
    'tested tree',
    [
      'effects/delivery/committing.ts',
      'const made = await io.call(commitWork, { name, tree, parent,',
      'const made = await io.call(commitWork, { name, tree: parent, parent,',
    ],
    COMMITTING,
  ),
  guard(
    'answers in your place',
    ['effects/delivery/answer-agent.ts', 'soundsDangerous(...asked) ? null :', 'asked.length === 0 ? null :'],
    ANSWER,
  ),
  guard(
    'answers in your place',
    ['effects/delivery/answer-agent.ts', ' && !dangerous && !soundsDangerous(answer)', ''],
    ANSWER,
  ),
  guard(
    'answers in your place',
    ['agents/delivery/danger.ts', 'export const SURE = 0.6;', 'export const SURE = 0.5;'],
    ANSWER,
  ),
  guard(
    'commit hooks',
    ['effects/delivery/committing.ts', 'const judged = policy.commitHooks\n', 'const judged = policy\n'],
    COMMITTING,
  ),
  guard(
    'chat offers no tool',
    [
      'effects/chat.ts',
      'format: null, tools: [] }',
      "format: null, tools: [{ name: 'sh', about: 'a shell', parameters: {} }] }",
    ],
    CHAT,
  ),
  guard(
    'chat is shown',
    [
      'effects/chat.ts',
      "return words === '' ? fail(noWords) : ok(words);",
      "return words === '' ? fail(noWords) : ok('');",
    ],
    CHAT,
  ),
  guard(
    'chat is shown',
    ['ipc/chat.ts', 'setLast(of, endOf(reply, stop.signal));', 'void reply;'],
    'unit/ipc/chat',
  ),
  guard(
    'own runs',
    [
      'core/run-reader.ts',
      "if (which !== 'all' && !isRead(repositoryOfRun(home, run))) return",
      "if (which !== 'all' && !repositoryOfRun(home, run)) return",
    ],
    'unit/core/run-reader',
  ),
  guard('keys', ['core/keys/keys.ts', '{ get, enumerable: false }', '{ get, enumerable: true }'], KEYS),
  guard(
    'keys',
    [
      'core/keys/keys.ts',
      "vault.seal(key).toString('base64') : null",
      "Buffer.from(key).toString('base64') : null",
    ],
    KEYS,
  ),
  guard(
    'keys',
    ['bench/process/inherited.ts', 'named.has(name) || ', 'named.has(name) || /KEY/.test(name) || '],
    'unit/bench/process/inherited',
  ),
  guard(
    'key said back',
    [
      'agents/openai/failure.ts',
      "text.replaceAll(new RegExp(unitsOf(apiKey).join(''), 'g'), () => '[key]')",
      'text',
    ],
    'unit/agents/openai/client',
  ),
  guard(
    'marked blocks',
    ['agents/openai/untrusted.ts', "randomBytes(8).toString('hex')", "'0000000000000000'"],
    'unit/agents/openai/untrusted',
    'unit/agents/openai/prompt',
  ),
  guard(
    'marked blocks',
    ['agents/openai/untrusted.ts', "text.replace(CLOSING, '<\\\\')", 'text'],
    'unit/agents/openai/untrusted',
    CHAT,
  ),
  guard(
    'obeys each text',
    ['workspace/files.ts', 'if (!isBelow(root, real))', 'if (real === root)'],
    OBEDIENT,
  ),
  guard(
    'obeys each text',
    [
      'tools/clone/command-gate.ts',
      'if (isAllowed(work.policy.commands, command.argv)) return null;',
      'if (command.argv.length > 0) return null;',
    ],
    OBEDIENT,
  ),
];
