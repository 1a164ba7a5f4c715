import { type Guard, guard } from './guard.js';

const HOSTILE = 'unit/workspace/hostile';
const CLONE = 'unit/workspace/clone';
const PUBLISH = 'unit/workspace/publish';
const PUBLISH_TOOL = 'unit/tools/publish';
const REPORT_RUN = 'unit/effects/firmware-loop/report-run';
const EXEC = 'unit/bench/process/exec';
const QEMU = 'unit/bench/qemu/host-calls';
const GATE = 'unit/tools/build/gate';
const PATCH = 'unit/tools/patch';
const GATES = 'contract/firmware-loop/gates';
const POLICY = 'unit/workspace/policy';
const CONVERGENCE = 'contract/firmware-loop/convergence';
const CHOOSING = 'contract/firmware-loop/choosing';
const FRAMEWORKS = 'unit/bench/results/frameworks';
const CALL = 'unit/engine/call';
const PATHS = 'workspace/path-rules.ts';

/** Guards of what README.md promises. */
export const OF_README: readonly Guard[] = [
  guard(
    'fails closed',
    [
      'bench/process/confine.ts',
      "if (trial.exitCode === 0) return ok('bubblewrap');",
      "return ok(trial.exitCode === 0 ? 'bubblewrap' : 'none');",
    ],
    'unit/bench/process/confine',
  ),
  guard(
    'programs of a task',
    ['tools/target/allow-programs.ts', '    isNamedAlone: true,', '    isNamedAlone: false,'],
    'contract/cli/outside-programs',
  ),
  guard(
    'programs of a task',
    [
      'tools/target/allow-programs.ts',
      "binding: bindingOf(['programs', profile, files]),",
      "binding: bindingOf(['programs', profile]),",
    ],
    'contract/cli/outside-programs',
  ),
  guard(
    'provenance',
    [
      'bench/provenance/judged.ts',
      'return isKnown && isRooted && !frames.some((frame) => isPatched(frame, of));',
      'return isKnown && isRooted;',
    ],
    'unit/bench/provenance/judged',
  ),
  guard(
    'provenance',
    [
      'effects/firmware-loop/result-analysis.ts',
      "output: provenance?.by === 'checked' ? [] : output,",
      'output: provenance === null ? output : [],',
    ],
    'contract/cli/doubted-pass',
  ),
  guard(
    'doubted pass',
    [
      'effects/firmware-loop/result-analysis.ts',
      'if (words.length === 0) return { why: null, provenance };',
      'if (words.length >= 0) return { why: null, provenance };',
    ],
    'contract/cli/doubted-pass',
  ),
  guard(
    'own clone',
    [
      'tools/run-paths.ts',
      "clone: path.join(dir, 'clone')",
      "clone: path.join(dir, '..', '..', '..', 'clone')",
    ],
    'unit/tools/run-paths',
  ),
  guard(
    'own clone',
    [
      'workspace/clone.ts',
      "const shallow = join(folder.commonDir, 'shallow');",
      "await copyFile(join(folder.commonDir, 'config'), join(gitDir, 'config'));\n  const shallow = join(folder.commonDir, 'shallow');",
    ],
    HOSTILE,
    CLONE,
  ),
  guard(
    'repository untouched',
    [
      'workspace/clone.ts',
      "const out = await git(placeOf(o.into, o.signal), ['read-tree', '--reset', '-u', o.baseCommit]);",
      "await git({ gitDir: folder.gitDir }, ['read-tree', o.baseCommit]);\n  const out = await git(placeOf(o.into, o.signal), ['read-tree', '--reset', '-u', o.baseCommit]);",
    ],
    CLONE,
  ),
  guard(
    'repository untouched',
    [
      'workspace/publish.ts',
      "git(place, ['update-ref', '--no-deref', ref, o.commit, zero])",
      "git(place, ['update-ref', '--no-deref', ref, o.commit])",
    ],
    PUBLISH,
  ),
  guard(
    'one branch after a yes',
    ['workspace/git.ts', "'core.logAllRefUpdates=false'", "'core.logAllRefUpdates=always'"],
    PUBLISH,
  ),
  guard(
    'one branch after a yes',
    ['effects/firmware-loop/report.ts', 'commit, isTaken: isUnproven };', 'commit, isTaken: true };'],
    REPORT_RUN,
  ),
  guard(
    'one branch after a yes',
    [
      'effects/firmware-loop/report/report-files.ts',
      'if (report.patch !== null) await replaceFile',
      'if (report.branch !== null) await replaceFile',
    ],
    REPORT_RUN,
  ),
  guard('no hook or filter', ['workspace/git.ts', '`core.hooksPath=', '`benchloop.hooksPath='], HOSTILE),
  guard(
    'unread code',
    ['bench/host/host-environment.ts', 'confine: { writable: [request.workTree] },', ''],
    'unit/bench/host/host-environment',
  ),
  guard(
    'unread code',
    [
      'workspace/build/run-build.ts',
      'confine: { writable: [rootOf(o)]',
      "confine: { writable: [rootOf(o), path.join(rootOf(o), '..')]",
    ],
    'unit/workspace/build/run-build',
  ),
  guard(
    'unread code',
    ['bench/qemu/machine.ts', 'confine: { writable: attachment.folders, readable: [request.image] },', ''],
    QEMU,
  ),
  guard(
    'bubblewrap',
    ['bench/process/confine.ts', "'--unshare-all', ", "'--unshare-all', '--share-net', "],
    EXEC,
  ),
  guard(
    'bubblewrap',
    ['bench/process/confine.ts', "'/opt', '/nix/store'", "'/opt', '/nix/store', '/root', '/home'"],
    EXEC,
  ),
  guard(
    'bubblewrap',
    ['bench/process/confine.ts', "['--ro-bind', path, path]),\n  ];", "['--bind', path, path]),\n  ];"],
    EXEC,
  ),
  guard(
    'toolchains',
    [
      'bench/process/search-path.ts',
      'return rootIsPrivate ? folder : root;',
      'return rootIsPrivate ? folder : null;',
    ],
    'unit/bench/process/search-path',
  ),
  guard(
    'semihosting',
    ['bench/qemu/machine.ts', "'enable=on,target=gdb'", "'enable=on,target=native'"],
    QEMU,
  ),
  guard(
    'semihosting',
    [
      'bench/qemu/host-calls.ts',
      'return length === undefined ? REFUSED :',
      "return length === undefined ? 'F0' :",
    ],
    QEMU,
  ),
  guard(
    'not confined',
    [
      'tools/build/gate.ts',
      '[text`NOT CONFINED: the build can read and write everything that you can`]',
      '[]',
    ],
    GATE,
  ),
  guard('asks before', ['tools/build/gate.ts', "'build files': [files],", "'build files': [],"], GATE),
  guard('asks before', ['tools/build/gate.ts', 'profile: [profile],', 'profile: [],'], GATE),
  guard('asks before', ['tools/patch.ts', 'risk < policy.gateRisk', 'risk <= policy.gateRisk'], PATCH),
  guard('asks before', ['tools/publish.ts', 'isTaken === true\n', 'isTaken !== undefined\n'], PUBLISH_TOOL),
  guard(
    'exactly what is approved',
    ['engine/gate.ts', 'known?.binding === binding && known.revoked', 'known !== undefined && known.revoked'],
    GATES,
  ),
  guard('exactly what is approved', ['tools/patch.ts', 'subject: diff,', "subject: '',"], PATCH),
  guard(
    'silence is no yes',
    [
      'machine/session/table.ts',
      "on: 'TIMEOUT', to: 'SUMMARIZING', do: 'noteSilence'",
      "on: 'TIMEOUT', to: 'EXECUTING', do: 'noteSilence'",
    ],
    'contract/session/rows',
  ),
  guard(
    'silence is no yes',
    ['engine/gate.ts', 'if (by === null) return null;', "if (by === null) return { choice: 'yes', by: '' };"],
    GATES,
  ),
  guard(
    'question survives',
    [
      'engine/gate.ts',
      '    store(stay, (journal) => journal.putGate(gate));\n',
      '    store(stay, () => gate);\n',
    ],
    GATES,
  ),
  guard(
    'no patch may',
    [
      PATHS,
      "'a test: what judges a patch is not changed by it', isTest]",
      "'a test: what judges a patch is not changed by it', () => false]",
    ],
    POLICY,
  ),
  guard('no patch may', [PATHS, "'a build file', isBuildFile]", "'a build file', () => false]"], POLICY),
  guard('no patch may', [PATHS, '(p, r) => isDotted(below(p, r.subdir))', '() => false'], POLICY),
  guard('no patch may', [PATHS, '(p, r) => matchesAny(r.forbiddenPaths, p)', '() => false'], POLICY),
  guard('no patch may', [PATHS, '(p) => /^(?:[\\\\/]|[A-Za-z]:)/.test(p)', '() => false'], POLICY),
  guard(
    'no patch may',
    ['workspace/policy.ts', 'if (lines > maxLines)', 'if (lines > maxLines * 1000)'],
    POLICY,
  ),
  guard(
    'no patch may',
    ['workspace/policy.ts', 'if (risk <= rules.riskThreshold) return [];', 'if (risk <= 1) return [];'],
    POLICY,
  ),
  guard('no patch may', ['workspace/code-rules.ts', '[...VERDICTS, ', '['], POLICY),
  guard('no patch may', ['workspace/code-rules.ts', 'words(t, HOST)\n', 'words(t, /^$/)\n'], POLICY),
  guard(
    'every case',
    [
      'machine/firmware-loop/assess.ts',
      "...absent.map((name): TestCase => ({ name, status: 'missing' })),",
      '',
    ],
    CONVERGENCE,
  ),
  guard(
    'every case',
    ['machine/firmware-loop/assess.ts', '(result?.doubled.length ?? 0) === 0', 'result !== undefined'],
    CONVERGENCE,
  ),
  guard(
    'every case',
    [
      'bench/results/parsed-output.ts',
      'expected(name) === reports.length;',
      'expected(name) <= reports.length;',
    ],
    FRAMEWORKS,
  ),
  guard(
    'summary proves nothing',
    [
      'machine/firmware-loop/guards.ts',
      'confirmed(ctx) && differsFromBase(ctx) && controlSeen(ctx)',
      'confirmed(ctx) && differsFromBase(ctx)',
    ],
    CONVERGENCE,
  ),
  guard(
    'counted figures',
    [
      'machine/firmware-loop/assess.ts',
      "filter((c) => c.status === 'fail' && isHeldOut",
      "filter((c) => c.status !== 'pass' && isHeldOut",
    ],
    CHOOSING,
  ),
  guard(
    'counted figures',
    [
      'machine/firmware-loop/confidence.ts',
      'value: Number(wilsonLower(right, n).toFixed(2)),',
      'value: right / n,',
    ],
    'unit/machine/firmware-loop/confidence',
  ),
  guard(
    'unproven',
    ['machine/firmware-loop/confidence.ts', '(UNCALIBRATED / classes)', '(UNCALIBRATED)'],
    CHOOSING,
  ),
  guard(
    'committed first',
    ['engine/call.ts', 'record(stay, { id, kind, intent: { tool: tool.name, args: given.value } });', ''],
    CALL,
  ),
  guard(
    'committed first',
    [
      'journal/database.ts',
      "db.pragma('synchronous = FULL');\n    if (schema",
      "db.pragma('synchronous = OFF');\n    if (schema",
    ],
    'unit/journal/database',
  ),
  guard(
    'committed first',
    [
      'engine/call.ts',
      "return status === 'STARTED' || status === 'UNKNOWN';",
      "return status === 'UNKNOWN';",
    ],
    'contract/firmware-loop/crash',
  ),
  guard(
    'resume',
    ['cli/resume.ts', 'const newest = open.at(-1);', 'const newest = open.at(0);'],
    'unit/cli/resume',
  ),
  guard(
    'resume',
    ['cli/resume.ts', 'const named = positionals[0] ?? chosen?.run;', 'const named = chosen?.run;'],
    'unit/cli/resume',
  ),
  guard(
    'resume',
    [
      'core/list-entry.ts',
      'const interrupted = isOpen(summary.value) && !journal.ownership.isTaken();',
      'const interrupted = false;',
    ],
    'unit/core/run-list',
  ),
];
