import { enclosingFunctions, type Token } from './c-lexer.js';
import type { FileChange, TokenChange } from './change.js';
import { isCode, newTokens } from './code-rules.js';
import type { RiskReason } from './verdict.js';

/** One changed file with the tokens that come and go. */
export interface ChangedFile {
  file: FileChange;
  tokens: TokenChange;
}

/**
 * How a patch's parts become a number: each feature counts its occurrences and adds `weight * sqrt(count)`. Counts and
 * weights are never negative, so one hunk more never lowers the risk. One changed line in one file is 0.1.
 */
interface Feature {
  reason: string;
  weight: number;
  count: (changed: ChangedFile) => number;
}

const CHANGED = 0.06;
const PER_LINE = 0.03;
const PER_FURTHER_FILE = 0.1;

const CRITICAL_PATH =
  /(?:^|[/_.-])(?:startup|crt0?|vectors?|boot(?:loader)?|isr|interrupts?|linker|system_\w+|mpu|fault)(?:[/_.-]|\d|$)/i;
const INTERRUPT_NAME = /(?:_IRQHandler|_Handler|_isr|_ISR|IRQ)$|^(?:isr_|ISR$|irq_|SysTick|Reset)/;
const WORDS = {
  device:
    /^(?:FLASH|RCC|IWDG|WWDG|WDT|WDOG|PLL|SCB|NVIC|MPU|CLK|SYSCTL|OTP|EFUSE|FMC|BOOT)(?:_\w*)?$|watchdog|^wdt_|flash_(?:erase|write|program)|^SystemInit$|^SystemCoreClock/i,
  lock: /^(?:__(?:disable|enable)_irq|__(?:DMB|DSB|ISB|get_PRIMASK|set_PRIMASK|set_BASEPRI)|taskE(?:NTER|XIT)_CRITICAL\w*|portE(?:NTER|XIT)_CRITICAL\w*|irq_(?:un)?lock|k_(?:mutex|sem|spin|sched)_\w+|xSemaphore\w+|pthread_\w+|atomic_?\w*|__(?:atomic|sync)_\w+|\w*(?:mutex|spinlock|semaphore)\w*|cpsi[de]|volatile|_Atomic)$/i,
  assembly: /^(?:asm|__asm|__asm__)$/,
  memory: /^(?:malloc|calloc|realloc|free|alloca|strcpy|strcat|sprintf|gets)$/,
  jump: /^(?:goto|setjmp|longjmp)$/,
  stop: /^(?:exit|abort|__builtin_trap|__builtin_unreachable|NVIC_SystemReset)$/,
  linkage: /^(?:weak|__weak|__weak__|__wrap_\w+|__section__|naked|interrupt)$/,
  testing: /^(?:UNIT_?TEST\w*|TEST(?:ING)?(?:_BUILD|_MODE)?|UNITY\w*|__BENCH\w*|QEMU\w*|SIMULAT\w+)$/,
  check: /^(?:if|assert|configASSERT|static_assert|_Static_assert|__ASSERT\w*|while|default)$/,
};
const TYPE =
  /^(?:u?int(?:_(?:fast|least))?(?:8|16|32|64|ptr|max)?_t|unsigned|signed|char|short|int|long|float|double|void|s?size_t|const|volatile|struct|\w+_t)$/;

const countWords = (tokens: readonly Token[], name: RegExp): number =>
  tokens.filter((t) => t.kind === 'word' && name.test(t.text)).length;

const eitherSide = (name: RegExp) => (c: ChangedFile) =>
  countWords(c.tokens.added, name) + countWords(c.tokens.removed, name);
/** `section` and `alias` are ordinary names; as attributes they have an argument. A line is in the lists whole. */
const placements = (tokens: readonly Token[]): number =>
  tokens.filter(({ text }, i) => /^(?:section|alias)$/.test(text) && tokens[i + 1]?.text === '(').length;
const fresh = (name: RegExp) => (c: ChangedFile) => countWords(newTokens(c.tokens), name);

/** Lines of one hunk, then summed, so that another hunk cannot make up for what this one takes away. */
function inHunks(
  c: ChangedFile,
  count: (removed: readonly string[], added: readonly string[]) => number,
): number {
  const sides = c.file.hunks.map((h) => [
    h.lines.filter((l) => l[0] === '-'),
    h.lines.filter((l) => l[0] === '+'),
  ]);
  return sides.reduce((sum, [removed = [], added = []]) => sum + Math.max(0, count(removed, added)), 0);
}

const within = (tokens: readonly Token[], spans: readonly [number, number][]): Token[] =>
  tokens.filter((t) => spans.some(([from, lines]) => t.line >= from && t.line < from + lines));

/** Per hunk, so that another hunk cannot make up for what this one takes away; then lines that a comment hides. */
function removedChecks(c: ChangedFile): number {
  const { added, removed } = c.tokens;
  const lost = (old: readonly Token[], fresh: readonly Token[]) =>
    Math.max(0, countWords(old, WORDS.check) - countWords(fresh, WORDS.check));
  const olds = c.file.hunks.map((h): [number, number] => [h.oldStart, h.oldLines]);
  const news = c.file.hunks.map((h): [number, number] => [h.newStart, h.newLines]);
  const inside = olds.map((span, i) => lost(within(removed, [span]), within(added, news.slice(i, i + 1))));
  const outside = (tokens: readonly Token[], spans: readonly [number, number][]) => {
    const covered = new Set(within(tokens, spans));
    return tokens.filter((t) => !covered.has(t));
  };
  return inside.reduce((sum, n) => sum + n, 0) + lost(outside(removed, olds), outside(added, news));
}

/** A cast: a parenthesis that holds only words of types and stars, before an operand. */
function casts(c: ChangedFile): number {
  const all = c.tokens.added;
  return all.filter((token, i) => {
    if (token.text !== '(') return false;
    let end = i + 1;
    while (TYPE.test(all[end]?.text ?? '') || all[end]?.text === '*') end++;
    const operand = all[end + 1];
    const isOperand =
      operand?.kind === 'word' ||
      operand?.kind === 'number' ||
      ['(', '&', '*', '-'].includes(operand?.text ?? '');
    const isCall = all[i - 1]?.kind === 'word' && all[i - 1]?.text !== 'return';
    return end > i + 1 && all[end]?.text === ')' && isOperand && !isCall;
  }).length;
}

/** `type name[size]`, without what it begins as. */
const ARRAY = /^[-+]\s*(?!return\b|else\b|case\b|goto\b)((?:\w+[\s*]+)+(\w+)\s*\[[^=;]*)/;

/** Arrays whose element type or size changes: what lies beside them moves, and with it what an overflow hits. */
function relaidArrays(c: ChangedFile): number {
  const declared = (sign: string) =>
    c.file.hunks
      .flatMap((h) => h.lines.filter((l) => l[0] === sign))
      .flatMap((l) => {
        const [, whole = '', name = ''] = ARRAY.exec(l) ?? [];
        return name === '' ? [] : [{ name, whole: whole.trim() }];
      });
  const before = new Map(declared('-').map(({ name, whole }) => [name, whole]));
  return declared('+').filter(({ name, whole }) => (before.get(name) ?? whole) !== whole).length;
}

function pointerSteps(c: ChangedFile): number {
  const all = c.tokens.added;
  return all.filter((token, i) => {
    if (token.text !== '*') return false;
    const [a, b, d] = [all[i + 1], all[i + 2], all[i + 3]];
    const step = (text: string | undefined) => ['+', '-', '++', '--'].includes(text ?? '');
    const unary = all[i - 1]?.kind !== 'word' && all[i - 1]?.kind !== 'number' && all[i - 1]?.text !== ')';
    return unary && (step(a?.text) || step(b?.text) || (a?.text === '(' && step(d?.text)));
  }).length;
}

function inInterrupt(c: ChangedFile): number {
  const spans = enclosingFunctions(c.tokens.all).filter((span) => INTERRUPT_NAME.test(span.name));
  const at = (line: number) => spans.some((s) => line >= s.from && line <= s.to);
  return c.file.hunks.filter((h) => at(h.newStart) || at(h.newStart + h.newLines - 1)).length;
}

const isHeader = (path: string): boolean => /\.(?:h|hh|hpp|hxx|inc)$/i.test(path);
const once = (is: boolean): number => (is ? 1 : 0);
const size = (lines: readonly string[]): number => lines.length;

const FEATURES: readonly Feature[] = [
  {
    reason: 'startup, vector, boot or linker code',
    weight: 0.25,
    count: (c) => once(CRITICAL_PATH.test(c.file.path)),
  },
  { reason: 'an interrupt handler', weight: 0.2, count: inInterrupt },
  { reason: 'flash, clock, watchdog or core registers', weight: 0.15, count: eitherSide(WORDS.device) },
  { reason: 'locks, barriers or volatile', weight: 0.12, count: eitherSide(WORDS.lock) },
  { reason: 'assembly', weight: 0.25, count: eitherSide(WORDS.assembly) },
  { reason: 'assembly file', weight: 0.2, count: (c) => once(/\.(?:s|asm)$/i.test(c.file.path)) },
  { reason: 'a check is removed', weight: 0.15, count: removedChecks },
  {
    reason: 'lines are deleted',
    weight: 0.03,
    count: (c) => inHunks(c, (old, added) => size(old) - size(added)),
  },
  { reason: 'a public header', weight: 0.1, count: (c) => once(isHeader(c.file.path)) },
  { reason: 'the layout of an array', weight: 0.15, count: relaidArrays },
  { reason: 'a cast', weight: 0.06, count: casts },
  { reason: 'pointer arithmetic', weight: 0.05, count: pointerSteps },
  { reason: 'memory management or unbounded copies', weight: 0.1, count: fresh(WORDS.memory) },
  { reason: 'goto or longjmp', weight: 0.1, count: fresh(WORDS.jump) },
  { reason: 'the program is ended', weight: 0.3, count: fresh(WORDS.stop) },
  {
    reason: 'linkage or placement is changed',
    weight: 0.2,
    count: (c) => eitherSide(WORDS.linkage)(c) + placements(c.tokens.added) + placements(c.tokens.removed),
  },
  { reason: 'behaviour depends on being tested', weight: 0.35, count: fresh(WORDS.testing) },
  {
    reason: 'conditional compilation',
    weight: 0.1,
    count: (c) =>
      c.tokens.added.filter((t) => /^(?:if|ifdef|ifndef|elif)$/.test(t.text) && t.text === t.directive)
        .length,
  },
  {
    reason: 'diagnostics or optimisation are switched',
    weight: 0.15,
    count: (c) => c.tokens.added.filter((t) => t.directive === 'pragma' && t.text === 'pragma').length,
  },
  {
    reason: 'words are pasted together',
    weight: 0.15,
    count: (c) => c.tokens.added.filter((t) => t.text === '##').length,
  },
  { reason: 'a new file', weight: 0.05, count: (c) => once(c.file.status === 'added') },
  { reason: 'a deleted file', weight: 0.25, count: (c) => once(c.file.status === 'deleted') },
  {
    reason: 'hardware description',
    weight: 0.15,
    count: (c) => once(/\.(?:dtsi?|overlay|svd|ya?ml|json)$/i.test(c.file.path)),
  },
];

const round = (n: number): number => Math.round(n * 1000) / 1000;

/** Added plus removed lines. */
export const linesChanged = (files: readonly FileChange[]): number =>
  files.flatMap((f) => f.hunks).reduce((sum, h) => sum + h.oldLines + h.newLines, 0);

/** The risk of a change, 0..1, and where it comes from, heaviest first. */
export function assessRisk(changed: readonly ChangedFile[]): { risk: number; reasons: RiskReason[] } {
  const lines = linesChanged(changed.map((c) => c.file));
  const code = changed.filter((c) => isCode(c.file.path));
  const count = (feature: Feature) => code.reduce((sum, c) => sum + feature.count(c), 0);
  const reasons = [
    { reason: 'code is changed', weight: changed.length > 0 ? CHANGED : 0 },
    { reason: `${lines} changed lines`, weight: PER_LINE * Math.sqrt(lines) },
    {
      reason: `${changed.length} files`,
      weight: PER_FURTHER_FILE * Math.sqrt(Math.max(0, changed.length - 1)),
    },
    ...FEATURES.map((f) => ({ reason: f.reason, weight: f.weight * Math.sqrt(count(f)) })),
  ].filter((r) => r.weight > 0);
  const risk = round(
    Math.min(
      1,
      reasons.reduce((sum, r) => sum + r.weight, 0),
    ),
  );
  const sorted = reasons.map((r) => ({ ...r, weight: round(r.weight) })).sort((a, b) => b.weight - a.weight);
  return { risk, reasons: sorted };
}
