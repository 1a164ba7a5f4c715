import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import type { ChildRegistry, Exec } from '../../../shared/process.js';
import type { BmcProfile } from '../../../shared/profile/bmc.js';
import type { Environment, EnvironmentRequest, SwitchAsked } from '../environment.js';
import { type PowerSwitch, switchOff } from '../power/power-switch.js';
import { noteFileFor } from '../script/outliving.js';
import { doStep } from '../script/perform-step.js';
import { ABORTED, within } from '../within.js';
import { type Attached, attach } from './attach.js';
import { openMachine } from './machine.js';

/**
 * A machine behind its management controller: `start` deploys the image, switches the machine off and on with its console
 * open, and waits for banner and prompt; `run` types the test's command, or goes on listening. Every new session switches
 * the machine anew. See `Environment` for what each call owes.
 */
export function createBmcEnvironment(
  profile: BmcProfile,
  request: EnvironmentRequest,
  tools: { exec: Exec; children: ChildRegistry; home: string },
): Environment {
  let at: Attached | null = null;
  let run = 0;
  const letGo = async (): Promise<void> => {
    const before = at;
    at = null;
    await before?.close();
  };
  const noteFile = noteFileFor(tools.home, profile.id);
  const place = { request, ...tools, noteFile, maxOutput: profile.testEnd.maxOutputBytes };
  const deployed = async (signal: AbortSignal): Promise<Result<void>> => {
    if (profile.deploy === undefined) return ok(undefined);
    return doStep(profile.deploy, place, signal);
  };
  const bringUp = async (signal: AbortSignal): Promise<Result<Attached>> => {
    if (signal.aborted) return fail(ABORTED);
    const machine = openMachine(profile, request, tools);
    if (!machine.ok) return machine;
    if (!(await permitted(profile, request))) return fail(DECLINED);
    const image = await deployed(signal);
    if (!image.ok) return image;
    run += 1;
    const open = async (): Promise<Result<void>> => {
      const attached = await attach({ profile, request, machine: machine.value, run }, signal);
      if (!attached.ok) return attached;
      at = attached.value;
      return ok(undefined);
    };
    const started = await startAnew(machine.value.power, profile.boot, open, signal);
    if (!started.ok) return started;
    if (at === null) return fail(ABORTED);
    const up = await healthy(profile, at, signal);
    return up.ok ? ok(at) : up;
  };
  /** A console that leads to no session is free for others. */
  const cleanly = async (signal: AbortSignal): Promise<Result<Attached>> => {
    await letGo();
    let isUp = false;
    try {
      const up = await bringUp(signal);
      isUp = up.ok;
      return up;
    } finally {
      if (!isUp) await letGo();
    }
  };
  const start = async (signal: AbortSignal): Promise<Result<void>> => {
    const up = await cleanly(signal);
    return up.ok ? ok(undefined) : up;
  };
  return {
    start,
    reset: start,
    run: async (signal, onConsole) => {
      const up = at === null || at.session().told ? await cleanly(signal) : ok(at);
      if (!up.ok) return up;
      if (profile.test !== undefined) up.value.typeCommand(profile.test.command);
      const ended = await up.value.end(signal, onConsole);
      if (!ended.ok) await letGo();
      return ended;
    },
    stop: letGo,
  };
}

const DECLINED: Problem = {
  code: 'FLASH_DECLINED',
  message: 'nobody agreed to switch the machine; nothing was done to it',
};

function permitted(profile: BmcProfile, request: EnvironmentRequest): Promise<boolean> {
  const { title, host, user, power, boot, deploy } = profile;
  const switching = boot.by === 'cycle' ? 'power-cycle' : 'reset';
  const asked: SwitchAsked = {
    machine: `${title} (${user}@${host}, ${power})`,
    actions: [...(deploy ? ['deploy' as const] : []), switching],
    commands: deploy ? [deploy.command] : [],
    alwaysAsk: false,
  };
  return request.agreeToSwitch?.(asked) ?? Promise.resolve(false);
}

async function healthy(profile: BmcProfile, at: Attached, signal: AbortSignal): Promise<Result<void>> {
  const greeted = await at.session().healthy(signal);
  if (!greeted.ok) return greeted;
  const ready = await within(at.ready, { ms: profile.health.timeoutSec * 1000, signal });
  if (ready === true) return ok(undefined);
  if (ready === 'aborted') return fail(ABORTED);
  return ready === 'late' ? fail(noPrompt(profile, at.session().lastWords())) : fail(at.session().lost());
}

const noPrompt = (profile: BmcProfile, said: string): Problem => ({
  code: 'TEST_ENV_FAILURE',
  message: `no line fits the prompt ${JSON.stringify(profile.test?.prompt ?? '')} within ${profile.health.timeoutSec} s; last output: ${said}`,
  where: `profile ${profile.id}`,
  next: 'check `test.prompt` and `boot.prompts` in the profile; `health.timeoutSec` says how long a boot may last',
});

/**
 * Starts a machine anew. `attach` opens its console just before: while it is off, where it is switched off and on, so that
 * its first byte is the first of the console. What is off is only switched on. Errors: those of the switch and of `attach`.
 */
async function startAnew(
  power: PowerSwitch,
  { by, offSec }: BmcProfile['boot'],
  attach: () => Promise<Result<void>>,
  signal: AbortSignal,
): Promise<Result<void>> {
  if (by === 'cycle') {
    const off = await switchOff(power, { offSec, signal });
    if (!off.ok) return off;
  }
  const on = await power.isOn(signal);
  if (!on.ok) return on;
  const attached = await attach();
  if (!attached.ok) return attached;
  // where nothing tells, it is as was asked for: off after a cycle, on before a reset
  const isOn = on.value ?? by === 'reset';
  return power.apply(isOn ? 'reset' : 'on', signal);
}
