import { lstat, readFile } from 'node:fs/promises';
import os from 'node:os';
import { resolve, sep } from 'node:path';
import type { Exec } from '../../../shared/process.js';
import type { Fault, Location, Stop } from '../../../shared/results.js';
import { openSymbols } from '../results/symbols.js';

/** What a program's own mistakes end it by, and what tells it that its time is nearly over. */
const DEADLY = ['SIGILL', 'SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGSEGV', 'SIGALRM'] as const;
type Deadly = (typeof DEADLY)[number];

/** signal(7); an integer division by zero is told by SIGFPE too, and hardly anything else is. */
const CAUSES: Readonly<Record<Exclude<Deadly, 'SIGALRM'>, string>> = {
  SIGILL: 'undefined instruction',
  SIGABRT: 'the program aborted itself',
  SIGBUS: 'bus error',
  SIGFPE: 'division by zero',
  SIGSEGV: 'access to memory that is not the program’s',
};

const isFatal = (signal: string): signal is keyof typeof CAUSES => signal in CAUSES;

/** The fault that a signal tells of; null for one that is none of the program's own mistakes. */
export const faultOf = (signal: string): Fault | null =>
  isFatal(signal) ? { kind: signal, causes: [CAUSES[signal]] } : null;

/** The words of strsignal(3), that make ends a line with. */
const WORDS: readonly (readonly [string, Deadly])[] = [
  ['Illegal instruction', 'SIGILL'],
  ['Aborted', 'SIGABRT'],
  ['Bus error', 'SIGBUS'],
  ['Floating point exception', 'SIGFPE'],
  ['Segmentation fault', 'SIGSEGV'],
];
const MAKE = /^g?make(?:\[\d+\])?: \*\*\* \[.*\] (?:Error (\d+)|(.+?)(?: \(core dumped\))?)\r?$/gm;

/**
 * The signal that ended a program below the one that was run, as a shell tells by its exit code (POSIX, Shell Command Language,
 * 2.8.2: above 128) and make by its last line (GNU make manual, "Errors in Recipes"); null where none is told of.
 */
export function signalBelow(exitCode: number | null, said: string): Deadly | null {
  if (exitCode === 0) return null;
  const [, error, words] = [...said.matchAll(MAKE)].at(-1) ?? [];
  const number = Number(error ?? exitCode) - 128;
  const numbered = WORDS.find(([, name]) => os.constants.signals[name] === number);
  const named = WORDS.find(([each]) => each === words);
  return (named ?? numbered)?.[1] ?? null;
}

/**
 * C that writes the counts of a program that dies or hangs too (they are in memory until it ends by itself), and where it stood,
 * into `file`. It goes before every source (`-include`), says nothing to C++ that it would not allow, nothing to the assembler, and
 * takes no name from the program. Only the first death counts, and each call is told before the next is looked for: an overwritten stack
 * ends that with another fault. Where a stack has no end, the handler needs one of its own: Linux alone, whose structures are laid
 * out here as its `signal.h` has them, for a header included first would decide what a source may see of the library. A call of what is
 * no code leads nowhere back, but on an x86 its return address is still on top of the stack (`ucontext_t`: RSP and RIP are its words 20 and 21). GCC manual,
 * "Profiling and Test Coverage in Freestanding Environments" (`__gcov_dump`); alarm(2), sigaltstack(2), backtrace(3).
 *
 * @param limitMs time limit of the program; it ends by itself a second before, or after one
 */
export function tellsOfDeath(limitMs: number, file: string): string {
  const numbers = DEADLY.map((name) => os.constants.signals[name]).join(', ');
  const seconds = Math.max(1, Math.floor(limitMs / 1000) - 1);
  return `#ifndef __ASSEMBLER__
#ifdef __cplusplus
extern "C" {
#endif
extern void benchloop_dump(void) __asm__("__gcov_dump");
extern void (*benchloop_signal(int, void (*)(int)))(int) __asm__("signal");
extern int benchloop_raise(int) __asm__("raise");
extern unsigned benchloop_alarm(unsigned) __asm__("alarm");
#if defined __linux__ && (defined __x86_64__ || defined __aarch64__)
struct benchloop_action { void (*handler)(int, void *, void *); unsigned long mask[16]; int flags; void (*restorer)(void); };
struct benchloop_stack { void *start; int flags; __SIZE_TYPE__ size; };
extern int benchloop_sigaction(int, const struct benchloop_action *, void *) __asm__("sigaction");
extern int benchloop_sigaltstack(const struct benchloop_stack *, void *) __asm__("sigaltstack");
extern int benchloop_open(const char *, int, ...) __asm__("__open") __attribute__((weak));
extern __PTRDIFF_TYPE__ benchloop_write(int, const void *, __SIZE_TYPE__) __asm__("__write") __attribute__((weak));
extern int benchloop_frames(void **, int) __asm__("__backtrace") __attribute__((weak));
extern void benchloop_tell(void *const *, int, int) __asm__("__backtrace_symbols_fd") __attribute__((weak));
static char benchloop_memory[65536];
static void benchloop_place(int number, void **context) {
  void *frames[${MAX_FRAMES}];
  const char name[] = { (char)('0' + number / 10), (char)('0' + number % 10), '\\n' };
  int file, depth;
  if (!benchloop_open || !benchloop_write || !benchloop_frames || !benchloop_tell) return;
  file = benchloop_open(${JSON.stringify(file)}, 01 | 0100 | 0200, 0600);
  if (file < 0) return;
  benchloop_write(file, name, sizeof name);
  for (depth = 1; depth <= ${MAX_FRAMES} && benchloop_frames(frames, depth) == depth; depth++)
    benchloop_tell(frames + depth - 1, 1, file);
#ifdef __x86_64__
  if (depth <= ${OWN_FRAMES} + 2) {
    benchloop_tell(context + 21, 1, file);
    benchloop_tell(context[20], 1, file);
  }
#endif
}
static void benchloop_dies(int number, void *info, void *context) {
  (void)info;
  benchloop_signal(number, (void (*)(int))0);
  benchloop_place(number, (void **)context);
  benchloop_dump();
  benchloop_raise(number);
}
static void benchloop_handle(int number) {
  struct benchloop_action action = { benchloop_dies, { 0 }, 0x08000004, 0 };
  benchloop_sigaction(number, &action, 0);
}
static void benchloop_prepare(void) {
  const struct benchloop_stack own = { benchloop_memory, 0, sizeof benchloop_memory };
  void *frame;
  benchloop_sigaltstack(&own, 0);
  if (benchloop_frames) benchloop_frames(&frame, 1);
}
#else
static void benchloop_dies(int number) {
  benchloop_signal(number, (void (*)(int))0);
  benchloop_dump();
  benchloop_raise(number);
}
static void benchloop_handle(int number) { benchloop_signal(number, benchloop_dies); }
static void benchloop_prepare(void) {}
#endif
__attribute__((constructor)) static void benchloop_tells_of_death(void) {
  static const int numbers[] = {${numbers}};
  unsigned i;
  benchloop_prepare();
  for (i = 0; i < sizeof numbers / sizeof *numbers; i++) benchloop_handle(numbers[i]);
  benchloop_alarm(${seconds});
}
#ifdef __cplusplus
}
#endif
#endif
`;
}

/** Innermost calls that are told; what goes deeper is mostly a recursion. */
const MAX_FRAMES = 64;
/** `program(+0x1139)[0x55…]`; of a program that is not relocated, `program[0x401139]`. */
const FRAME = /^(.+?)(?:\(\+(0x[0-9a-f]+)\))?\[(0x[0-9a-f]+)\]$/;
/** What writes them, the handler, and what the system calls that from; then comes the place. */
const OWN_FRAMES = 3;

export interface DeathPlace {
  /** What `tellsOfDeath` was told. */
  file: string;
  /** Absolute path of the tree that the program was built in: places outside do not count. */
  tree: string;
  /** Where the program was started. */
  cwd: string;
  operation: string;
}

/** What stopped a program that `tellsOfDeath` was built into, and where; null where it ended by itself, or nothing was told. */
export async function stopOf(o: DeathPlace, exec: Exec): Promise<Stop | null> {
  const [number, ...frames] = (await readTold(o.file)).split('\n');
  const signal = DEADLY.find((name) => os.constants.signals[name] === Number(number));
  if (!signal) return null;
  const [innermost, ...callers] = await placesOf(frames.slice(OWN_FRAMES), o, exec);
  // A recursion without end stops wherever the stack does: what tells is its call.
  const location = callers[0]?.function === innermost?.function ? callers[0] : innermost;
  const fault = isWild(frames[OWN_FRAMES]) ? { kind: signal, causes: [WILD_CALL] } : faultOf(signal);
  if (!fault) return location ? { stuck_at: location } : null;
  const caller = callers.find((each) => each.function !== location?.function);
  return { fault: { ...fault, ...(location && { location }), ...(caller && { caller }) } };
}

/** Longer than what is written for all calls. */
const MAX_TOLD = 1024 * 1024;

/** Nothing where nothing died, or where the program, which may write there, has put something else in its place: a pipe has no end. */
async function readTold(file: string): Promise<string> {
  const entry = await lstat(file).catch(() => null);
  return entry?.isFile() && entry.size <= MAX_TOLD ? readFile(file, 'utf8') : '';
}

/** Of no program at all: `[0x0]`. */
const isWild = (frame = ''): boolean => frame.startsWith('[');
const WILD_CALL = 'call of an address without code';

/** Where the calls of the innermost program of the tree stood, innermost first. */
async function placesOf(frames: readonly string[], o: DeathPlace, exec: Exec): Promise<Location[]> {
  const calls = frames.flatMap((frame, depth) => {
    const [, name, offset, address] = FRAME.exec(frame) ?? [];
    if (name === undefined) return [];
    // Below the innermost one stand addresses to return to: what was called lies before them.
    return [{ elf: resolve(o.cwd, name), at: Number(offset ?? address) - (depth > 0 ? 1 : 0) }];
  });
  const elf = calls.find((call) => call.elf.startsWith(o.tree + sep))?.elf;
  if (elf === undefined) return [];
  const symbols = openSymbols({ elf, prefix: '', exec, workTree: o.tree, operation: o.operation });
  const places = await symbols.lookup(calls.flatMap((call) => (call.elf === elf ? [call.at] : [])));
  return places.filter((place) => place !== null);
}
