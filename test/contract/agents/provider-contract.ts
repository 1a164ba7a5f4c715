import { expect, it, onTestFinished } from 'vitest';
import type { Evidence, Provider, ProviderIo, Scratch, Trial } from '../../../electron/agents/provider.js';
import {
  type Analysis,
  AnalysisSchema,
  type DecisionFacts,
  DecisionSchema,
  ProposalSchema,
} from '../../../shared/judgement.js';
import type { Result } from '../../../shared/problem.js';
import { askIo } from '../../fixtures/ask-io.js';
import { BUGS } from '../../fixtures/rules-bugs.js';
import { benchFor, program } from '../../fixtures/rules-unit.js';

export type Judgement = 'analyse' | 'propose' | 'decide';

export interface ProviderUnderTest {
  provider: Provider;
  /** All that left this process, as text. */
  sent?(): string;
  close?(): Promise<void>;
}

/** A provider's implementation; `usable: false`: whatever stands behind it answers what nobody can use. */
export interface ProviderKind {
  name: string;
  open(judgement: Judgement, usable?: boolean): Promise<ProviderUnderTest>;
  /** Whether something stands behind it that could do so. */
  asks: boolean;
}

const [BUG] = BUGS.filter(({ kind }) => kind === 'relational operator');
if (BUG === undefined) throw new Error('no such bug');
/** The bug that every provider is shown; its right edit is tried early. */
export const THE_BUG = BUG;

const HELD_OUT = 'wraps_in_secret';
/** Where the tests are, a held-out case is named beside the ones that fail. */
const TESTS = program(`${THE_BUG.cases}\n  /* as ${HELD_OUT} has it */`);
const bench = () =>
  benchFor(THE_BUG, {
    files: { 'src/unit.c': THE_BUG.source, 'src/unit.h': THE_BUG.header ?? '', 'test/main.c': TESTS },
    searchTrials: 40,
  });

const ANALYSIS: Analysis = {
  root_cause: 'a comparison',
  hypothesis_list: [
    { cause: 'a comparison', confidence: 0.8, location: { file: 'src/unit.c', line: 1 }, evidence: [] },
  ],
  patch_plan: null,
  confidence: 0.8,
  reason: 'A case fails.',
};

const FACTS: DecisionFacts = {
  targetsPass: false,
  regressions: [],
  improved: false,
  failing: ['a'],
  flaky: [],
  heldOutFailed: false,
  environmentSuspect: null,
  patched: true,
  byRules: { status: 'FAIL', next_action: 'CONTINUE', confidence: 0.9, reasoning: 'A case fails.' },
};

const UNTRIED: Trial = { applies: true, refused: null, build: null, test: null };

/** Every obligation of `Provider`, for one implementation; called inside a `describe`. */
export function providerContract({ open, asks }: ProviderKind): void {
  const opened = async (judgement: Judgement, usable = true) => {
    const under = await open(judgement, usable);
    onTestFinished(() => under.close?.());
    return under;
  };
  /** Judges with all that is given frozen, in a bench that may be changed. */
  const judge = async (
    provider: Provider,
    judgement: Judgement,
    over: {
      scratch?: Partial<Scratch>;
      io?: Partial<Pick<ProviderIo, 'signal' | 'progress'>>;
      evidence?: Partial<Evidence>;
    } = {},
  ): Promise<Result<unknown>> => {
    const real = bench();
    const evidence = frozen(await real.evidence(over.evidence));
    const scratch = { ...real, isHeldOut: (name: string) => name === HELD_OUT, ...over.scratch };
    const signal = over.io?.signal ?? new AbortController().signal;
    const io = { scratch, asking: askIo({ signal }), progress: () => undefined, ...over.io, signal };
    if (judgement === 'analyse') return provider.analyse(evidence, io);
    if (judgement === 'propose') return provider.propose(evidence, frozen(ANALYSIS), io);
    return provider.decide(evidence, frozen(FACTS), io);
  };
  const patchOf = (result: Result<unknown>): string =>
    result.ok ? ProposalSchema.parse(result.value).patch : '';

  it.each([
    ['analyse', AnalysisSchema.strict()],
    ['propose', ProposalSchema.strict()],
    ['decide', DecisionSchema.strict()],
  ] as const)(
    'judges in the form that is asked for, and changes nothing that it is given: %s',
    async (judgement, schema) => {
      const { provider } = await opened(judgement);
      const judged = await judge(provider, judgement);
      expect(judged).toMatchObject({ ok: true });
      if (judged.ok) schema.parse(judged.value);
    },
  );

  it('proposes a patch that builds, after it was tried', async () => {
    const { provider } = await opened('propose');
    const tried = new Map<string | null, Trial>();
    const real = bench();
    const remember: Scratch['try'] = async (patch, signal, cases) => {
      const trial = await real.try(patch, signal, cases);
      tried.set(patch, trial);
      return trial;
    };
    const patch = patchOf(await judge(provider, 'propose', { scratch: { try: remember } }));
    expect(patch).not.toBe('');
    expect(tried.get(patch)?.build?.success).toBe(true);
  });

  it.each([
    ['the policy refuses', { ...UNTRIED, refused: 'no' }],
    ['does not apply', { ...UNTRIED, applies: false }],
  ])('never proposes what %s', async (_, refusal) => {
    const { provider } = await opened('propose');
    const real = bench();
    const refuse: Scratch['try'] = async (patch, signal, cases) =>
      patch === null ? real.try(patch, signal, cases) : refusal;
    expect(patchOf(await judge(provider, 'propose', { scratch: { try: refuse } }))).toBe('');
  });

  it.each(['analyse', 'propose'] as const)(
    'fails and tries nothing where it was stopped before: %s',
    async (judgement) => {
      const { provider } = await opened(judgement);
      const tried: (string | null)[] = [];
      const note: Scratch['try'] = async (patch) => {
        tried.push(patch);
        return UNTRIED;
      };
      const stopped = await judge(provider, judgement, {
        scratch: { try: note },
        io: { signal: AbortSignal.abort() },
      });
      expect(stopped).toMatchObject({ ok: false, error: { code: expect.stringMatching(STOPPED) } });
      expect(tried).toEqual([]);
    },
  );

  it('fails where it is stopped during the trial of a patch, whatever the trial says, and tries no more', async () => {
    const { provider } = await opened('propose');
    const stop = new AbortController();
    const real = bench();
    let after = 0;
    const abort: Scratch['try'] = async (patch, signal, cases) => {
      if (stop.signal.aborted) after += 1;
      if (patch === null) return real.try(patch, signal, cases);
      stop.abort();
      return UNTRIED;
    };
    const stopped = await judge(provider, 'propose', {
      scratch: { try: abort },
      io: { signal: stop.signal },
    });
    expect(stop.signal.aborted).toBe(true);
    expect(stopped).toMatchObject({ ok: false, error: { code: expect.stringMatching(STOPPED) } });
    expect(after).toBe(0);
  });

  it('fails where it is stopped while it asks or searches', async () => {
    const { provider } = await opened('propose');
    const stop = new AbortController();
    const io = { signal: stop.signal, progress: () => stop.abort() };
    const stopped = await judge(provider, 'propose', { io });
    expect(stop.signal.aborted).toBe(true);
    expect(stopped).toMatchObject({ ok: false, error: { code: expect.stringMatching(STOPPED) } });
  });

  it.each(['analyse', 'propose', 'decide'] as const)(
    'never names a held-out case, nor tells it to anybody: %s',
    async (judgement) => {
      const { provider, sent } = await opened(judgement);
      const told: string[] = [];
      const progress: ProviderIo['progress'] = (...words) => void told.push(words.join(' '));
      const judged = await judge(provider, judgement, { io: { progress } });
      expect(`${JSON.stringify(judged)}${told.join('\n')}${sent?.() ?? ''}`).not.toContain(HELD_OUT);
    },
  );

  it.each(['analyse', 'propose'] as const)(
    'throws nothing where nothing can be read: %s',
    async (judgement) => {
      const { provider } = await opened(judgement);
      const read: Scratch['read'] = async (file) => ({
        ok: false,
        error: { code: 'REPO_NOT_FOUND', message: 'no such file', where: file },
      });
      const judged = await judge(provider, judgement, { scratch: { read } });
      if (judged.ok) (judgement === 'analyse' ? AnalysisSchema : ProposalSchema).parse(judged.value);
      else expect(judged.error.code).toMatch(FAILED);
    },
  );

  it.runIf(asks)('says that an answer cannot be used, and leaves a decision to the rules', async () => {
    for (const judgement of ['analyse', 'propose'] as const) {
      const { provider } = await opened(judgement, false);
      expect(await judge(provider, judgement)).toMatchObject({ ok: false, error: { code: 'MODEL_FAILURE' } });
    }
    const { provider } = await opened('decide', false);
    expect(await judge(provider, 'decide')).toMatchObject({ ok: true, value: { status: 'FAIL' } });
  });
}

const STOPPED = /^(MODEL_FAILURE|ANALYSIS_FAILURE)$/;
const FAILED = /^(MODEL_FAILURE|ANALYSIS_FAILURE|BUILD_FAILURE|FLAKY_TEST)$/;

/** A change of it throws. */
function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const part of Object.values(value)) frozen(part);
    Object.freeze(value);
  }
  return value;
}
