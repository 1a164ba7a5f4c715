import path from 'node:path';
import { fail, ok, type Result } from '../../shared/problem.js';
import type { Words } from '../../shared/texts/words.js';
import type { AcceptOptions } from '../effects/parts.js';
import { REGISTRY, registered } from '../effects/registry.js';
import { journalStamp } from '../journal/journal-stamp.js';
import { MAIN } from '../journal/records.js';
import type { RunJournal } from '../journal/run-journal.js';
import { describeMachines } from '../machine/machines.js';
import type { Core, CoreOptions } from './core-api.js';
import { runDetails } from './details.js';
import { createRunList } from './run-list.js';
import { runFolder, summarise, withRun } from './run-store.js';

/** Loaded when they are first needed: listing and showing runs, all that a start does, must not wait for their packages. */
const later = {
  answer: () => import('./answer-gate.js'),
  approvals: () => import('./approvals.js'),
  begin: () => import('./begin.js'),
  cassette: () => import('./cassette/export.js'),
  play: () => import('./cassette/play.js'),
  calls: () => import('./call-result.js'),
  chat: () => import('../effects/chat.js'),
  attach: () => import('./chat/attach.js'),
  newRun: () => import('./new-run.js'),
  spending: () => import('./spending.js'),
  demo: () => import('./demo.js'),
  handedOver: () => import('./handed-over.js'),
  doctor: () => import('./doctor/examine.js'),
  benchChecks: () => import('./doctor/bench-checks.js'),
  openAi: () => import('../agents/openai/settings.js'),
  policy: () => import('../files/policy-file.js'),
  mock: () => import('../agents/mock/mock.js'),
  profiles: () => import('../bench/profiles.js'),
  tasks: () => import('./list-tasks.js'),
  tell: () => import('./tell.js'),
  prompts: () => import('./prompts.js'),
  render: () => import('./render.js'),
  reopen: () => import('./reopen.js'),
} as const;

/** The one core behind the command line and the window. */
export function createCore(o: CoreOptions): Core {
  const profileDirs = [path.join(o.resources, 'profiles'), path.join(o.home, 'profiles')];
  const deps = { ...o, profileDirs, now: o.now ?? Date.now };
  const demo = { demoDir: path.join(o.resources, 'demo'), into: path.join(o.home, 'demo') };
  return {
    machines: () => describeMachines(REGISTRY.map(({ definition }) => definition)),
    profiles: async () => (await later.profiles()).loadProfiles(profileDirs),
    profile: async (idOrPath) =>
      (await later.profiles()).findProfile(idOrPath, profileDirs, o.here ?? process.cwd()),
    mayFlashUnattended: async () => {
      const policy = (await later.policy()).readPolicy(o.home);
      return policy.ok && policy.value.unattendedFlash;
    },
    isApproveLocked: async () => {
      const policy = (await later.policy()).readPolicy(o.home);
      return policy.ok && policy.value.locks.approve;
    },
    providerProblem: async (provider) => {
      if (provider !== 'openai') return null;
      const settings = (await later.openAi()).openAiSettings(o.env);
      return settings.ok ? null : settings.error;
    },
    runs: createRunList(o.home),
    stamp: (run) => journalStamp(runFolder(o.home, run)),
    details: (run, after) => runDetails(o.home, run, after),
    start: async (options) => (await later.begin()).startRun(deps, options),
    resume: async (run, options) => (await later.begin()).resumeRun(deps, run, options),
    isDriven: (run) => {
      const driven = withRun(o.home, run, (journal) => ok(journal.ownership.isTaken()));
      return driven.ok && driven.value;
    },
    humanChannel: async () => (await later.answer()).humanChannel(o.home),
    answer: async (run, gate, given) => (await later.answer()).answerGate(o.home, run, gate, given),
    approvals: async () => (await later.approvals()).listApprovals(o.home, deps.now),
    revoke: async (id) => (await later.approvals()).revokeApproval(o.home, id, deps.now),
    tasks: async (folder) => (await later.tasks()).listTasks({ home: o.home, folder, env: o.env }),
    refusedTools: async (run) => (await later.reopen()).refusedTools(o.home, run),
    reopenTool: async (run, tool) => (await later.reopen()).reopenTool(o.home, run, tool, deps.now()),
    tell: async (run, said, by = 'command line') =>
      (await later.tell()).tellRun(o.home, run, said, { by, at: deps.now() }),
    hasUnheard: (run) =>
      withRun(o.home, run, (journal) => {
        const [said, below] = [journal.messages(), journal.nodes()];
        if (!said.ok) return said;
        if (!below.ok) return below;
        const isHeard = (path: string): boolean =>
          path === MAIN || below.value.some((child) => child.path === path && !child.isCut);
        return ok(said.value.some(({ node, consumed }) => consumed === null && isHeard(node)));
      }),
    callResult: async (run, call) => (await later.calls()).callResult(o.home, run, call),
    handedOver: async (run, at) => (await later.handedOver()).handedOver(o.home, run, at),
    consoleRange: async (run, range) => (await later.handedOver()).consoleRange(o.home, run, range),
    spending: async (run) => (await later.spending()).spendingOf(o.home, run),
    promptRecord: async (run, file) => (await later.prompts()).promptRecord(o.home, run, file),
    newChat: async () => (await later.newRun()).newRunId(deps.now()),
    attach: async (wanted) => (await later.attach()).attach(o.home, wanted),
    chat: async (asked, io) => (await later.chat()).askChat(deps, asked, io),
    prompts: async (run) => (await later.prompts()).waitingPrompts(o.home, run),
    reply: async (run, prompt, pasted, by = 'command line') =>
      (await later.prompts()).replyTo(o.home, run, { prompt, pasted, by }),
    switchProvider: async (run, roles) => (await later.prompts()).switchProvider(o.home, run, roles),
    setMock: async (role, outcome) => (await later.mock()).setMock(o.home, role, outcome),
    accept: (run, options) => acceptRun(o.home, run, options, deps.now),
    requestAbort: (run, reason) =>
      withRun(o.home, run, (journal) => recordAbort(journal, reason, deps.now())),
    render: async (run, format, language) => (await later.render()).renderRun(o.home, run, format, language),
    describe: async (report, speech) => (await later.render()).describeReport(o.home, report, speech),
    cassette: async (run, include) => (await later.cassette()).draftCassette(o.home, run, include),
    replay: async (file) => (await later.play()).replayFile(file, o.wasmDir),
    doctor: async () => (await later.doctor()).examine(o.home, profileDirs, o.resources),
    systemChecks: async () => (await later.benchChecks()).systemChecks(o.resources),
    demos: async () => (await later.demo()).listDemos(demo.demoDir),
    prepareDemo: async (name) => (await later.demo()).freshDemo(demo, name),
    resetDemo: async () => (await later.demo()).removeDemos(demo),
  };
}

/** See `Core.accept`. Errors: RUN_NOT_FOUND, JOURNAL_CORRUPT, USAGE for a run that leaves nothing to be accepted. */
async function acceptRun(
  home: string,
  run: string,
  options: AcceptOptions,
  now: () => number,
): Promise<Result<{ branch: string } | null>> {
  const about = withRun(home, run, (journal) => journal.about());
  if (!about.ok) return about;
  const { machine } = about.value;
  const accept = await registered(machine)?.accept?.();
  if (accept) return accept({ home, dir: runFolder(home, run) }, options, now);
  const message = `a run of ${machine} leaves nothing to be accepted`;
  return fail({ code: 'USAGE', message, next: `see \`benchloop show ${run}\`` });
}

function recordAbort(journal: RunJournal, reason: Words, at: number): Result<void> {
  const known = summarise(journal);
  if (!known.ok) return known;
  const { run, final_status } = known.value;
  if (final_status !== null) {
    const message = `run ${run} has ended: ${final_status}`;
    return fail({ code: 'USAGE', message, next: `see \`benchloop show ${run}\`` });
  }
  journal.tell({
    node: MAIN,
    type: 'cancel',
    payload: { reason },
    by: 'operator',
    channel: 'command line',
    at,
  });
  return ok(undefined);
}
