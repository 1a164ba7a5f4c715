import type { FlashJob } from '../../shared/ipc/flash.js';

/** A flash as it is folded: what is shown, and when its stage began (ms, of any clock). */
export interface Folded {
  job: FlashJob;
  since: number;
  begunAt: number;
}

/** What a flasher tells: bytes of a stage. */
export interface StageProgress {
  phase: Exclude<FlashJob['stage'], 'waiting' | 'asking'>;
  done: number;
  total: number;
}

/** A rate over less than that says nothing, ms. */
const RATE_FROM_MS = 200;

export function newJob(what: Pick<FlashJob, 'id' | 'profile' | 'image'>, now: number): Folded {
  const job: FlashJob = {
    ...what,
    stage: 'waiting',
    waiting: null,
    done: 0,
    total: 0,
    rate: null,
    eta_ms: null,
    past: [],
    asked: null,
    begun: false,
    cancelling: false,
    result: null,
  };
  return { job, since: now, begunAt: now };
}

/** Another stage begins: the one before goes to those that are over. */
export function withStage(folded: Folded, stage: FlashJob['stage'], now: number): Folded {
  const { job, since, begunAt } = folded;
  if (job.stage === stage) return folded;
  const over = { stage: job.stage, bytes: job.done, ms: now - since };
  const past = job.stage === 'waiting' ? job.past : [...job.past, over];
  return {
    job: { ...job, stage, past, waiting: null, done: 0, total: 0, rate: null, eta_ms: null },
    since: now,
    begunAt,
  };
}

/** Bytes went over the wire: how fast, and how long the rest of the stage takes. */
export function withBytes(folded: Folded, { phase, done, total }: StageProgress, now: number): Folded {
  const { job, since, begunAt } = withStage(folded, phase, now);
  const ms = now - since;
  const rate = ms >= RATE_FROM_MS && done > 0 ? (1000 * done) / ms : null;
  const eta_ms = rate === null ? null : (1000 * Math.max(0, total - done)) / rate;
  const begun = job.begun || phase === 'erase' || phase === 'write';
  return { job: { ...job, done, total, rate, eta_ms, begun }, since, begunAt };
}

/** The flash is over. */
export function withResult(folded: Folded, result: NonNullable<FlashJob['result']>, now: number): Folded {
  const { stage } = folded.job;
  const past = [...folded.job.past, { stage, bytes: folded.job.done, ms: now - folded.since }];
  return { ...folded, job: { ...folded.job, past, asked: null, waiting: null, cancelling: false, result } };
}
